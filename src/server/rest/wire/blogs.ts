import { z } from '@hono/zod-openapi';
import { type BlogView, createBlogInput, updateBlogInput } from '#shared/contracts/blogs.ts';
import { withSite } from '#shared/domain/rich-text.ts';
import { SUCCESS } from '#shared/messages.ts';
import { BLOG_STATUSES } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { BLOG, BLOG_WORDS } from './examples.ts';
import { body, parameter, pathId, type Sent, something, text, unlessAll, word } from './reading.ts';
import { absolute, count, date, entity, image, success, told } from './shapes.ts';

export const blogParams = z.object({ id: pathId('The id of a post.', BLOG.id) });

export const blogsQuery = z.object({
  tag: parameter({ description: 'A tag, as it is written', example: 'past papers', read: (text) => unlessAll(text)?.slice(0, LIMITS.blog.tag) }),
  search: parameter({ description: 'A part of the title, or a tag', example: 'paper', read: (text) => text?.slice(0, LIMITS.searchText) }),
});

const FIELDS = {
  content: { description: `HTML, of which what is not safe is taken out; ${LIMITS.blog.content} characters of the rest at most.` },
  tags: { maxItems: LIMITS.blog.tags, description: 'A text with commas is split.' },
  featuredImage: { description: 'Empty for none, or the address of an own photo as its upload answered it.' },
};

export const createBlogBody = body('CreateBlog', { contract: createBlogInput, example: BLOG_WORDS, fields: FIELDS, read: blogIn });

/** An absent key keeps its value. */
export const updateBlogBody = body('UpdateBlog', {
  contract: updateBlogInput.omit({ id: true, seenAt: true }),
  example: { status: 'draft', tags: BLOG_WORDS.tags },
  fields: FIELDS,
  read: blogIn,
});

/** Null stands for nothing, and of what has a default for its absence. */
function blogIn({ title, content, tags, status, featuredImage }: Sent) {
  return {
    title: text(title),
    content: text(content),
    tags: tagsIn(tags),
    status: word(status) ?? something(status),
    featuredImage: text(featuredImage),
  };
}

/** A list, or a text with commas. */
function tagsIn(tags: unknown): unknown {
  if (typeof tags === 'string') return tags.split(',');
  return tags ?? (tags === null ? [] : undefined);
}

export const blog = entity({
  title: z.string(),
  content: z.string().openapi({ description: 'HTML that is safe to show; links and images of this site are absolute.' }),
  tags: z.array(z.string()),
  status: z.enum(BLOG_STATUSES),
  likes: count,
  isLiked: z.boolean().openapi({ description: 'By the one who asks.' }),
  isOwn: z.boolean().openapi({ description: 'Whether the one who asks has written it.' }),
  featuredImage: image,
  author: entity({ name: z.string(), profileImage: image }).openapi({ description: 'The id is that of the tutor.' }),
  readingTime: z.int().min(1).openapi({ description: 'In minutes.' }),
  createdAt: date,
  updatedAt: date,
}).openapi('Blog', { example: BLOG });

export const blogBody = z.object({ success, data: blog });
export const blogsBody = z.object({ success, data: z.array(blog) });
export const savedBlogBody = z.object({ success, message: told(SUCCESS.blogUpdated), data: blog });
export const likedBody = z.object({ success, likes: count.openapi({ example: 19 }) });

export const toBlog = (view: BlogView, site: string) => ({
  _id: view.id,
  id: view.id,
  title: view.title,
  content: withSite(view.content, site),
  tags: view.tags,
  status: view.status,
  likes: view.likes,
  isLiked: view.isLiked,
  isOwn: view.isOwn,
  featuredImage: absolute(view.featuredImage, site),
  author: {
    _id: view.author.id,
    id: view.author.id,
    name: view.author.name,
    profileImage: absolute(view.author.profileImage, site),
  },
  readingTime: view.readingTime,
  createdAt: view.createdAt,
  updatedAt: view.updatedAt,
});

export const toBlogs = (views: readonly BlogView[], site: string) => views.map((view) => toBlog(view, site));
