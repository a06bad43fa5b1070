import type { LeavingTutor } from '#shared/contracts/verification.ts';

/** What deleting a tutor does, sentence by sentence. */
export function consequencesOf({ bookings, inProgress: underWay, blogs, favourites, documents }: LeavingTutor): string[] {
  return [
    bookings === 0 ? 'No booking has to be cancelled.' : bookingsSentence(bookings),
    ...(underWay > 0 ? [underWaySentence(underWay)] : []),
    'They are signed out everywhere and told by mail; the address may register again.',
    ...(blogs > 0 ? [blogs === 1 ? '1 blog post is deleted.' : `${blogs} blog posts are deleted.`] : []),
    ...(favourites > 0 ? [favouritesSentence(favourites)] : []),
    ...(documents > 0 ? [documents === 1 ? '1 document is deleted.' : `${documents} documents are deleted.`] : []),
    'Completed bookings and reviews stay, without the name.',
  ];
}

function bookingsSentence(count: number): string {
  return count === 1
    ? '1 booking that has not ended is cancelled with a full refund noted, and the student is told.'
    : `${count} bookings that have not ended are cancelled with a full refund noted, and the students are told.`;
}

function underWaySentence(count: number): string {
  return count === 1 ? '1 of them is a session under way now.' : `${count} of them are sessions under way now.`;
}

function favouritesSentence(count: number): string {
  return count === 1 ? '1 student loses a favourite.' : `${count} students lose a favourite.`;
}
