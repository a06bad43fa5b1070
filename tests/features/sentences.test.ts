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
  ['Failed to upload documents. Please try again.', (api) => api.uploads.documents({ files: [{ name: 'a.png', bytes: new Uint8Array() }] })],
  ['Upload failed', (api) => api.uploads.attachDocument({ file: { name: 'a.png', bytes: new Uint8Array() } })],
  ['Failed to delete image', (api) => api.uploads.remove({ id: ID })],
  ['Failed to delete image', (api) => api.tutors.detachDocument({ id: ID })],
  ['Failed to update profile. Please try again.', (api) => api.tutors.createProfile({})],
  ['Failed to fetch tutor profile', (api) => api.tutors.leavingProfile()],
  ['Failed to delete tutor profile. Please try again.', (api) => api.tutors.deleteProfile()],
  ['Failed to add subject', (api) => api.tutors.addSubject({ subject: ID })],
  ['Failed to update subject', (api) => api.tutors.updateSubject({ subjectId: ID })],
  ['Failed to remove subject', (api) => api.tutors.removeSubject({ subjectId: ID })],
  ['Failed to update availability', (api) => api.tutors.setAvailability({ subjectId: ID, availability: [] })],
  ['Failed to update vacation mode. Please try again.', (api) => api.tutors.setVacation({})],
  ['Failed to fetch days off', (api) => api.daysOff.own()],
  ['Failed to fetch bookings', (api) => api.daysOff.bookingsInside({ fromDate: '2026-03-09', toDate: '2026-03-09' })],
  ['Failed to save days off. Please try again.', (api) => api.daysOff.add({ fromDate: '2026-03-09', toDate: '2026-03-09' })],
  ['Failed to remove days off. Please try again.', (api) => api.daysOff.remove({ id: ID })],
  ['Failed to verify tutor', (api) => api.verification.approve({ id: ID })],
  ['Failed to reject tutor', (api) => api.verification.reject({ id: ID, reason: 'Not yet' })],
  ['Failed to verify or unverify tutor', (api) => api.verification.toggle({ id: ID })],
  ['Failed to fetch bookings', (api) => api.bookings.byId({ id: ID })],
  ['Failed to fetch bookings', (api) => api.bookings.counts()],
  ['Failed to fetch bookings', (api) => api.bookings.week({ from: '2026-03-09' })],
  ['Failed to fetch bookings', (api) => api.bookings.nextSessions()],
  ['Failed to fetch earnings', (api) => api.bookings.earnings()],
  ['Failed to save the meeting link. Please try again.', (api) => api.bookings.setMeetingLink({ id: ID, meetingLink: 'https://meet.vidya.test/a' })],
  ['Failed to fetch blogs', (api) => api.blogs.published({})],
  ['Failed to fetch blogs', (api) => api.blogs.own({ status: 'draft' })],
  ['Failed to fetch blogs', (api) => api.blogs.ownCounts()],
  ['Failed to fetch blogs', (api) => api.blogs.byId({ id: ID })],
  ['Failed to fetch blogs', (api) => api.blogs.all({})],
  ['Failed to fetch blogs', (api) => api.blogs.allOwn()],
  ['Failed to fetch blogs', (api) => api.blogs.allOfTutor({ id: ID })],
  ['Failed to save blog. Please try again.', (api) => api.blogs.create({ title: 'A title', content: '<p>Words</p>' })],
  ['Failed to save blog. Please try again.', (api) => api.blogs.update({ id: ID })],
  ['Failed to delete blog', (api) => api.blogs.remove({ id: ID })],
  ['Failed to like blog', (api) => api.blogs.like({ id: ID })],
  ['Failed to fetch sessions', (api) => api.account.sessions()],
  ['Failed to sign out there. Please try again.', (api) => api.account.endSession({ id: ID })],
  ['Failed to fetch your account', (api) => api.account.leaving()],
  ['Failed to delete your account. Please try again.', (api) => api.account.leave({ password: 'secret1' })],
];

test.each(SENTENCES)('"%s" stands in for what broke (%s)', async (failed, call) => {
  const broken = callerAs(database, null, { session: { state: 'failed', error: new Error('a bug') }, log: () => {} });
  await expect(call(broken)).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR', message: failed });
});
