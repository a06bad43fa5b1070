import { z } from 'zod';
import { SESSION_ORIGINS } from '#shared/vocabulary/people.ts';
import { changePasswordInput } from './auth.ts';
import { id, rupees } from './common.ts';

export const sessionView = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  origin: z.enum(SESSION_ORIGINS),
  /** Empty when the browser sent none. */
  userAgent: z.string(),
  createdAt: z.date(),
  /** Rounded to the hour. */
  lastUsedAt: z.date(),
});
export type SessionView = z.infer<typeof sessionView>;

export const endSessionInput = z.object({ id });
export type EndSessionInput = z.infer<typeof endSessionInput>;

/** What deleting the account would do now, and which proof it asks for. */
export const leaving = z.object({
  isLastAdmin: z.boolean(),
  proof: z.enum(['password', 'google']),
  /** Google has confirmed the identity within `FRESH_MINUTES`. */
  isFresh: z.boolean(),
  /** Bookings that would be cancelled, with their amounts by refund band. */
  cancelled: z.object({ bookings: z.number(), amount: rupees, refund: rupees, retained: rupees, platformFee: rupees }),
  reviews: z.number(),
  blogs: z.number(),
});
export type Leaving = z.infer<typeof leaving>;

export const leaveInput = z.object({ password: changePasswordInput.shape.currentPassword.optional() });
export type LeaveInput = z.infer<typeof leaveInput>;
