import { isDeepStrictEqual } from 'node:util';
import { and, count, eq, sql } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { blogLikes, blogs } from '#db/schema/engagement.ts';
import { tutorProfiles as profiles } from '#db/schema/tutors.ts';
import { lockOwnAccount } from '#server/core/active-account.ts';
import type { CtxAs, SignedIn } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { BlogIdInput, BlogView, CreateBlogInput, LikedBlog, UpdateBlogInput } from '#shared/contracts/blogs.ts';
import { excerpt, hasContent, readingTime, withoutSite } from '#shared/domain/rich-text.ts';
import { DomainError } from '#shared/errors.ts';
import { tooLong, VALIDATION } from '#shared/messages.ts';
import { BLOGS, LIMITS } from '#shared/vocabulary/limits.ts';
import { listOwnImages, resolvePhotoUrl, saveBlogImages } from './blog-images.steps.ts';
import { getSavedBlog } from './blog-page.queries.ts';
import { hasPublicAuthor } from './blogs.queries.ts';

type Blog = typeof blogs.$inferSelect;
type Text = Pick<Blog, 'title' | 'content' | 'tags' | 'status' | 'featuredImage'>;
type Author = { tutorId: string; isRejected: boolean };
type Change = { stored: Blog; text: Text; creationSentAt: Date | null; isOutdated: boolean };

const EMPTY_POST: Pick<Text, 'status' | 'content' | 'featuredImage'> = { status: 'draft', content: '', featuredImage: '' };

export async function createBlog(ctx: CtxAs<'tutor'>, { idempotencyKey, sentAt, ...input }: CreateBlogInput): Promise<BlogView> {
  const content = await cleanContent(ctx, input.content);
  return inUnitOfWork(ctx, async (unit) => {
    const { db, now } = unit;
    const author = await lockAuthor(unit);
    const stored = idempotencyKey ? await findCreatedBlog(unit, author, idempotencyKey) : null;
    const text: Text = {
      ...input,
      content,
      status: input.status ?? stored?.status ?? 'draft',
      featuredImage: resolvePhotoUrl(unit, { requested: input.featuredImage, stored: stored?.featuredImage ?? '' }),
    };
    if (stored) {
      const isNewer = sentAt !== undefined && stored.creationSentAt !== null && sentAt > stored.creationSentAt;
      // An autosave does not know that an earlier try has published the post.
      const isUnasked = input.status === undefined && stored.status === 'published';
      return saveText(unit, author, { stored, text, creationSentAt: sentAt ?? null, isOutdated: !isNewer || isUnasked });
    }
    if ((await db.$count(blogs, eq(blogs.tutorId, author.tutorId))) >= BLOGS.most) throw new DomainError('blog.too_many');
    requireMayPublish(author, EMPTY_POST, text);
    const uploadIds = await listOwnImages(unit, { text, stored: EMPTY_POST });
    const at = now();
    const creation = idempotencyKey ? { creationKey: idempotencyKey, creationSentAt: sentAt ?? null } : {};
    const { id } = only(
      await db
        .insert(blogs)
        .values({ ...text, ...toSummary(content), ...creation, tutorId: author.tutorId, createdAt: at, updatedAt: at })
        .returning({ id: blogs.id }),
    );
    await saveBlogImages(unit, id, uploadIds);
    unit.record({ type: 'blog.changed', blogId: id });
    return getSavedBlog(unit, id);
  });
}

export async function updateBlog(ctx: CtxAs<'tutor'>, { id, seenAt, ...input }: UpdateBlogInput): Promise<BlogView> {
  const content = input.content === undefined ? undefined : await cleanContent(ctx, input.content);
  return inUnitOfWork(ctx, async (unit) => {
    const author = await lockAuthor(unit);
    const stored = await getOwnBlog(unit, author, id);
    const text: Text = {
      title: input.title ?? stored.title,
      content: content ?? stored.content,
      tags: input.tags ?? stored.tags,
      status: input.status ?? stored.status,
      featuredImage:
        input.featuredImage === undefined
          ? stored.featuredImage
          : resolvePhotoUrl(unit, { requested: input.featuredImage, stored: stored.featuredImage }),
    };
    const isOutdated = seenAt !== undefined && seenAt.getTime() !== stored.updatedAt.getTime();
    return saveText(unit, author, { stored, text, creationSentAt: null, isOutdated });
  });
}

