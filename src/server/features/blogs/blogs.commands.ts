import { isDeepStrictEqual } from 'node:util';
import { and, count, eq, sql } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { blogLikes, blogs } from '#db/schema/engagement.ts';
import { tutorProfiles as profiles } from '#db/schema/tutors.ts';
import type { As, SignedIn } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import { lockOwnAccount } from '#server/core/active-account.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { BlogIdInput, BlogView, CreateBlogInput, LikedBlog, UpdateBlogInput } from '#shared/contracts/blogs.ts';
import { excerpt, hasContent, readingTime, withoutSite } from '#shared/domain/rich-text.ts';
import { DomainError } from '#shared/errors.ts';
import { tooLong, VALIDATION } from '#shared/messages.ts';
import { BLOGS, LIMITS } from '#shared/vocabulary/limits.ts';
import { keepImages, ownImages, photoUrl, releaseImages } from './blog-images.steps.ts';
import { savedBlogView } from './blog-page.queries.ts';
import { isFindable } from './blogs.queries.ts';

type Blog = typeof blogs.$inferSelect;
type Text = Pick<Blog, 'title' | 'content' | 'tags' | 'status' | 'featuredImage'>;
type Author = { tutorId: string; isRejected: boolean };

const NOTHING_YET: Pick<Text, 'status' | 'content' | 'featuredImage'> = { status: 'draft', content: '', featuredImage: '' };

export function createBlog(ctx: As<'tutor'>, input: CreateBlogInput): Promise<BlogView> {
  const content = contentFrom(ctx, input.content);
  return inUnitOfWork(ctx, async (unit) => {
    const { db, now } = unit;
    const author = await lockAuthor(unit);
    if ((await db.$count(blogs, eq(blogs.tutorId, author.tutorId))) >= BLOGS.most) throw new DomainError('blog.too_many');
    const text = { ...input, content, featuredImage: photoUrl(unit, { sent: input.featuredImage, stored: '' }) };
    checkPublishing(author, NOTHING_YET, text);
    const uploadIds = await ownImages(unit, { text, stored: NOTHING_YET });
    const at = now();
    const { id } = only(
      await db
        .insert(blogs)
        .values({ ...text, ...toldOf(content), tutorId: author.tutorId, createdAt: at, updatedAt: at })
        .returning({ id: blogs.id }),
    );
    await keepImages(unit, id, uploadIds);
    return savedBlogView(unit, id);
  });
}

/** Changes what was sent of an own post, if it is still the one that was seen; one that is saved as it was is not touched. */
export function updateBlog(ctx: As<'tutor'>, { id, seenAt, ...input }: UpdateBlogInput): Promise<BlogView> {
  const content = input.content === undefined ? undefined : contentFrom(ctx, input.content);
  return inUnitOfWork(ctx, async (unit) => {
    const { db, now } = unit;
    const author = await lockAuthor(unit);
    const stored = await ownBlog(unit, author, id);
    const text: Text = {
      title: input.title ?? stored.title,
      content: content ?? stored.content,
      tags: input.tags ?? stored.tags,
      status: input.status ?? stored.status,
      featuredImage:
        input.featuredImage === undefined ? stored.featuredImage : photoUrl(unit, { sent: input.featuredImage, stored: stored.featuredImage }),
    };
    if (isDeepStrictEqual(text, textOf(stored))) return savedBlogView(unit, stored.id);
    if (seenAt && seenAt.getTime() !== stored.updatedAt.getTime()) throw new DomainError('blog.changed');
    checkPublishing(author, stored, text);
    const uploadIds = await ownImages(unit, { text, stored });
    await db
      .update(blogs)
      .set({ ...text, ...toldOf(text.content), updatedAt: now() })
      .where(eq(blogs.id, stored.id));
    await keepImages(unit, stored.id, uploadIds);
    return savedBlogView(unit, stored.id);
  });
}

export async function removeBlog(ctx: As<'tutor'>, { id }: BlogIdInput): Promise<void> {
  await inUnitOfWork(ctx, async (unit) => {
    const blog = await ownBlog(unit, await lockAuthor(unit), id);
    await releaseImages(unit, blog.id);
    await unit.db.delete(blogs).where(eq(blogs.id, blog.id));
  });
}

/** Once per person; the second time changes nothing. */
export function likeBlog(ctx: SignedIn, { id }: BlogIdInput): Promise<LikedBlog> {
  return inUnitOfWork(ctx, async ({ db, actor, now }) => {
    const [blog] = await db
      .select({ id: blogs.id })
      .from(blogs)
      .where(and(byId(blogs.id, id), eq(blogs.status, 'published'), isFindable));
    if (!blog) throw new DomainError('blog.not_found');
    await db.insert(blogLikes).values({ blogId: blog.id, userId: actor.id, createdAt: now() }).onConflictDoNothing();
    return only(await db.select({ likes: count() }).from(blogLikes).where(eq(blogLikes.blogId, blog.id)));
  });
}

/** Cleaned, and with our own addresses as seen from our site. */
function contentFrom({ richText, platform }: As<'tutor'>, sent: string): string {
  if (sent.split('<').length - 1 > LIMITS.blog.elements) throw new DomainError('request.invalid', { field: 'content' }, VALIDATION.blogElements);
  if (sent.split('&').length - 1 > LIMITS.blog.ampersands) throw new DomainError('request.invalid', { field: 'content' }, VALIDATION.blogAmpersands);
  const content = richText.clean(withoutSite(sent, platform.publicUrl));
  const most = LIMITS.blog.content;
  if (content.length > most) throw new DomainError('request.invalid', { field: 'content' }, tooLong('Content', most));
  if (!hasContent(content)) throw new DomainError('request.invalid', { field: 'content' }, VALIDATION.blogContent);
  return content;
}

/** What lists say of it. */
function toldOf(content: string): Pick<Blog, 'excerpt' | 'readingMinutes'> {
  return { excerpt: excerpt(content), readingMinutes: readingTime(content) };
}

/** One saving of an author's posts at a time; an upload of theirs is swept before it or after. */
async function lockAuthor({ db, actor }: Unit<As<'tutor'>>): Promise<Author> {
  await lockOwnAccount({ db, actor });
  const [profile] = await db
    .select({ tutorId: profiles.id, isRejected: sql<boolean>`${profiles.verificationStatus} = 'rejected'` })
    .from(profiles)
    .where(eq(profiles.userId, actor.id));
  if (!profile) throw new DomainError('tutor.profile_not_found');
  return profile;
}

async function ownBlog({ db }: Unit<As<'tutor'>>, { tutorId }: Author, id: string): Promise<Blog> {
  const [blog] = await db
    .select()
    .from(blogs)
    .where(and(byId(blogs.id, id), eq(blogs.tutorId, tutorId)));
  if (!blog) throw new DomainError('blog.not_found');
  return blog;
}

function checkPublishing({ isRejected }: Author, before: Pick<Text, 'status'>, after: Pick<Text, 'status'>): void {
  if (isRejected && after.status === 'published' && before.status !== 'published') throw new DomainError('blog.author_rejected');
}

const textOf = ({ title, content, tags, status, featuredImage }: Blog): Text => ({ title, content, tags, status, featuredImage });
