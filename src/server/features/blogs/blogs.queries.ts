import { and, eq, type SQL, sql } from 'drizzle-orm';
import { downwards } from '#db/columns.ts';
import { type Executor, only } from '#db/executor.ts';
import { blogs } from '#db/schema/engagement.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles as profiles } from '#db/schema/tutors.ts';
import { type As, type Ctx, callerOf } from '#server/core/context.ts';
import { BEGINNING, type Cursor, cursorFrom, pageOf } from '#server/core/cursor.ts';
import { isUuid } from '#server/core/ids.ts';
import { prepared } from '#server/core/prepared.ts';
import type { BlogCard, BlogCounts, BlogsInput, BlogsPage, BlogsQuery, BlogView, OwnBlogsInput } from '#shared/contracts/blogs.ts';
import { canBeFound, seesEverything } from '#shared/domain/tutor-visibility.ts';
import { DomainError } from '#shared/errors.ts';
import type { BlogStatus } from '#shared/vocabulary/content.ts';
import { BLOGS } from '#shared/vocabulary/limits.ts';
import { UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';

const given = sql.placeholder;

/** What is read of every post beside its text, with the post's tutor and the tutor's account joined. */
export const BLOG_COLUMNS = {
  id: blogs.id,
  title: blogs.title,
  tags: blogs.tags,
  status: blogs.status,
  likes: sql<number>`(select count(*)::integer from blog_likes where blog_id = ${blogs.id})`,
  isLiked: sql<boolean>`coalesce((select true from blog_likes where blog_id = ${blogs.id} and user_id = ${given('callerId')}::uuid), false)`,
  isOwn: sql<boolean>`coalesce(${users.id} = ${given('callerId')}::uuid, false)`,
  featuredImage: blogs.featuredImage,
  author: { id: profiles.id, name: users.name, profileImage: users.profileImage },
  readingTime: blogs.readingMinutes,
  createdAt: blogs.createdAt,
  updatedAt: blogs.updatedAt,
};

type Row = Omit<BlogView, 'content'> & { text: string };
type Wanted = {
  /** A list on a screen reads no content, which may be long. */
  text: 'content' | 'excerpt';
  /** Everybody's that are published and can be found, or all of one tutor. */
  whose: 'published' | 'own';
  status: BlogStatus | 'any';
  hasTag: boolean;
  hasSearch: boolean;
  /** As a constant it tells the planner how little is read. */
  most: number;
};
type Values = { tutorUserId?: string; tag?: string; search?: string; after?: Cursor };

const PUBLISHED: Wanted = { text: 'content', whose: 'published', status: 'published', hasTag: false, hasSearch: false, most: BLOGS.mostInAll };
const OWN: Wanted = { text: 'content', whose: 'own', status: 'any', hasTag: false, hasSearch: false, most: BLOGS.mostInAll };

/** A page of what anyone may read, newest first. */
export async function publishedBlogs(ctx: Ctx, { tag, search, cursor, limit }: BlogsInput): Promise<BlogsPage> {
  const wanted: Wanted = { ...PUBLISHED, text: 'excerpt', hasTag: Boolean(tag), hasSearch: Boolean(search), most: limit + 1 };
  return pageFrom(await blogRows(ctx, wanted, { tag, search, after: cursorFrom(cursor) }), limit);
}

/** A page of one's own in this state, newest first. */
export async function ownBlogs(ctx: As<'tutor'>, { status, cursor, limit }: OwnBlogsInput): Promise<BlogsPage> {
  const wanted: Wanted = { ...OWN, text: 'excerpt', status, most: limit + 1 };
  return pageFrom(await blogRows(ctx, wanted, { tutorUserId: ctx.actor.id, after: cursorFrom(cursor) }), limit);
}

export async function ownBlogCounts(ctx: As<'tutor'>): Promise<BlogCounts> {
  return only(await counts(ctx.db).execute({ tutorUserId: ctx.actor.id }));
}

/** What anyone may read and the drafts of the tutor who asks, the newest of both. */
export async function allBlogs(ctx: Ctx, { tag, search }: BlogsQuery): Promise<BlogView[]> {
  const filters = { hasTag: Boolean(tag), hasSearch: Boolean(search) };
  const caller = callerOf(ctx);
  const [published, drafts] = await Promise.all([
    blogRows(ctx, { ...PUBLISHED, ...filters }, { tag, search }),
    caller?.role === 'tutor' ? blogRows(ctx, { ...OWN, ...filters, status: 'draft' }, { tutorUserId: caller.id, tag, search }) : [],
  ]);
  return [...published, ...drafts].sort(newestFirst).slice(0, BLOGS.mostInAll).map(toBlogView);
}

/** One's own, the newest of them. */
export async function allOwnBlogs(ctx: As<'tutor'>): Promise<BlogView[]> {
  return (await blogRows(ctx, OWN, { tutorUserId: ctx.actor.id })).map(toBlogView);
}

/** What a tutor has published, the newest of it. */
export async function allBlogsOfTutor(ctx: Ctx, { id }: { id: string }): Promise<BlogView[]> {
  const [tutor] = isUuid(id) ? await standings(ctx.db).execute({ id }) : [];
  if (!tutor || !(canBeFound(tutor) || seesEverything(callerOf(ctx), tutor.userId))) throw new DomainError('tutor.not_found');
  return (await blogRows(ctx, { ...OWN, status: 'published' }, { tutorUserId: tutor.userId })).map(toBlogView);
}

/** As it was read, by an author who is called something. */
export function toBlogView({ author, text, ...row }: Row): BlogView {
  return { ...row, content: text, author: { ...author, name: author.name.trim() || UNKNOWN_TUTOR } };
}

function toCard(row: Row): BlogCard {
  const { content: excerpt, ...view } = toBlogView(row);
  return { ...view, excerpt };
}

function pageFrom(rows: readonly Row[], limit: number): BlogsPage {
  const { shown, nextCursor } = pageOf(rows, limit);
  return { blogs: shown.map(toCard), nextCursor };
}

function newestFirst(one: Row, other: Row): number {
  return other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1);
}

