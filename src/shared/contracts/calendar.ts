import { z } from 'zod';

/** Null where there is none; the address itself is never shown again. */
export const feedView = z.object({ createdAt: z.date() }).nullable();
export type FeedView = z.infer<typeof feedView>;

export const madeFeed = z.object({ url: z.string(), createdAt: z.date() });
export type MadeFeed = z.infer<typeof madeFeed>;

/** What a calendar program is given; the token is the last part of the address, without its ending. */
export const feedInput = z.object({ token: z.string().max(200) });
export type FeedInput = z.infer<typeof feedInput>;
export const feedText = z.object({ text: z.string() });
export type FeedText = z.infer<typeof feedText>;
