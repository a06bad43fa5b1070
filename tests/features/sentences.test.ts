import { expect, test } from 'vitest';
import type { Caller } from '#server/api/router.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { NOW } from '#tests/support/factories.ts';

const database = useDatabase();
const ID = '0190a000-0000-7000-8000-000000000000';
const request = { tutorId: ID, subjectId: ID, startTime: NOW, endTime: NOW, contactNumber: '0771234567' };

const CHECKED = { documents: true, education: true, experience: true, background: true, interview: true };

/** The error of each procedure when our own code fails: the catalogue of `calls-and-errors.md` §8. */
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
  ['Failed to fetch categories', (api) => api.catalogue.categoryById({ id: ID })],
  ['Failed to fetch subjects', (api) => api.catalogue.subjectById({ id: ID })],
  ['Failed to fetch subjects', (api) => api.catalogue.subjectTutorCounts()],
  ['Failed to fetch subjects', (api) => api.catalogue.subjectTutorCount({ id: ID })],
  ['Failed to fetch topics', (api) => api.catalogue.topicById({ id: ID })],
  ['Failed to fetch topics', (api) => api.catalogue.topicTutorCount({ id: ID })],
  ['Failed to fetch topics', (api) => api.catalogue.topicTutorCounts({ subjectId: ID })],
  ['Failed to fetch topics', (api) => api.catalogue.topicCounts()],
  ['Failed to save category', (api) => api.catalogue.createCategory({ name: 'Sciences' })],
  ['Failed to save category', (api) => api.catalogue.updateCategory({ id: ID })],
  ['Failed to save category', (api) => api.catalogue.reorderCategories({ ids: [ID] })],
  ['Failed to update category status', (api) => api.catalogue.setCategoryActive({ id: ID })],
  ['Failed to delete category', (api) => api.catalogue.deleteCategory({ id: ID })],
  ['Failed to save subject', (api) => api.catalogue.createSubject({ name: 'Physics', category: ID })],
  ['Failed to save subject', (api) => api.catalogue.updateSubject({ id: ID })],
  ['Failed to update subject status', (api) => api.catalogue.setSubjectActive({ id: ID })],
  ['Failed to delete subject', (api) => api.catalogue.deleteSubject({ id: ID })],
  ['Failed to save topic', (api) => api.catalogue.createTopic({ name: 'Waves', subject: ID })],
  ['Failed to save topic', (api) => api.catalogue.updateTopic({ id: ID })],
  ['Failed to update topic status', (api) => api.catalogue.setTopicActive({ id: ID })],
  ['Failed to delete topic', (api) => api.catalogue.deleteTopic({ id: ID })],
  ['Failed to fetch what would go with it', (api) => api.catalogue.dependants({ of: 'subject', id: ID })],
  ['Failed to search tutors', (api) => api.tutors.search({})],
  ['Failed to search tutors', (api) => api.tutors.searchPage({})],
  ['Failed to fetch tutors', (api) => api.tutors.cards({ ids: [ID] })],
  ['Failed to fetch tutor profile', (api) => api.tutors.byId({ id: ID })],
  ['Failed to fetch tutor profile', (api) => api.tutors.own()],
  ['Failed to update profile. Please try again.', (api) => api.tutors.saveProfile({})],
  ['Failed to fetch availability', (api) => api.tutors.availability({ id: ID })],
  ['Failed to fetch reviews', (api) => api.reviews.ofTutor({ tutorId: ID })],
  ['Failed to fetch reviews', (api) => api.reviews.ratings({ tutorId: ID })],
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
  ['Failed to fetch tutors', (api) => api.verification.tutors({})],
  ['Failed to fetch tutors', (api) => api.tutors.manyForAdmin({ ids: [ID] })],
  ['Failed to fetch tutor profile', (api) => api.tutors.forAdmin({ id: ID })],
  ['Failed to fetch tutor profile', (api) => api.verification.tutor({ id: ID })],
  ['Failed to fetch tutor profile', (api) => api.verification.leaving({ id: ID })],
  ['Failed to open the document. Please try again.', (api) => api.verification.document({ tutorId: ID, id: ID })],
  ['Failed to mark the changes as reviewed. Please try again.', (api) => api.verification.review({ id: ID, verificationChecks: CHECKED })],
  ['Failed to send profile reminder', (api) => api.verification.remind({ id: ID })],
  ['Failed to delete tutor', (api) => api.verification.remove({ id: ID })],
  ['Failed to fetch announcements', (api) => api.announcements.list({})],
  ['Failed to send the announcement. Please try again.', (api) => api.announcements.send({ audience: 'everyone', title: 'News', message: 'Words' })],
  ['Failed to withdraw the announcement. Please try again.', (api) => api.announcements.withdraw({ id: ID })],
  ['Failed to fetch notifications', (api) => api.notifications.all({})],
  ['Failed to create notification', (api) => api.notifications.write({ userId: ID, type: 'info', title: 'News', message: 'Words' })],
  [
    'Failed to create notifications',
    (api) => api.notifications.writeMany({ notifications: [{ userId: ID, type: 'info', title: 'News', message: 'Words' }] }),
  ],
  ['Failed to delete notifications', (api) => api.notifications.removeOld({})],
  ['Failed to verify tutor', (api) => api.verification.approve({ id: ID })],
  ['Failed to reject tutor', (api) => api.verification.reject({ id: ID, reason: 'Not yet' })],
  ['Failed to verify or unverify tutor', (api) => api.verification.toggle({ id: ID })],
  ['Failed to fetch bookings', (api) => api.bookings.byId({ id: ID })],
  ['Failed to fetch bookings', (api) => api.bookings.timesOfStudent({ id: ID })],
  ['Failed to fetch bookings', (api) => api.bookings.counts()],
  ['Failed to fetch bookings', (api) => api.bookings.week({ from: '2026-03-09' })],
  ['Failed to fetch bookings', (api) => api.bookings.monthForStudent({ month: '2026-03' })],
  ['Failed to fetch bookings', (api) => api.bookings.monthForTutor({ month: '2026-03' })],
  ['Failed to fetch bookings', (api) => api.bookings.nextSessions()],
  ['Failed to fetch earnings', (api) => api.bookings.earnings()],
  ['Failed to fetch earnings', (api) => api.bookings.earningsMonth({ month: '2026-03' })],
  ['Failed to fetch earnings', (api) => api.bookings.earningsFile({ month: '2026-03' })],
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
  ['Failed to update booking status', (api) => api.bookings.changeStatus({ id: ID, status: 'cancelled' })],
  ['Failed to update booking status', (api) => api.bookings.cancel({ id: ID })],
  ['Failed to send the reminder. Please try again.', (api) => api.bookings.sendReminder({ id: ID })],
  ['Failed to fetch bookings', (api) => api.bookings.allForCaller()],
  ['Failed to fetch bookings', (api) => api.bookings.studentOverview()],
  ['Failed to propose the new time. Please try again.', (api) => api.proposals.propose({ bookingId: ID, startTime: NOW })],
  ['Failed to accept the new time. Please try again.', (api) => api.proposals.accept({ id: ID })],
  ['Failed to decline the new time. Please try again.', (api) => api.proposals.decline({ id: ID })],
  ['Failed to withdraw the proposal. Please try again.', (api) => api.proposals.withdraw({ id: ID })],
  ['Failed to fetch reviews', (api) => api.reviews.ofBooking({ bookingId: ID })],
  ['Failed to submit review. Please try again.', (api) => api.reviews.write({ bookingId: ID, rating: 5, review: 'Ten letters' })],
  ['Failed to submit review. Please try again.', (api) => api.reviews.edit({ id: ID, rating: 5, review: 'Ten letters' })],
  ['Failed to submit review. Please try again.', (api) => api.reviews.remove({ id: ID })],
  ['Failed to send the reply. Please try again.', (api) => api.reviews.reply({ id: ID, reply: 'Thank you' })],
  ['Failed to fetch favourites', (api) => api.favourites.own({})],
  ['Failed to fetch favourites', (api) => api.favourites.allOwn()],
  ['Failed to fetch favourites', (api) => api.favourites.hearts()],
  ['Failed to add tutor to favorites. Please try again.', (api) => api.favourites.add({ tutorId: ID })],
  ['Failed to remove tutor from favorites. Please try again.', (api) => api.favourites.remove({ tutorId: ID })],
  ['Failed to fetch student profile', (api) => api.account.studentProfile()],
  ['Failed to fetch messages', (api) => api.messages.threads({})],
  ['Failed to fetch messages', (api) => api.messages.thread({ id: ID })],
  ['Failed to fetch messages', (api) => api.messages.withTutor({ tutorId: ID })],
  ['Failed to fetch messages', (api) => api.messages.hasWithTutor({ tutorId: ID })],
  ['Failed to fetch messages', (api) => api.messages.list({ threadId: ID })],
  ['Failed to fetch messages', (api) => api.messages.unreadCount()],
  ['Failed to send the message. Please try again.', (api) => api.messages.ask({ tutorId: ID, clientId: ID, text: 'Hello' })],
  ['Failed to send the message. Please try again.', (api) => api.messages.send({ threadId: ID, clientId: ID, text: 'Hello' })],
  ['Failed to change the conversation. Please try again.', (api) => api.messages.read({ threadId: ID, upTo: ID })],
  ['Failed to change the conversation. Please try again.', (api) => api.messages.block({ threadId: ID, isBlocked: true })],
  ['Failed to send the report. Please try again.', (api) => api.moderation.reportProblem({ bookingId: ID, kind: 'other', text: 'Ten letters' })],
  ['Failed to send the report. Please try again.', (api) => api.moderation.report({ about: 'review', id: ID, reason: 'spam' })],
  ['Failed to fetch reports', (api) => api.moderation.ownReports({})],
  ['Failed to fetch reports', (api) => api.moderation.reportedAmong({ about: 'review', ids: [ID] })],
  ['Failed to update account status', (api) => api.moderation.setAccountStatus({ userId: ID, status: 'active' })],
  ['Failed to update the accounts', (api) => api.moderation.setAccountStatuses({ userIds: [ID], status: 'active' })],
  ['Failed to fetch account', (api) => api.moderation.consequences({ userIds: [ID] })],
  ['Failed to fetch students', (api) => api.moderation.students({})],
  ['Failed to delete student', (api) => api.moderation.deleteStudent({ id: ID })],
  ['Failed to fetch reports', (api) => api.moderation.desk({})],
  ['Failed to fetch reports', (api) => api.moderation.reportedMessages({ id: ID })],
  [
    'Failed to change the report. Please try again.',
    (api) => api.moderation.changeReports({ reports: [{ kind: 'review', id: ID, from: 'open', seenNote: '' }], state: 'resolved' }),
  ],
  ['Failed to change the review. Please try again.', (api) => api.moderation.hideReview({ reportId: ID, isHidden: true })],
  ['Failed to fetch the calendar link', (api) => api.calendar.feed()],
  ['Failed to change the calendar link. Please try again.', (api) => api.calendar.makeFeed()],
  ['Failed to change the calendar link. Please try again.', (api) => api.calendar.revokeFeed()],
  ['Failed to fetch the calendar', (api) => api.calendar.read({ token: 'a token' })],
  ['Failed to fetch dashboard stats', (api) => api.statistics.dashboard()],
  ['Failed to fetch dashboard stats', (api) => api.statistics.charts({})],
  ['Failed to fetch dashboard stats', (api) => api.statistics.waiting()],
  ['Failed to fetch bookings', (api) => api.bookings.desk({})],
  ['Failed to send the reminder. Please try again.', (api) => api.bookings.askForAnswer({ id: ID })],
  ['Failed to fetch the audit log', (api) => api.audit.list({})],
  ['Failed to fetch failed jobs', (api) => api.deadLetters.list({})],
  ['Failed to retry. Please try again.', (api) => api.deadLetters.retry({ ids: [ID] })],
  ['Failed to retry. Please try again.', (api) => api.deadLetters.retryAll()],
  ['Failed to discard. Please try again.', (api) => api.deadLetters.discard({ ids: [ID] })],
  ['Failed to fetch your email preferences', (api) => api.mail.preferences()],
  ['Failed to save your email preferences. Please try again.', (api) => api.mail.setPreference({ kind: 'bookings', isOn: false })],
  ['Failed to save your email preferences. Please try again.', (api) => api.mail.offer({ user: ID, kind: 'bookings', signature: 'a signature' })],
  [
    'Failed to save your email preferences. Please try again.',
    (api) => api.mail.unsubscribe({ user: ID, kind: 'bookings', signature: 'a signature' }),
  ],
  ['Failed to export the table. Please try again.', (api) => api.exports.link({ table: 'bookings' })],
  ['Failed to export the table. Please try again.', (api) => api.exports.open({ query: '{}', by: ID, expires: '1', signature: 'a signature' })],
  ['Failed to record that you agree. Please try again.', (api) => api.auth.agreeToTerms({ termsVersion: '2026-11-21' })],
  ['Failed to fetch your data', (api) => api.archives.own()],
  ['Failed to ask for your data. Please try again.', (api) => api.archives.request()],
  ['Failed to download your data. Please try again.', (api) => api.archives.link({ id: ID })],
  ['Failed to download your data. Please try again.', (api) => api.archives.open({ id: ID, by: ID, expires: '1', signature: 'a signature' })],
  ['Failed to fetch sessions', (api) => api.account.sessions()],
  ['Failed to sign out there. Please try again.', (api) => api.account.endSession({ id: ID })],
  ['Failed to fetch your account', (api) => api.account.leaving()],
  ['Failed to delete your account. Please try again.', (api) => api.account.leave({ password: 'secret1' })],
];

