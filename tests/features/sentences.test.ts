import { expect, test } from 'vitest';
import type { Caller } from '#server/api/router.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { NOW } from '#tests/support/factories.ts';

const database = useDatabase();
const ID = '0190a000-0000-7000-8000-000000000000';
const request = { tutorId: ID, subjectId: ID, startTime: NOW, endTime: NOW, contactNumber: '0771234567' };

/** What each procedure answers when our own code breaks: the catalogue of `calls-and-errors.md` §8. */
const SENTENCES: [failed: string, call: (api: Caller) => Promise<unknown>][] = [
  ['Failed to login. Please try again.', (api) => api.auth.login({ email: 'a@example.com', password: 'secret1' })],
  [
    'Registration failed. Please try again.',
    (api) => api.auth.register({ name: 'Nimal', email: 'a@example.com', password: 'secret1', role: 'student' }),
  ],
  ['Login failed. Please try again.', (api) => api.auth.signInWithGoogle({ code: 'a code', codeVerifier: 'a verifier', nonce: 'a nonce' })],
  ['Registration failed. Please try again.', (api) => api.auth.chooseRole({ role: 'student' })],
  ['Failed to update profile. Please try again.', (api) => api.auth.updateDetails({})],
  ['Failed to update profile. Please try again.', (api) => api.auth.changeEmail({ email: 'a@example.com', password: 'secret1' })],
  ['Failed to update profile. Please try again.', (api) => api.auth.cancelEmailChange()],
  ['Failed to upload profile photo', (api) => api.uploads.photo({ bytes: new Uint8Array() })],
  ['Failed to create booking', (api) => api.bookings.request(request)],
  ['Failed to update booking status', (api) => api.bookings.setStatus({ id: ID, status: 'confirmed' })],
  ['Failed to fetch bookings', (api) => api.bookings.forStudent({})],
  ['Failed to fetch bookings', (api) => api.bookings.forTutor({})],
  ['Failed to fetch bookings', (api) => api.bookings.allForStudent({})],
  ['Failed to fetch bookings', (api) => api.bookings.allForTutor({})],
  ['Failed to fetch subjects', (api) => api.catalogue.subjects({})],
  ['Failed to fetch topics', (api) => api.catalogue.topics({})],
  ['Failed to fetch topics', (api) => api.catalogue.topicsOfSubject({ subjectId: ID })],
  ['Failed to search tutors', (api) => api.tutors.search({})],
  ['Failed to search tutors', (api) => api.tutors.searchPage({})],
  ['Failed to fetch tutor profile', (api) => api.tutors.byId({ id: ID })],
  ['Failed to fetch tutor profile', (api) => api.tutors.own()],
  ['Failed to update profile. Please try again.', (api) => api.tutors.saveProfile({})],
  ['Failed to fetch availability', (api) => api.tutors.availability({ id: ID })],
  ['Failed to fetch reviews', (api) => api.reviews.ofTutor({ tutorId: ID })],
  ['Failed to fetch reviews', (api) => api.reviews.allOfTutor({ tutorId: ID })],
  ['Failed to fetch sessions', (api) => api.account.sessions()],
  ['Failed to sign out there. Please try again.', (api) => api.account.endSession({ id: ID })],
  ['Failed to fetch your account', (api) => api.account.leaving()],
  ['Failed to delete your account. Please try again.', (api) => api.account.leave({ password: 'secret1' })],
];

test.each(SENTENCES)('"%s" stands in for what broke (%s)', async (failed, call) => {
  const broken = callerAs(database, null, { session: { state: 'failed', error: new Error('a bug') }, log: () => {} });
  await expect(call(broken)).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR', message: failed });
});
