import { z } from '@hono/zod-openapi';
import { DomainError } from '#shared/errors.ts';
import { SUCCESS, tooLong, VALIDATION } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { ADDITIONAL, call, created, done, json, ok } from './operation.ts';
import { restGroup } from './support.ts';
import {
  blog,
  blogBody,
  blogParams,
  blogsBody,
  blogsQuery,
  createBlogBody,
  likedBody,
  savedBlogBody,
  toBlog,
  toBlogs,
  updateBlogBody,
} from './wire/blogs.ts';
import { BLOG } from './wire/examples.ts';
import { tutorParams } from './wire/tutor-search.ts';

const TAG = 'Blogs';

const own = call('blogs.allOwn', {
  method: 'get',
  path: '/tutors/blogs',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'tutor',
  summary: 'Own posts, drafts included, the newest 200',
  description: 'The newest first, without pages.',
  answers: ok(blogsBody),
});

const create = call('blogs.create', {
  method: 'post',
  path: '/tutors/blogs',
  contract: 45,
  tag: TAG,
  who: 'tutor',
  summary: 'Write a post, as a draft unless told otherwise',
  description: 'A post that is `published` is seen by everybody at once. What is not safe in the HTML is taken out.',
  request: json(createBlogBody),
  answers: created(savedBlogBody, {
    success: true,
    message: SUCCESS.blogCreated,
    data: { ...BLOG, likes: 0, isOwn: true, updatedAt: BLOG.createdAt },
  }),
  refuses: ['upload.photo_url', 'tutor.profile_not_found', 'blog.too_many', 'blog.author_rejected', 'request.limited'],
  invalid: {
    title: [VALIDATION.blogTitle, tooLong('Title', LIMITS.blog.title)],
    content: [VALIDATION.blogContent, VALIDATION.blogElements, VALIDATION.blogAmpersands],
  },
});

const one = call('blogs.byId', {
  method: 'get',
  path: '/tutors/blogs/{id}',
  contract: 44,
  tag: TAG,
  who: 'anyone',
  summary: 'One post; a draft only for its author and admins',
  request: { params: blogParams },
  answers: ok(blogBody),
  refuses: ['blog.not_found'],
});

const update = call('blogs.update', {
  method: 'put',
  path: '/tutors/blogs/{id}',
  contract: 46,
  tag: TAG,
  who: 'tutor',
  summary: 'Change an own post; an absent key keeps its value',
  request: { params: blogParams, ...json(updateBlogBody) },
  answers: ok(savedBlogBody, { success: true, message: SUCCESS.blogUpdated, data: { ...BLOG, status: 'draft', isOwn: true } }),
  refuses: ['upload.photo_url', 'tutor.profile_not_found', 'blog.not_found', 'blog.author_rejected', 'request.limited'],
  invalid: {
    title: [VALIDATION.blogTitle, tooLong('Title', LIMITS.blog.title)],
    content: [VALIDATION.blogContent, VALIDATION.blogElements, VALIDATION.blogAmpersands],
  },
});

const remove = call('blogs.remove', {
  method: 'delete',
  path: '/tutors/blogs/{id}',
  contract: 47,
  tag: TAG,
  who: 'tutor',
  summary: 'Delete an own post',
  request: { params: blogParams },
  answers: done(SUCCESS.blogDeleted),
  refuses: ['tutor.profile_not_found', 'blog.not_found'],
});

const ofTutor = call('blogs.allOfTutor', {
  method: 'get',
  path: '/tutors/{id}/blogs',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'anyone',
  summary: 'What a tutor has published, the newest 200',
  description: 'The newest first, without pages.',
  request: { params: tutorParams },
  answers: ok(z.array(blog)),
  refuses: ['tutor.not_found'],
});

const all = call('blogs.all', {
  method: 'get',
  path: '/blogs',
  contract: 48,
  tag: TAG,
  who: 'anyone',
  summary: 'What is published and the drafts of the tutor who asks, the newest 200',
  description: 'The newest first, without pages.',
  request: { query: blogsQuery },
  answers: ok(z.array(blog)),
});

const oneBare = call('blogs.bareById', {
  method: 'get',
  path: '/blogs/{id}',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'anyone',
  summary: 'One post, without an envelope; a draft only for its author',
  procedure: 'blogs.byId',
  request: { params: blogParams },
  answers: ok(blog),
  refuses: ['blog.not_found'],
});

const like = call('blogs.like', {
  method: 'post',
  path: '/blogs/{id}/like',
  contract: 49,
  tag: TAG,
  who: 'user',
  summary: 'Like a published post; once per person, repeating is harmless',
  description: 'It cannot be taken back. `likes` is how many like it now.',
  request: { params: blogParams },
  answers: ok(likedBody),
  refuses: ['blog.not_found'],
});

/** Mounted at `/api`, before the paths that begin with a tutor's id. */
export function blogRoutes() {
  const group = restGroup();

  group.openapi(own, async (c) => c.json({ success: true as const, data: toBlogs(await c.var.api.blogs.allOwn(), c.var.site) }, 200));
  group.openapi(create, async (c) => {
    const { message, blog } = await c.var.api.blogs.create(c.req.valid('json'));
    return c.json({ success: true as const, message, data: toBlog(blog, c.var.site) }, 201);
  });
  group.openapi(one, async (c) => {
    const found = await c.var.api.blogs.byId(c.req.valid('param'));
    return c.json({ success: true as const, data: toBlog(found, c.var.site) }, 200);
  });
  group.openapi(update, async (c) => {
    const { message, blog } = await c.var.api.blogs.update({ ...c.req.valid('json'), ...c.req.valid('param') });
    return c.json({ success: true as const, message, data: toBlog(blog, c.var.site) }, 200);
  });
  group.openapi(remove, async (c) => {
    const { message } = await c.var.api.blogs.remove(c.req.valid('param'));
    return c.json({ success: true as const, message }, 200);
  });

  group.openapi(ofTutor, async (c) => c.json(toBlogs(await c.var.api.blogs.allOfTutor(c.req.valid('param')), c.var.site), 200));
  group.openapi(all, async (c) => c.json(toBlogs(await c.var.api.blogs.all(c.req.valid('query')), c.var.site), 200));
  group.openapi(oneBare, async (c) => {
    const found = await c.var.api.blogs.byId(c.req.valid('param'));
    if (found.status === 'draft' && !found.isOwn) throw new DomainError('blog.not_found');
    return c.json(toBlog(found, c.var.site), 200);
  });
  group.openapi(like, async (c) => {
    const { likes } = await c.var.api.blogs.like(c.req.valid('param'));
    return c.json({ success: true as const, likes }, 200);
  });

  return group;
}
