import { z } from 'zod';
import { publicProcedure, router } from '#server/core/trpc.ts';
import { sitemapCounts, sitemapPartInput, sitemapPost, sitemapTutor } from '#shared/contracts/sitemap.ts';
import { getSitemapCounts, listSitemapCategories, listSitemapPosts, listSitemapTutors } from './sitemap.queries.ts';

export const sitemapRouter = router({
  counts: publicProcedure.output(sitemapCounts).query(({ ctx }) => getSitemapCounts(ctx)),
  categories: publicProcedure.output(z.array(z.string())).query(({ ctx }) => listSitemapCategories(ctx)),
  tutors: publicProcedure
    .input(sitemapPartInput)
    .output(z.array(sitemapTutor))
    .query(({ ctx, input }) => listSitemapTutors(ctx, input)),
  posts: publicProcedure
    .input(sitemapPartInput)
    .output(z.array(sitemapPost))
    .query(({ ctx, input }) => listSitemapPosts(ctx, input)),
});
