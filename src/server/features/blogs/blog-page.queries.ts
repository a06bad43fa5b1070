import { eq, sql } from 'drizzle-orm';
import { prepareOnce } from '#db/executor.ts';
import { blogs } from '#db/schema/engagement.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles as profiles } from '#db/schema/tutors.ts';
import type { Ctx } from '#server/core/context.ts';
import { isUuid } from '#server/core/ids.ts';
import type { BlogIdInput, BlogPage, BlogView } from '#shared/contracts/blogs.ts';
import { canViewPrivateFields, isPublic } from '#shared/domain/tutor-visibility.ts';
import { DomainError } from '#shared/errors.ts';
import { BLOG_COLUMNS, toBlogView } from './blogs.queries.ts';

type ReadContext = Pick<Ctx, 'db' | 'session'>;

const pageQuery = prepareOnce((db) =>
  db
    .select({
      ...BLOG_COLUMNS,
      text: blogs.content,
      authorState: { userId: users.id, accountStatus: users.status, verificationStatus: profiles.verificationStatus },
      about: {
        bio: profiles.bio,
        isVerified: profiles.isVerified,
        rating: profiles.rating,
        totalReviews: profiles.totalReviews,
        subjects: sql<string[]>`coalesce((
          select json_agg(subject.name order by entry.position, entry.id)
          from tutor_subjects entry join subjects subject on subject.id = entry.subject_id
          where entry.tutor_id = ${profiles.id} and subject.is_active
        ), '[]')`,
      },
    })
    .from(blogs)
    .innerJoin(profiles, eq(profiles.id, blogs.tutorId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(blogs.id, sql.placeholder('id')))
    .prepare('blog_page'),
);

export async function getBlog(ctx: ReadContext, { id }: BlogIdInput): Promise<BlogPage> {
  const row = await findRow(ctx, id);
  if (!row) throw new DomainError('blog.not_found');
  const { authorState, about, ...blog } = row;
  const isVisible = blog.status === 'published' && isPublic(authorState);
  if (!(isVisible || canViewPrivateFields(callerOf(ctx), authorState.userId))) throw new DomainError('blog.not_found');
  const view = toBlogView(blog);
  return { ...view, author: { ...view.author, ...about } };
}

export async function getSavedBlog(ctx: ReadContext, id: string): Promise<BlogView> {
  const row = await findRow(ctx, id);
  if (!row) throw new DomainError('blog.not_found');
  const { authorState, about, ...blog } = row;
  return toBlogView(blog);
}

const callerOf = ({ session }: ReadContext) => (session.state === 'actor' ? session.actor : null);

async function findRow(ctx: ReadContext, id: string) {
  const [row] = isUuid(id) ? await pageQuery(ctx.db).execute({ id, callerId: callerOf(ctx)?.id ?? null }) : [];
  return row ?? null;
}