async function saveText(unit: Unit<CtxAs<'tutor'>>, author: Author, { stored, text, creationSentAt, isOutdated }: Change): Promise<BlogView> {
  const { db, now } = unit;
  const { id } = stored;
  if (isDeepStrictEqual(text, toText(stored))) return getSavedBlog(unit, id);
  if (isOutdated) throw new DomainError('blog.changed', { params: { id } });
  requireMayPublish(author, stored, text);
  const uploadIds = await listOwnImages(unit, { text, stored });
  await db
    .update(blogs)
    .set({ ...text, ...toSummary(text.content), creationSentAt, updatedAt: now() })
    .where(eq(blogs.id, id));
  await saveBlogImages(unit, id, uploadIds);
  unit.record({ type: 'blog.changed', blogId: id });
  return getSavedBlog(unit, id);
}

export async function removeBlog(ctx: CtxAs<'tutor'>, { id }: BlogIdInput): Promise<void> {
  await inUnitOfWork(ctx, async (unit) => {
    const blog = await getOwnBlog(unit, await lockAuthor(unit), id);
    await saveBlogImages(unit, blog.id, []);
    await unit.db.delete(blogs).where(eq(blogs.id, blog.id));
    unit.record({ type: 'blog.changed', blogId: blog.id });
  });
}

export function likeBlog(ctx: SignedIn, { id }: BlogIdInput): Promise<LikedBlog> {
  return inUnitOfWork(ctx, async ({ db, actor, now }) => {
    const [blog] = await db
      .select({ id: blogs.id })
      .from(blogs)
      .where(and(byId(blogs.id, id), eq(blogs.status, 'published'), hasPublicAuthor));
    if (!blog) throw new DomainError('blog.not_found');
    await db.insert(blogLikes).values({ blogId: blog.id, userId: actor.id, createdAt: now() }).onConflictDoNothing();
    return only(await db.select({ likes: count() }).from(blogLikes).where(eq(blogLikes.blogId, blog.id)));
  });
}

async function cleanContent({ richText, platform }: CtxAs<'tutor'>, html: string): Promise<string> {
  const refuse = (message: string): never => {
    throw new DomainError('request.invalid', { field: 'content' }, message);
  };
  if (html.split('<').length - 1 > LIMITS.blog.elements) refuse(VALIDATION.blogElements);
  if (html.split('&').length - 1 > LIMITS.blog.ampersands) refuse(VALIDATION.blogAmpersands);
  const content = await richText.clean(withoutSite(html, platform.publicUrl));
  if (content.length > LIMITS.blog.content) refuse(tooLong('Content', LIMITS.blog.content));
  if (!hasContent(content)) refuse(VALIDATION.blogContent);
  return content;
}

function toSummary(content: string): Pick<Blog, 'excerpt' | 'readingMinutes'> {
  return { excerpt: excerpt(content), readingMinutes: readingTime(content) };
}

/** The lock also keeps the sweep of unused uploads from running during a save. */
async function lockAuthor({ db, actor }: Unit<CtxAs<'tutor'>>): Promise<Author> {
  await lockOwnAccount({ db, actor });
  const [profile] = await db
    .select({ tutorId: profiles.id, isRejected: sql<boolean>`${profiles.verificationStatus} = 'rejected'` })
    .from(profiles)
    .where(eq(profiles.userId, actor.id));
  if (!profile) throw new DomainError('tutor.profile_not_found');
  return profile;
}

async function getOwnBlog({ db }: Unit<CtxAs<'tutor'>>, { tutorId }: Author, id: string): Promise<Blog> {
  const [blog] = await db
    .select()
    .from(blogs)
    .where(and(byId(blogs.id, id), eq(blogs.tutorId, tutorId)));
  if (!blog) throw new DomainError('blog.not_found');
  return blog;
}

async function findCreatedBlog({ db }: Unit<CtxAs<'tutor'>>, { tutorId }: Author, key: string): Promise<Blog | null> {
  const [blog] = await db
    .select()
    .from(blogs)
    .where(and(eq(blogs.tutorId, tutorId), eq(blogs.creationKey, key)));
  return blog ?? null;
}

function requireMayPublish({ isRejected }: Author, previous: Pick<Text, 'status'>, next: Pick<Text, 'status'>): void {
  if (isRejected && next.status === 'published' && previous.status !== 'published') throw new DomainError('blog.author_rejected');
}

const toText = ({ title, content, tags, status, featuredImage }: Blog): Text => ({ title, content, tags, status, featuredImage });
