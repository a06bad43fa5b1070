import { and, eq, type SQL, sql } from 'drizzle-orm';
import { downwards } from '#db/columns.ts';
import { type Executor, only, prepareOnce } from '#db/executor.ts';
import { forceCustomPlan } from '#db/planner-hints.ts';
import { IS_PUBLIC_PROFILE } from '#db/public-tutors.ts';
import { blogs } from '#db/schema/engagement.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles as profiles } from '#db/schema/tutors.ts';
import type { Ctx, CtxAs } from '#server/core/context.ts';
import { type Cursor, compareNewestFirst, FIRST_PAGE, isAfterCursor, parseCursor, toPage } from '#server/core/cursor.ts';
import { isUuid } from '#server/core/ids.ts';
import type { BlogCard, BlogCounts, BlogsInput, BlogsPage, BlogsQuery, BlogView, OwnBlogsInput } from '#shared/contracts/blogs.ts';
import { canViewPrivateFields, isPublic } from '#shared/domain/tutor-visibility.ts';
import { DomainError } from '#shared/errors.ts';
import type { BlogStatus } from '#shared/vocabulary/content.ts';
import { BLOGS } from '#shared/vocabulary/limits.ts';
import { UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';

const placeholder = sql.placeholder;

export const BLOG_COLUMNS = {
  id: blogs.id,
  title: blogs.title,
  tags: blogs.tags,
  status: blogs.status,
  likes: sql<number>`(select count(*)::integer from blog_likes where blog_id = ${blogs.id})`,
  isLiked: sql<boolean>`coalesce((select true from blog_likes where blog_id = ${blogs.id} and user_id = ${placeholder('callerId')}::uuid), false)`,
  isOwn: sql<boolean>`coalesce(${users.id} = ${placeholder('callerId')}::uuid, false)`,
  featuredImage: blogs.featuredImage,
  author: { id: profiles.id, name: users.name, profileImage: users.profileImage },
  readingTime: blogs.readingMinutes,
  createdAt: blogs.createdAt,
  updatedAt: blogs.updatedAt,
};

type Row = Omit<BlogView, 'content'> & { text: string };
type ListShape = {
  text: 'content' | 'excerpt';
  owner: 'published' | 'own';
  status: BlogStatus | 'any';
  hasTag: boolean;
  hasSearch: boolean;
  /** Inlined into the statement, so that the planner knows how few rows are read. */
  limit: number;
};
type Values = { tutorUserId?: string; tag?: string; search?: string; after?: Cursor };

const PUBLISHED_POSTS: ListShape = {
  text: 'content',
  owner: 'published',
  status: 'published',
  hasTag: false,
  hasSearch: false,
  limit: BLOGS.mostInAll,
};
const OWN_POSTS: ListShape = { text: 'content', owner: 'own', status: 'any', hasTag: false, hasSearch: false, limit: BLOGS.mostInAll };

export async function listPublishedBlogs(ctx: Ctx, { tag, search, cursor, after, limit }: BlogsInput): Promise<BlogsPage> {
  const shape: ListShape = { ...PUBLISHED_POSTS, text: 'excerpt', hasTag: Boolean(tag), hasSearch: Boolean(search), limit: limit + 1 };
  return toBlogsPage(await selectBlogs(ctx, shape, { tag, search, after: parseCursor(cursor ?? after) }), limit);
}

export async function listOwnBlogs(ctx: CtxAs<'tutor'>, { status, cursor, limit }: OwnBlogsInput): Promise<BlogsPage> {
  const shape: ListShape = { ...OWN_POSTS, text: 'excerpt', status, limit: limit + 1 };
  return toBlogsPage(await selectBlogs(ctx, shape, { tutorUserId: ctx.actor.id, after: parseCursor(cursor) }), limit);
}

export async function countOwnBlogs(ctx: CtxAs<'tutor'>): Promise<BlogCounts> {
  return only(await countsQuery(ctx.db).execute({ tutorUserId: ctx.actor.id }));
}

export async function listAllBlogs(ctx: Ctx, { tag, search }: BlogsQuery): Promise<BlogView[]> {
  const filters = { hasTag: Boolean(tag), hasSearch: Boolean(search) };
  const caller = ctx.actor;
  const [published, drafts] = await Promise.all([
    selectBlogs(ctx, { ...PUBLISHED_POSTS, ...filters }, { tag, search }),
    caller?.role === 'tutor' ? selectBlogs(ctx, { ...OWN_POSTS, ...filters, status: 'draft' }, { tutorUserId: caller.id, tag, search }) : [],
  ]);
  return [...published, ...drafts].sort(compareNewestFirst).slice(0, BLOGS.mostInAll).map(toBlogView);
}

export async function listAllOwnBlogs(ctx: CtxAs<'tutor'>): Promise<BlogView[]> {
  return (await selectBlogs(ctx, OWN_POSTS, { tutorUserId: ctx.actor.id })).map(toBlogView);
}

export async function listAllBlogsOfTutor(ctx: Ctx, { id }: { id: string }): Promise<BlogView[]> {
  const [tutor] = isUuid(id) ? await authorQuery(ctx.db).execute({ id }) : [];
  if (!tutor || !(isPublic(tutor) || canViewPrivateFields(ctx.actor, tutor.userId))) throw new DomainError('tutor.not_found');
  return (await selectBlogs(ctx, { ...OWN_POSTS, status: 'published' }, { tutorUserId: tutor.userId })).map(toBlogView);
}

export function toBlogView({ author, text, ...row }: Row): BlogView {
  return { ...row, content: text, author: { ...author, name: author.name.trim() || UNKNOWN_TUTOR } };
}

function toCard(row: Row): BlogCard {
  const { content: excerpt, ...view } = toBlogView(row);
  return { ...view, excerpt };
}

function toBlogsPage(rows: readonly Row[], limit: number): BlogsPage {
  const { shown: pageRows, nextCursor } = toPage(rows, limit);
  return { blogs: pageRows.map(toCard), nextCursor };
}

function selectBlogs(ctx: Ctx, shape: ListShape, { after = FIRST_PAGE, ...values }: Values): Promise<Row[]> {
  const statementByShape = statements(ctx.db);
  const key = JSON.stringify(shape);
  const statement = statementByShape.get(key) ?? prepareBlogs(ctx.db, shape);
  statementByShape.set(key, statement);
  return statement.execute({ callerId: ctx.actor?.id ?? null, ...values, ...after });
}

const statements = prepareOnce(() => new Map<string, ReturnType<typeof prepareBlogs>>());

const newestFirstOrder = sql`${downwards(blogs.createdAt)}, ${downwards(blogs.id)}`;

function prepareBlogs(db: Executor, { text, owner, status, hasTag, hasSearch, limit }: ListShape) {
  const where = and(
    // Inlined into the statement, because the partial indexes of published posts are not used with a parameter.
    status === 'any' ? undefined : sql`${blogs.status} = ${sql.raw(`'${status}'`)}`,
    owner === 'own' ? isByTutor(placeholder('tutorUserId')) : hasPublicAuthor,
    hasTag ? isTagged(placeholder('tag')) : undefined,
    hasSearch ? matchesSearch(placeholder('search')) : undefined,
    isAfterCursor(blogs.createdAt, blogs.id, { at: placeholder('at'), id: placeholder('id') }),
  );
  const selectedIds = sql`select ${blogs.id} as found_id from ${blogs} where ${where} order by ${newestFirstOrder} limit ${sql.raw(String(limit))}`;
  return db
    .select({ ...BLOG_COLUMNS, text: sql<string>`${blogs[text]}` })
    .from(sql`(${selectedIds}) found`)
    .innerJoin(blogs, sql`${blogs.id} = found_id`)
    .innerJoin(profiles, eq(profiles.id, blogs.tutorId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .orderBy(newestFirstOrder)
    .prepare('blogs');
}

/** Whether the author is public, as a subquery per post, so that a page reads no more posts than it needs. */
export const hasPublicAuthor = sql`(
  select ${IS_PUBLIC_PROFILE}
  from tutor_profiles profile join users person on person.id = profile.user_id where profile.id = ${blogs.tutorId}
)`;

type Placeholder = ReturnType<typeof placeholder>;

function isByTutor(tutorUserId: Placeholder): SQL {
  return sql`${blogs.tutorId} = (select id from tutor_profiles where user_id = ${tutorUserId}::uuid)`;
}

function isTagged(tag: Placeholder): SQL {
  return sql`(${blogs.tags} @> array[${tag}::text] and ${forceCustomPlan(tag)})`;
}

function matchesSearch(search: Placeholder): SQL {
  const plainSearch = sql`plain_text(${search}::text)`;
  const pattern = sql`'%' || regexp_replace(${plainSearch}, '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
  return sql`((plain_text(${blogs.title}) like ${pattern} or ${blogs.tags} @> array[${search}::text]) and ${forceCustomPlan(search)})`;
}

const countsQuery = prepareOnce((db) =>
  db
    .select({
      published: sql<number>`(count(*) filter (where ${blogs.status} = 'published'))::integer`,
      drafts: sql<number>`(count(*) filter (where ${blogs.status} = 'draft'))::integer`,
    })
    .from(blogs)
    .where(isByTutor(placeholder('tutorUserId')))
    .prepare('own_blog_counts'),
);

const authorQuery = prepareOnce((db) =>
  db
    .select({ userId: users.id, accountStatus: users.status, verificationStatus: profiles.verificationStatus })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(profiles.id, placeholder('id')))
    .prepare('author_standing'),
);
