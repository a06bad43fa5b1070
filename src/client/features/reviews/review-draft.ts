import { draftKeyOf } from '#client/lib/drafts/draft-keys.ts';
import { textOf } from '#client/lib/drafts/tab-storage.ts';
import { lengthOf, visibleLength } from '#shared/domain/text-length.ts';
import { tooLong, VALIDATION } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

/** What of a booking its review needs to know. */
export type ReviewedBooking = { id: string; subject: { name: string }; tutor: { user: { name: string } | null }; isReviewed: boolean };

export type ReviewModalProps = { booking: ReviewedBooking; opened: boolean; onClose: () => void };

export type ReviewDraft = { rating: number; review: string };

export const RATINGS = [1, 2, 3, 4, 5] as const;

export const NOTHING_WRITTEN: ReviewDraft = { rating: 5, review: '' };

/** Why it cannot be sent, as the server would say, or null. */
export function draftProblem({ review }: ReviewDraft): string | null {
  const visible = visibleLength(review);
  if (visible === 0) return VALIDATION.reviewMissing;
  if (visible < LIMITS.review.min) return VALIDATION.reviewShort;
  return lengthOf(review) > LIMITS.review.max ? tooLong('Review', LIMITS.review.max) : null;
}

const keyOf = (userId: string, bookingId: string) => draftKeyOf(userId, `review ${bookingId}`);

/** In this browser, until it is sent: a session may end while somebody writes. */
export function keepDraft(userId: string, bookingId: string, draft: ReviewDraft): void {
  try {
    localStorage.setItem(keyOf(userId, bookingId), JSON.stringify(draft));
  } catch {}
}

/** Null where nothing was kept; whoever uses the browser may have written it. */
export function keptDraft(userId: string, bookingId: string): ReviewDraft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId, bookingId)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const { rating, review } = { ...kept } as Partial<Record<keyof ReviewDraft, unknown>>;
    return { rating: RATINGS.find((one) => one === rating) ?? NOTHING_WRITTEN.rating, review: textOf(review) };
  } catch {
    return null;
  }
}

export function forgetDraft(userId: string, bookingId: string): void {
  try {
    localStorage.removeItem(keyOf(userId, bookingId));
  } catch {}
}
