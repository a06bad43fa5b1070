import { createRoute, z } from '@hono/zod-openapi';
import { DomainError } from '#shared/errors.ts';
import { created, json, ok, operation, refusals } from './operation.ts';
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
import { okBody } from './wire/shapes.ts';
import { tutorParams } from './wire/tutor-search.ts';

const TAG = 'Blogs';

const own = createRoute({
  method: 'get',
  path: '/tutors/blogs',
  ...operation(TAG, 'tutor', 'Own posts, drafts included, the newest 200'),
  responses: { ...ok(blogsBody), ...refusals(401, 403) },
});

const create = createRoute({
  method: 'post',
  path: '/tutors/blogs',
  ...operation(TAG, 'tutor', 'Write a post, as a draft unless told otherwise'),
  request: json(createBlogBody),
  responses: { ...created(savedBlogBody), ...refusals(400, 401, 403, 404, 409, 429) },
});

const one = createRoute({
  method: 'get',
  path: '/tutors/blogs/{id}',
  ...operation(TAG, 'anyone', 'One post; a draft only for its author and admins'),
  request: { params: blogParams },
  responses: { ...ok(blogBody), ...refusals(404) },
});

const update = createRoute({
  method: 'put',
  path: '/tutors/blogs/{id}',
  ...operation(TAG, 'tutor', 'Change an own post; an absent key keeps its value'),
  request: { params: blogParams, ...json(updateBlogBody) },
  responses: { ...ok(savedBlogBody), ...refusals(400, 401, 403, 404, 409, 429) },
});

const remove = createRoute({
  method: 'delete',
  path: '/tutors/blogs/{id}',
  ...operation(TAG, 'tutor', 'Delete an own post'),
  request: { params: blogParams },
  responses: { ...ok(okBody), ...refusals(401, 403, 404) },
});

const ofTutor = createRoute({
  method: 'get',
  path: '/tutors/{id}/blogs',
  ...operation(TAG, 'anyone', 'What a tutor has published, the newest 200'),
  request: { params: tutorParams },
  responses: { ...ok(z.array(blog)), ...refusals(404) },
});

const all = createRoute({
  method: 'get',
  path: '/blogs',
  ...operation(TAG, 'anyone', 'What is published and the drafts of the tutor who asks, the newest 200'),
  request: { query: blogsQuery },
  responses: ok(z.array(blog)),
});

const oneBare = createRoute({
  method: 'get',
  path: '/blogs/{id}',
  ...operation(TAG, 'anyone', 'One post, without an envelope; a draft only for its author'),
  request: { params: blogParams },
  responses: { ...ok(blog), ...refusals(404) },
});

const like = createRoute({
  method: 'post',
  path: '/blogs/{id}/like',
  ...operation(TAG, 'user', 'Like a published post; once per person, repeating is harmless'),
  request: { params: blogParams },
  responses: { ...ok(likedBody), ...refusals(401, 404) },
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