// spec errors.8 | C §8 Authentication | 'Failed to login. Please try again.' of the server | src/server/features/auth/auth.router.ts
// spec errors.32 | C §8, D Errors | Every procedure of step 2 has its own sentence when our code breaks |
//   src/server/features/auth/passwords.router.ts
// spec errors.36 | C §8 Tutors and search | 'Failed to fetch tutor profile' of the server | src/server/features/tutors/tutors.router.ts
// spec errors.39 | C §8 Bookings | 'Failed to create booking' of the server | src/server/features/bookings/bookings.router.ts
// spec errors.48 | C §8 Favourites | 'Failed to add tutor to favorites. Please try again.', 'Failed to remove tutor from favorites. Please try
//   again.' | src/server/features/favourites/favourites.router.ts
// spec errors.50 | C §8 Favourites | 'Failed to fetch student profile' | src/server/features/account/account.router.ts
// spec errors.53 | C §8, D Errors | Every procedure of step 4 has its own sentence when our code breaks |
//   src/server/features/messages/messages.router.ts
// spec errors.54 | C §8 Categories, subjects, topics | 'Failed to fetch topics' of the server | src/server/features/catalogue/catalogue.router.ts
// spec errors.56 | C §8 Profile and uploads | 'Failed to update profile. Please try again.' of the server |
//   src/server/features/tutors/tutors.router.ts
// spec errors.60 | C §8 Blogs | 'Failed to fetch blogs', 'Failed to like blog', 'Blog deleted successfully', 'Failed to delete blog' |
//   src/server/features/blogs/blogs.router.ts
// spec errors.61 | C §8 Profile and uploads | 'Upload failed', 'Failed to upload documents. Please try again.', 'Failed to delete image' |
//   src/server/features/uploads/uploads.router.ts
// spec errors.65 | C §8 Admin | 'Failed to verify tutor', 'Failed to reject tutor', 'Failed to verify or unverify tutor', 'Please provide a reason
//   for rejection', 'Please complete all verification checks before approving' | src/server/features/verification/verification.router.ts
// spec errors.66 | C §8 Admin, R §4.9 73 | 'Failed to send profile reminder', and the success that makes the admin's toast green |
//   src/server/features/verification/verification.router.ts
// spec errors.68 | C §8 Categories, subjects, topics | 'Failed to save category', 'Failed to delete category', 'Failed to update category status' and
//   their family | src/server/features/catalogue/catalogue.router.ts
// spec errors.70 | C §8, D Errors | Every procedure of step 5 has its own sentence when our code breaks |
//   src/server/features/moderation/moderation.router.ts
// spec errors.47, errors.51
test.each(SENTENCES)('"%s" stands in for what broke (%s)', async (failed, call) => {
  const broken = callerAs(database, null, { session: { state: 'failed', error: new Error('a bug') }, log: () => {} });
  await expect(call(broken)).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR', message: failed });
});
