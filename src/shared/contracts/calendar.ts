import { z } from 'zod';

/** Null when there is no feed; its URL is shown only once. */
export const feedView = z.object({ createdAt: z.date() }).nullable();
export type FeedView = z.infer<typeof feedView>;

export const createdFeed = z.object({ url: z.string(), createdAt: z.date() });
export type CreatedFeed = z.infer<typeof createdFeed>;

/** `token` is the last path segment without `.ics`. */
export const feedInput = z.object({ token: z.string().max(200) });
export type FeedInput = z.infer<typeof feedInput>;
export const feedText = z.object({ text: z.string() });
export type FeedText = z.infer<typeof feedText>;
