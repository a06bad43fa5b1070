import type { Leaving } from '#shared/contracts/account.ts';
import { toCents, toRupees } from '#shared/domain/money.ts';
import type { Role } from '#shared/vocabulary/people.ts';

/** What leaving does, sentence by sentence. */
export function consequences({ cancelled, reviews, blogs }: Leaving, role: Role | null): string[] {
  return [
    ...(cancelled.bookings > 0 ? [bookingsSentence(cancelled.bookings)] : []),
    ...(role === 'tutor' ? ['Your tutor profile is deleted, and you can no longer be found or booked.'] : []),
    ...(blogs > 0 ? [blogsSentence(blogs)] : []),
    ...(reviews > 0 ? [reviewsSentence(reviews)] : []),
    ...(role === 'student' ? ['Your favourites are deleted, and your calendar link stops working.'] : []),
    ...(role === 'tutor' ? ['Your calendar link stops working.'] : []),
    ...(role === 'student' || role === 'tutor'
      ? ['Messages stay with the other side, and reports you have made with us, all without your name.']
      : []),
    'Your name, email address, phone number and photo are deleted, and you are signed out everywhere.',
  ];
}

/** In rupees. */
export type LeavingFigures = { refund: number; dueToTutor: number; platformFee: number };

export function figuresOf({ refund, retained, platformFee }: Leaving['cancelled']): LeavingFigures {
  return { refund, dueToTutor: toRupees(toCents(retained) - toCents(platformFee)), platformFee };
}

function bookingsSentence(count: number): string {
  return count === 1 ? '1 open booking is cancelled.' : `${count} open bookings are cancelled.`;
}

function blogsSentence(count: number): string {
  return count === 1 ? '1 blog post is deleted.' : `${count} blog posts are deleted.`;
}

function reviewsSentence(count: number): string {
  return count === 1 ? 'The review you have written stays, without your name.' : `The ${count} reviews you have written stay, without your name.`;
}
