import { z } from 'zod';
import { limited, perCaller } from '#server/core/limits.ts';
import { anyone, router, tutor, user } from '#server/core/trpc.ts';
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
import { blogById } from './blog-page.queries.ts';
import { createBlog, likeBlog, removeBlog, updateBlog } from './blogs.commands.ts';
import { allBlogs, allBlogsOfTutor, allOwnBlogs, ownBlogCounts, ownBlogs, publishedBlogs } from './blogs.queries.ts';

const reading = anyone.meta({ failed: 'Failed to fetch blogs' });
const forAuthors = (failed: string) => tutor.meta({ failed, refused: 'Only tutors can manage blogs' });
const savingBlogs = forAuthors('Failed to save blog. Please try again.').meta({ mostBytes: TRPC_BYTES.blog });

export const blogsRouter = router({
  published: reading
    .input(blogsInput)
    .output(blogsPage)
    .query(({ ctx, input }) => publishedBlogs(ctx, input)),
  own: forAuthors('Failed to fetch blogs')
    .input(ownBlogsInput)
    .output(blogsPage)
    .query(({ ctx, input }) => ownBlogs(ctx, input)),
  ownCounts: forAuthors('Failed to fetch blogs')
    .output(blogCounts)
    .query(({ ctx }) => ownBlogCounts(ctx)),
  byId: reading
    .input(blogIdInput)
    .output(blogPage)
    .query(({ ctx, input }) => blogById(ctx, input)),
  all: reading
    .input(blogsQuery)
    .output(z.array(blogView))
    .query(({ ctx, input }) => allBlogs(ctx, input)),
  allOwn: forAuthors('Failed to fetch blogs')
    .output(z.array(blogView))
    .query(({ ctx }) => allOwnBlogs(ctx)),
  allOfTutor: reading
    .input(tutorIdInput)
    .output(z.array(blogView))
    .query(({ ctx, input }) => allBlogsOfTutor(ctx, input)),
  create: savingBlogs
    .input(createBlogInput)
    .use(limited<CreateBlogInput>('saveBlog', perCaller))
    .output(savedBlog)
    .mutation(async ({ ctx, input }) => ({ message: SUCCESS.blogCreated, blog: await createBlog(ctx, input) })),
  update: savingBlogs
    .input(updateBlogInput)
    .use(limited<UpdateBlogInput>('saveBlog', perCaller))
    .output(savedBlog)
    .mutation(async ({ ctx, input }) => ({ message: SUCCESS.blogUpdated, blog: await updateBlog(ctx, input) })),
  remove: forAuthors('Failed to delete blog')
    .input(blogIdInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await removeBlog(ctx, input);
      return { message: SUCCESS.blogDeleted };
    }),
  like: user
    .meta({ failed: 'Failed to like blog' })
    .input(blogIdInput)
    .output(likedBlog)
    .mutation(({ ctx, input }) => likeBlog(ctx, input)),
});
