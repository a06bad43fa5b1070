import type { LeavingProfile } from '#shared/contracts/tutors.ts';

/** What deleting the own profile does, sentence by sentence. */
export function consequencesOf({ bookings, blogs, documents, favourites }: LeavingProfile): string[] {
  return [
    ...(bookings > 0 ? [bookingsSentence(bookings)] : []),
    'Students can no longer find or book you. Your subjects, rates, hours and days off are deleted.',
    ...(documents > 0 ? [documentsSentence(documents)] : []),
    ...(blogs > 0 ? [blogsSentence(blogs)] : []),
    ...(favourites > 0 ? [favouritesSentence(favourites)] : []),
    'Your rating and the reviews of your students stay with your account.',
    'Your account stays: you can sign in as before and fill in a new profile.',
  ];
}

function bookingsSentence(count: number): string {
  return count === 1
    ? '1 booking that has not ended is cancelled with a full refund noted, and the student is told.'
    : `${count} bookings that have not ended are cancelled with a full refund noted, and the students are told.`;
}

function documentsSentence(count: number): string {
  return count === 1 ? '1 document is deleted.' : `${count} documents are deleted.`;
}

function blogsSentence(count: number): string {
  return count === 1 ? '1 blog post is deleted.' : `${count} blog posts are deleted.`;
}

function favouritesSentence(count: number): string {
  return count === 1 ? '1 student loses you as a favourite.' : `${count} students lose you as a favourite.`;
}
