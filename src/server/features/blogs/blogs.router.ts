import { z } from 'zod';
import { perCaller, rateLimit } from '#server/core/rate-limits.ts';
import { router, sharedProcedure, tutorProcedure, userProcedure } from '#server/core/trpc.ts';
import { readsReplica } from '#server/core/visitor-reads.ts';
import {
  blogCounts,
  blogIdInput,
  blogPage,
  blogsInput,
  blogsPage,
  blogsQuery,
  blogView,
  type CreateBlogInput,
  createBlogInput,
  likedBlog,
  ownBlogsInput,
  savedBlog,
  type UpdateBlogInput,
  updateBlogInput,
} from '#shared/contracts/blogs.ts';
import { done } from '#shared/contracts/common.ts';
import { tutorIdInput } from '#shared/contracts/tutors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { TRPC_BYTES } from '#shared/vocabulary/limits.ts';
import { getBlog } from './blog-page.queries.ts';
import { createBlog, likeBlog, removeBlog, updateBlog } from './blogs.commands.ts';
import { countOwnBlogs, listAllBlogs, listAllBlogsOfTutor, listAllOwnBlogs, listOwnBlogs, listPublishedBlogs } from './blogs.queries.ts';

const readProcedure = sharedProcedure.use(readsReplica).meta({ failed: 'Failed to fetch blogs' });
const createAuthorProcedure = (failed: string) => tutorProcedure.meta({ failed, refused: 'Only tutors can manage blogs' });
const saveProcedure = createAuthorProcedure('Failed to save blog. Please try again.').meta({ maxBytes: TRPC_BYTES.blog });

export const blogsRouter = router({
  published: readProcedure
    .input(blogsInput)
    .output(blogsPage)
    .query(({ ctx, input }) => listPublishedBlogs(ctx, input)),
  own: createAuthorProcedure('Failed to fetch blogs')
    .input(ownBlogsInput)
    .output(blogsPage)
    .query(({ ctx, input }) => listOwnBlogs(ctx, input)),
  ownCounts: createAuthorProcedure('Failed to fetch blogs')
    .output(blogCounts)
    .query(({ ctx }) => countOwnBlogs(ctx)),
  byId: readProcedure
    .input(blogIdInput)
    .output(blogPage)
    .query(({ ctx, input }) => getBlog(ctx, input)),
  all: readProcedure
    .input(blogsQuery)
    .output(z.array(blogView))
    .query(({ ctx, input }) => listAllBlogs(ctx, input)),
  allOwn: createAuthorProcedure('Failed to fetch blogs')
    .output(z.array(blogView))
    .query(({ ctx }) => listAllOwnBlogs(ctx)),
  allOfTutor: readProcedure
    .input(tutorIdInput)
    .output(z.array(blogView))
    .query(({ ctx, input }) => listAllBlogsOfTutor(ctx, input)),
  create: saveProcedure
    .input(createBlogInput)
    .use(rateLimit<CreateBlogInput>('saveBlog', perCaller))
    .output(savedBlog)
    .mutation(async ({ ctx, input }) => ({ message: SUCCESS.blogCreated, blog: await createBlog(ctx, input) })),
  update: saveProcedure
    .input(updateBlogInput)
    .use(rateLimit<UpdateBlogInput>('saveBlog', perCaller))
    .output(savedBlog)
    .mutation(async ({ ctx, input }) => ({ message: SUCCESS.blogUpdated, blog: await updateBlog(ctx, input) })),
  remove: createAuthorProcedure('Failed to delete blog')
    .input(blogIdInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await removeBlog(ctx, input);
      return { message: SUCCESS.blogDeleted };
    }),
  like: userProcedure
    .meta({ failed: 'Failed to like blog' })
    .input(blogIdInput)
    .output(likedBlog)
    .mutation(({ ctx, input }) => likeBlog(ctx, input)),
});