function blogRows(ctx: Ctx, wanted: Wanted, { after = BEGINNING, ...values }: Values): Promise<Row[]> {
  const built = statements(ctx.db);
  const shape = JSON.stringify(wanted);
  const statement = built.get(shape) ?? blogStatement(ctx.db, wanted);
  built.set(shape, statement);
  return statement.execute({ callerId: callerOf(ctx)?.id ?? null, ...values, ...after });
}

const statements = prepared(() => new Map<string, ReturnType<typeof blogStatement>>());

const newest = sql`${downwards(blogs.createdAt)}, ${downwards(blogs.id)}`;

function blogStatement(db: Executor, { text, whose, status, hasTag, hasSearch, most }: Wanted) {
  const where = and(
    // As a constant: of what is published there are indexes.
    status === 'any' ? undefined : sql`${blogs.status} = ${sql.raw(`'${status}'`)}`,
    whose === 'own' ? isOf(given('tutorUserId')) : isFindable,
    hasTag ? isTagged(given('tag')) : undefined,
    hasSearch ? isAbout(given('search')) : undefined,
    sql`(${blogs.createdAt}, ${blogs.id}) < (${given('at')}::timestamptz, ${given('id')}::uuid)`,
  );
  const found = sql`select ${blogs.id} as found_id from ${blogs} where ${where} order by ${newest} limit ${sql.raw(String(most))}`;
  return db
    .select({ ...BLOG_COLUMNS, text: sql<string>`${blogs[text]}` })
    .from(sql`(${found}) found`)
    .innerJoin(blogs, sql`${blogs.id} = found_id`)
    .innerJoin(profiles, eq(profiles.id, blogs.tutorId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .orderBy(newest)
    .prepare('blogs');
}

/** `canBeFound`, of a post's author, in SQL: asked of one post after the other, so that a page reads no more of them than it needs. */
export const isFindable = sql`(
  select person.status = 'active' and profile.verification_status <> 'rejected'
  from tutor_profiles profile join users person on person.id = profile.user_id where profile.id = ${blogs.tutorId}
)`;

type Given = ReturnType<typeof given>;

function isOf(tutorUserId: Given): SQL {
  return sql`${blogs.tutorId} = (select id from tutor_profiles where user_id = ${tutorUserId}::uuid)`;
}

function isTagged(tag: Given): SQL {
  return sql`(${blogs.tags} @> array[${tag}::text] and ${plannedAnew(tag)})`;
}

/** A part of the title, every character meant literally, or a whole tag. */
function isAbout(search: Given): SQL {
  const words = sql`plain_text(${search}::text)`;
  const pattern = sql`'%' || regexp_replace(${words}, '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
  return sql`((plain_text(${blogs.title}) like ${pattern} or ${blogs.tags} @> array[${search}::text]) and ${plannedAnew(search)})`;
}

/**
 * How common a word is decides where to begin, so PostgreSQL shall plan for each anew: always true and never run,
 * this makes a plan that knows no word look dear.
 */
const plannedAnew = (word: Given): SQL => sql`(${word}::text is not null or (select count(*) from generate_series(1, 1000000000)) > 0)`;

const counts = prepared((db) =>
  db
    .select({
      published: sql<number>`(count(*) filter (where ${blogs.status} = 'published'))::integer`,
      drafts: sql<number>`(count(*) filter (where ${blogs.status} = 'draft'))::integer`,
    })
    .from(blogs)
    .where(isOf(given('tutorUserId')))
    .prepare('own_blog_counts'),
);

const standings = prepared((db) =>
  db
    .select({ userId: users.id, accountStatus: users.status, verificationStatus: profiles.verificationStatus })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(profiles.id, given('id')))
    .prepare('author_standing'),
);
