import { z } from 'zod';
import { MAIL_KINDS } from '#shared/vocabulary/notifications.ts';
import { SESSION_ORIGINS } from '#shared/vocabulary/people.ts';
import { changePasswordInput } from './auth.ts';
import { id, rupees } from './common.ts';

export const sessionView = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  origin: z.enum(SESSION_ORIGINS),
  userAgent: z.string(),
  createdAt: z.date(),
  /** Rounded to the hour. */
  lastUsedAt: z.date(),
});
export type SessionView = z.infer<typeof sessionView>;

export const endSessionInput = z.object({ id });
export type EndSessionInput = z.infer<typeof endSessionInput>;

export const leaving = z.object({
  isLastAdmin: z.boolean(),
  proof: z.enum(['password', 'google']),
  /** Google has confirmed the identity within `FRESH_MINUTES`. */
  isFresh: z.boolean(),
  cancelled: z.object({ bookings: z.number(), amount: rupees, refund: rupees, retained: rupees, platformFee: rupees }),
  reviews: z.number(),
  blogs: z.number(),
});
export type Leaving = z.infer<typeof leaving>;

/** `maxRetained`: what the student has been told that the cancellations cost. More is refused. */
export const leaveInput = z.object({ password: changePasswordInput.shape.currentPassword.optional(), maxRetained: rupees.optional() });
export type LeaveInput = z.infer<typeof leaveInput>;

export const feedView = z.object({ createdAt: z.date() }).nullable();
export type FeedView = z.infer<typeof feedView>;

export const createdFeed = z.object({ url: z.string(), createdAt: z.date() });
export type CreatedFeed = z.infer<typeof createdFeed>;

/** `token` is the last path segment without `.ics`. */
export const feedInput = z.object({ token: z.string().max(200) });
export type FeedInput = z.infer<typeof feedInput>;
export const feedText = z.object({ text: z.string() });
export type FeedText = z.infer<typeof feedText>;

export const mailPreference = z.object({ kind: z.enum(MAIL_KINDS), isOn: z.boolean() });
export type MailPreference = z.infer<typeof mailPreference>;
export const mailPreferences = z.array(mailPreference);

export const unsubscribeMailInput = z.object({ user: id, kind: z.enum(MAIL_KINDS), signature: z.string().max(100) });
export type UnsubscribeMailInput = z.infer<typeof unsubscribeMailInput>;
