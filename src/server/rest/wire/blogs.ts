import { z } from '@hono/zod-openapi';
import { type BlogView, blogView, createBlogInput, updateBlogInput } from '#shared/contracts/blogs.ts';
import { withSite } from '#shared/domain/rich-text.ts';
import { SUCCESS } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { BLOG, BLOG_INPUT } from './examples.ts';
import { body, emptyToUndefined, filter, idParams, type JsonObject, nullToEmpty, searchText, toKeyword } from './input.ts';
import { count, message, success } from './schemas.ts';
import { wireSchema } from './views.ts';

export const blogParams = idParams('The id of a post.', BLOG.id);

export const blogsQuery = z.object({
  tag: filter('A tag, as it is written', { example: 'past papers', max: LIMITS.blog.tag }),
  search: searchText('A part of the title, or a tag', 'paper'),
});

const FIELDS = {
  content: `HTML, of which what is not safe is taken out; ${LIMITS.blog.content} characters of the rest at most.`,
  tags: { maxItems: LIMITS.blog.tags, description: 'A text with commas is split.' },
  featuredImage: 'Empty for none, or the address of an own photo as its upload answered it.',
};

export const createBlogBody = body('CreateBlog', {
  contract: createBlogInput.omit({ idempotencyKey: true, sentAt: true }).extend({ status: createBlogInput.shape.status.unwrap().default('draft') }),
  example: BLOG_INPUT,
  fields: FIELDS,
  read: readBlog,
});
export const updateBlogBody = body('UpdateBlog', {
  contract: updateBlogInput.omit({ id: true, seenAt: true }),
  example: { status: 'draft', tags: BLOG_INPUT.tags },
  fields: FIELDS,
  read: readBlog,
});

function readBlog({ title, content, tags, status, featuredImage }: JsonObject) {
  return {
    title: nullToEmpty(title),
    content: nullToEmpty(content),
    tags: typeof tags === 'string' ? tags.split(',') : (tags ?? (tags === null ? [] : undefined)),
    status: toKeyword(status) ?? emptyToUndefined(status),
    featuredImage: nullToEmpty(featuredImage),
  };
}

export const blog = wireSchema(blogView, {
  content: 'HTML that is safe to show; links and images of this site are absolute.',
  isLiked: 'By the one who asks.',
  isOwn: 'Whether the one who asks has written it.',
  author: 'The id is that of the tutor.',
  readingTime: z.int().min(1).openapi({ description: 'In minutes.' }),
}).openapi('Blog', { example: BLOG });

export const blogBody = z.object({ success, data: blog });
export const blogsBody = z.object({ success, data: z.array(blog) });
export const savedBlogBody = z.object({ success, message: message(SUCCESS.blogUpdated), data: blog });
export const likedBody = z.object({ success, likes: count.openapi({ example: 19 }) });

export const toBlog = (view: BlogView, site: string) => ({ ...view, content: withSite(view.content, site) });
