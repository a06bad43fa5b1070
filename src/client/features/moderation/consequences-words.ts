import type { Consequences } from '#shared/contracts/moderation.ts';
import { formatRupees } from '#shared/domain/money.ts';

/** What becomes of the bookings of somebody who is suspended or deleted, sentence by sentence. */
export function bookingSentences({ cancelled, refund, completed }: Consequences): string[] {
  return [
    cancelled === 0 ? 'No booking has to be cancelled.' : cancelledSentence(cancelled, refund),
    ...(completed === 0 ? [] : [completedSentence(completed)]),
  ];
}

export function reviewSentences({ reviews }: Consequences): string[] {
  if (reviews === 0) return [];
  return [
    reviews === 1 ? 'The review they have written stays, without their name.' : `The ${reviews} reviews they have written stay, without their name.`,
  ];
}

function cancelledSentence(count: number, refund: number): string {
  const given = `all of the price is given back: ${formatRupees(refund)}.`;
  return count === 1
    ? `1 booking that has not ended is cancelled, and ${given}`
    : `${count} bookings that have not ended are cancelled, and ${given}`;
}

function completedSentence(count: number): string {
  return count === 1 ? '1 session that has ended counts as completed.' : `${count} sessions that have ended count as completed.`;
}
