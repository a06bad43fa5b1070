import { z } from 'zod';
import { ERRORS } from '#shared/errors.ts';
import { tooLong, tooMany, VALIDATION } from '#shared/messages.ts';
import { BLOG_STATUSES } from '#shared/vocabulary/content.ts';
import { BLOGS, LIMITS } from '#shared/vocabulary/limits.ts';
import { id, text } from './common.ts';

const { blog } = LIMITS;

const title = z.string({ error: VALIDATION.blogTitle }).trim().min(1, VALIDATION.blogTitle).max(blog.title, tooLong('Title', blog.title));
/** HTML; the server sanitises it and measures what remains. */
const content = z.string({ error: VALIDATION.blogContent }).trim().min(1, VALIDATION.blogContent).max(blog.sent, tooLong('Content', blog.content));
const tags = z
  .array(z.string().trim().max(blog.tag, tooLong('Tag', blog.tag)))
  .transform((tags) => [...new Set(tags.filter((tag) => tag !== ''))])
  .refine((tags) => tags.length <= blog.tags, tooMany('Tags', blog.tags));
const featuredImage = z.string({ error: ERRORS['upload.photo_url'].message }).trim().max(LIMITS.url, ERRORS['upload.photo_url'].message);
const status = z.enum(BLOG_STATUSES);

export const createBlogInput = z.object({
  title,
  content,
  tags: tags.default([]),
  /** Without it a new post is a draft, and one that was created before keeps its own. */
  status: status.optional(),
  featuredImage: featuredImage.default(''),
  /** The same for all tries to create one post. */
  idempotencyKey: text('Request key', LIMITS.requestKey).optional(),
  /** By the browser's clock, which tells the newer of two tries. */
  sentAt: z.date().min(new Date(0)).max(new Date('9999-12-31')).optional(),
});
export type CreateBlogInput = z.infer<typeof createBlogInput>;

export const updateBlogInput = z.object({
  id,
  /** `updatedAt` of the post that was edited: a newer one is not overwritten. Without it the last write wins. */
  seenAt: z.date().optional(),
  title: title.optional(),
  content: content.optional(),
  tags: tags.optional(),
  status: status.optional(),
  featuredImage: featuredImage.optional(),
});
export type UpdateBlogInput = z.infer<typeof updateBlogInput>;

export const blogIdInput = z.object({ id });
export type BlogIdInput = z.infer<typeof blogIdInput>;

/** `id` is the id of the tutor profile. */
const author = z.object({ id: z.string(), name: z.string(), profileImage: z.string() });

export const blogView = z.object({
  id: z.string(),
  title: z.string(),
  /** Sanitised HTML. */
  content: z.string(),
  tags: z.array(z.string()),
  status,
  likes: z.number(),
  isLiked: z.boolean(),
  isOwn: z.boolean(),
  featuredImage: z.string(),
  author,
  /** In minutes. */
  readingTime: z.number(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type BlogView = z.infer<typeof blogView>;

export const blogCard = blogView.omit({ content: true }).extend({ excerpt: z.string() });
export type BlogCard = z.infer<typeof blogCard>;

export const blogPage = blogView.extend({
  author: author.extend({ bio: z.string(), isVerified: z.boolean(), rating: z.number(), totalReviews: z.number(), subjects: z.array(z.string()) }),
});
export type BlogPage = z.infer<typeof blogPage>;

const pages = { cursor: z.string().max(200).nullish(), limit: z.int().min(1).max(BLOGS.mostPerPage).default(BLOGS.pageSize) };
const filters = { tag: z.string().trim().max(blog.tag).optional(), search: z.string().trim().max(LIMITS.searchText).optional() };

/** `after` has the same meaning as in `searchInput`. */
export const blogsInput = z.object({ ...filters, ...pages, after: z.string().max(200).optional() }).prefault({});
export type BlogsInput = z.infer<typeof blogsInput>;
export const ownBlogsInput = z.object({ status, ...pages });
export type OwnBlogsInput = z.infer<typeof ownBlogsInput>;
export const blogsPage = z.object({ blogs: z.array(blogCard), nextCursor: z.string().nullable() });
export type BlogsPage = z.infer<typeof blogsPage>;
export const blogCounts = z.object({ published: z.number(), drafts: z.number() });
export type BlogCounts = z.infer<typeof blogCounts>;

export const blogsQuery = z.object(filters).prefault({});
export type BlogsQuery = z.infer<typeof blogsQuery>;

export const savedBlog = z.object({ message: z.string(), blog: blogView });
export type SavedBlog = z.infer<typeof savedBlog>;

export const likedBlog = z.object({ likes: z.number() });
export type LikedBlog = z.infer<typeof likedBlog>;
