import { z } from '@hono/zod-openapi';
import { DomainError } from '#shared/errors.ts';
import { SUCCESS, tooLong, VALIDATION } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { callGroup, created, done, ok } from './calls.ts';
import { blog, blogBody, blogParams, blogsBody, blogsQuery, createBlogBody, likedBody, savedBlogBody, toBlog, updateBlogBody } from './wire/blogs.ts';
import { BLOG } from './wire/examples.ts';
import { tutorParams } from './wire/tutor-search.ts';

const { app, call } = callGroup('Blogs', 'anyone');
export const blogRoutes = app;

call('GET /api/tutors/blogs', 'blogs.allOwn', {
  who: 'tutor',
  summary: 'Own posts, drafts included, the newest 200',
  description: 'The newest first, without pages.',
  answers: ok(blogsBody),
  handle: async ({ api, site }) => ({ data: (await api.blogs.allOwn()).map((view) => toBlog(view, site)) }),
});

call('POST /api/tutors/blogs', 'blogs.create', {
  contract: 45,
  who: 'tutor',
  summary: 'Write a post, as a draft unless told otherwise',
  description: 'A post that is `published` is seen by everybody at once. What is not safe in the HTML is taken out.',
  body: createBlogBody,
  answers: created(savedBlogBody, {
    success: true,
    message: SUCCESS.blogCreated,
    data: { ...BLOG, likes: 0, isOwn: true, updatedAt: BLOG.createdAt },
  }),
  errors: ['upload.photo_url', 'tutor.profile_not_found', 'blog.too_many', 'blog.author_rejected', 'request.limited'],
  invalid: {
    title: [VALIDATION.blogTitle, tooLong('Title', LIMITS.blog.title)],
    content: [VALIDATION.blogContent, VALIDATION.blogElements, VALIDATION.blogAmpersands],
  },
  handle: async ({ api, input, site }) => {
    const { message, blog } = await api.blogs.create(input);
    return { message, data: toBlog(blog, site) };
  },
});

call('GET /api/tutors/blogs/{id}', 'blogs.byId', {
  contract: 44,
  summary: 'One post; a draft only for its author and admins',
  params: blogParams,
  answers: ok(blogBody),
  errors: ['blog.not_found'],
  handle: async ({ api, input, site }) => ({ data: toBlog(await api.blogs.byId(input), site) }),
});

call('PUT /api/tutors/blogs/{id}', 'blogs.update', {
  contract: 46,
  who: 'tutor',
  summary: 'Change an own post; an absent key keeps its value',
  params: blogParams,
  body: updateBlogBody,
  answers: ok(savedBlogBody, { success: true, message: SUCCESS.blogUpdated, data: { ...BLOG, status: 'draft', isOwn: true } }),
  errors: ['upload.photo_url', 'tutor.profile_not_found', 'blog.not_found', 'blog.author_rejected', 'request.limited'],
  invalid: {
    title: [VALIDATION.blogTitle, tooLong('Title', LIMITS.blog.title)],
    content: [VALIDATION.blogContent, VALIDATION.blogElements, VALIDATION.blogAmpersands],
  },
  handle: async ({ api, input, site }) => {
    const { message, blog } = await api.blogs.update(input);
    return { message, data: toBlog(blog, site) };
  },
});

call('DELETE /api/tutors/blogs/{id}', 'blogs.remove', {
  contract: 47,
  who: 'tutor',
  summary: 'Delete an own post',
  params: blogParams,
  answers: done(SUCCESS.blogDeleted),
  errors: ['tutor.profile_not_found', 'blog.not_found'],
  handle: ({ api, input }) => api.blogs.remove(input),
});

call('GET /api/tutors/{id}/blogs', 'blogs.allOfTutor', {
  summary: 'What a tutor has published, the newest 200',
  description: 'The newest first, without pages.',
  params: tutorParams,
  answers: ok(z.array(blog)),
  errors: ['tutor.not_found'],
  handle: async ({ api, input, site }) => (await api.blogs.allOfTutor(input)).map((view) => toBlog(view, site)),
});

call('GET /api/blogs', 'blogs.all', {
  contract: 48,
  summary: 'What is published and the drafts of the tutor who asks, the newest 200',
  description: 'The newest first, without pages.',
  query: blogsQuery,
  answers: ok(z.array(blog)),
  handle: async ({ api, input, site }) => (await api.blogs.all(input)).map((view) => toBlog(view, site)),
});

call('GET /api/blogs/{id}', 'blogs.bareById', {
  summary: 'One post, without an envelope; a draft only for its author',
  procedure: 'blogs.byId',
  params: blogParams,
  answers: ok(blog),
  errors: ['blog.not_found'],
  handle: async ({ api, input, site }) => {
    const view = await api.blogs.byId(input);
    if (view.status === 'draft' && !view.isOwn) throw new DomainError('blog.not_found');
    return toBlog(view, site);
  },
});

call('POST /api/blogs/{id}/like', 'blogs.like', {
  contract: 49,
  who: 'user',
  summary: 'Like a published post; once per person, repeating is harmless',
  description: 'It cannot be taken back. `likes` is how many like it now.',
  params: blogParams,
  answers: ok(likedBody),
  errors: ['blog.not_found'],
  handle: ({ api, input }) => api.blogs.like(input),
});
