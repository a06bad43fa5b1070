import { z } from 'zod';
import { SESSION_ORIGINS } from '#shared/vocabulary/people.ts';
import { changePasswordInput } from './auth.ts';
import { id, rupees } from './common.ts';

/** Somewhere the account is signed in. */
export const sessionView = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  origin: z.enum(SESSION_ORIGINS),
  /** What the browser calls itself; empty when it said nothing. */
  userAgent: z.string(),
  createdAt: z.date(),
  /** To the hour. */
  lastUsedAt: z.date(),
});
export type SessionView = z.infer<typeof sessionView>;

export const endSessionInput = z.object({ id });
export type EndSessionInput = z.infer<typeof endSessionInput>;

/** What leaving would do at this moment, and what it asks for. */
export const leaving = z.object({
  isLastAdmin: z.boolean(),
  /** How the person says that it is them. */
  proof: z.enum(['password', 'google']),
  /** By Google, a moment ago: nothing more is asked. */
  isFresh: z.boolean(),
  /** Bookings that have not ended and would be cancelled; money in rupees, by the refund bands. */
  cancelled: z.object({ bookings: z.number(), amount: rupees, refund: rupees, retained: rupees, platformFee: rupees }),
  /** Reviews that would stay without a name. */
  reviews: z.number(),
  /** Posts that would go. */
  blogs: z.number(),
});
export type Leaving = z.infer<typeof leaving>;

export const leaveInput = z.object({ password: changePasswordInput.shape.currentPassword.optional() });
export type LeaveInput = z.infer<typeof leaveInput>;
