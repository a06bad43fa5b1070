import { z } from 'zod';

/** The most addresses of one file that https://www.sitemaps.org/protocol.html allows, and the most files of an index. */
export const SITEMAP_LIMIT = 50_000;

const upToLimit = z.int().min(1).max(SITEMAP_LIMIT);

/** `part` counts from 1. */
export const sitemapPartInput = z.object({ part: upToLimit, partSize: upToLimit });
export type SitemapPartInput = z.infer<typeof sitemapPartInput>;

export const sitemapCounts = z.object({ tutors: z.number(), posts: z.number() });
export type SitemapCounts = z.infer<typeof sitemapCounts>;

export const sitemapTutor = z.object({ id: z.string(), name: z.string(), updatedAt: z.date() });
export type SitemapTutor = z.infer<typeof sitemapTutor>;

export const sitemapPost = z.object({ id: z.string(), updatedAt: z.date() });
export type SitemapPost = z.infer<typeof sitemapPost>;
