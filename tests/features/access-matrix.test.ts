import { TRPCError } from '@trpc/server';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#db/client.ts';
import { users } from '#db/schema/people.ts';
import { appRouter } from '#server/api/router.ts';
import type { Session } from '#server/core/context.ts';
import { DomainError } from '#shared/errors.ts';
import { ACTORS, type ActorName, type Actors, createActors, PASSWORD, runAndRollBack } from '#tests/support/actors.ts';
import { type CallerOptions, callerAs, quietHub } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { NEXT_MONDAY_NINE, NOW, sessionIdFor } from '#tests/support/factories.ts';

const database = useDatabase();
let w: Actors;
beforeAll(async () => {
  w = await createActors(database.db);
});

/**
 * What each of ACTORS gets, in their order: visitor, student, other student, tutor, other tutor, admin, suspended.
 * `+` may (or is told of a rule that is about the thing), `1` has no valid session, `3` the wrong role, `4` is told that there is no such thing.
 */
type Row = [procedure: string, outcomes: string, input?: (w: Actors) => unknown];

const ANYONE = '+++++++';
const USER = '1+++++1';
const STUDENT = '1++3331';
const TUTOR = '133++31';
const ADMIN = '13333+1';
const PARTY = '1++++31';
const ITS_TUTOR_OF_PARTIES = '144+431';
/** Only the student, or the tutor, or either of them. */
const ITS_STUDENT = '1+43331';
const ITS_TUTOR = '133+431';
const ITS_PARTIES = '1+4+441';

const nothing = () => undefined;
const none = () => ({});
const NEW = { password: 'battery staple', name: 'Somebody New' };
const words = (title: string) => ({ title, content: '<p>Words to read.</p>' });

const PROCEDURES: Row[] = [
  ['account.sessions', USER],
  ['account.endSession', '1+44441', ({ session }) => ({ id: session.id })],
  ['account.studentProfile', STUDENT],
  ['account.leaving', USER],
  ['account.leave', USER, () => ({ password: PASSWORD })],
  ['announcements.list', ADMIN, none],
  ['announcements.send', ADMIN, () => ({ audience: 'everyone', title: 'News', message: 'Words' })],
  ['announcements.withdraw', ADMIN, ({ announcement }) => ({ id: announcement.id })],
  ['apiKeys.list', USER],
  ['apiKeys.make', USER, () => ({ name: 'My program', scope: 'read' })],
  ['apiKeys.revoke', '1+44441', ({ apiKey }) => ({ id: apiKey.id })],
  ['archives.own', USER],
  ['archives.request', USER],
  ['archives.link', '1444441', () => ({ id: 'nothing' })],
  ['archives.open', ANYONE, () => ({ id: 'nothing', by: 'nobody', expires: '1', signature: 'none' })],
  ['audit.list', ADMIN, none],
  ['auth.login', ANYONE, ({ tutor }) => ({ email: tutor.user.email, password: PASSWORD })],
  ['auth.register', ANYONE, () => ({ ...NEW, email: 'new@example.com', role: 'student' })],
  ['auth.agreeToTerms', USER, () => ({ termsVersion: '2026-11-21' })],
  ['auth.logout', ANYONE],
  ['auth.me', USER],
  ['auth.forgotPassword', ANYONE, ({ student }) => ({ email: student.email })],
  ['auth.resetPasswordWithLink', ANYONE, () => ({ token: 'x', password: NEW.password })],
  ['auth.resetPassword', ANYONE, ({ student }) => ({ email: student.email, code: '123456', password: NEW.password })],
  ['auth.changePassword', USER, () => ({ currentPassword: PASSWORD, newPassword: NEW.password })],
  ['auth.confirmIdentity', USER, () => ({ password: PASSWORD })],
  ['auth.proveWithGoogle', ANYONE, () => ({ code: 'code', codeVerifier: 'verifier', nonce: 'nonce' })],
  ['auth.verifyEmail', ANYONE, () => ({ token: 'of nothing' })],
  ['auth.linkDetails', ANYONE, () => ({ token: 'of nothing' })],
  ['auth.disownAddress', ANYONE, () => ({ token: 'of nothing' })],
  ['auth.resendVerification', USER],
  ['auth.signInWithGoogle', ANYONE, () => ({ code: 'code', codeVerifier: 'verifier', nonce: 'nonce' })],
  ['auth.chooseRole', USER, () => ({ role: 'student' })],
  ['auth.setLocale', USER, () => ({ locale: 'si' })],
  ['auth.updateDetails', USER, none],
  ['auth.changeEmail', USER, () => ({ email: 'other@example.com', password: PASSWORD })],
  ['auth.cancelEmailChange', USER],
  ['auth.beginLogin', ANYONE, ({ tutor }) => ({ email: tutor.user.email, password: PASSWORD })],
  ['auth.completeLogin', ANYONE, () => ({ challenge: 'of nothing', code: '123456' })],
  ['auth.passkeyLoginOptions', ANYONE, none],
  ['auth.loginWithPasskey', ANYONE, () => ({ challenge: 'of nothing', passkey: {} })],
  ['auth.passkeyConfirmationOptions', USER],
  ['auth.factors', USER],
  ['auth.beginApp', USER],
  ['auth.enableApp', USER, () => ({ enrolment: 'of nothing', code: '123456' })],
  ['auth.disableApp', USER],
  ['auth.renewRecoveryCodes', USER],
  ['auth.beginPasskey', USER],
  ['auth.addPasskey', USER, () => ({ challenge: 'of nothing', passkey: {}, name: 'My phone' })],
  ['auth.renamePasskey', '1+44441', ({ passkey }) => ({ id: passkey.id, name: 'My phone' })],
  ['auth.removePasskey', '1+44441', ({ passkey }) => ({ id: passkey.id })],
  ['blogs.published', ANYONE, none],
  ['blogs.own', TUTOR, () => ({ status: 'draft' })],
  ['blogs.ownCounts', TUTOR],
  ['blogs.byId', '444+4+4', ({ draft }) => ({ id: draft.id })],
  ['blogs.all', ANYONE],
  ['blogs.allOwn', TUTOR],
  ['blogs.allOfTutor', ANYONE, ({ tutor }) => ({ id: tutor.id })],
  ['blogs.create', TUTOR, () => ({ ...words('A post'), status: 'draft' })],
  ['blogs.update', ITS_TUTOR, ({ draft }) => ({ id: draft.id, ...words('Another') })],
  ['blogs.remove', ITS_TUTOR, ({ draft }) => ({ id: draft.id })],
  ['blogs.like', USER, ({ post }) => ({ id: post.id })],
  [
    'bookings.request',
    STUDENT,
    ({ otherTutor }) => ({
      tutorId: otherTutor.id,
      subjectId: otherTutor.subjectId,
      startTime: NEXT_MONDAY_NINE,
      endTime: new Date(NEXT_MONDAY_NINE.getTime() + 3_600_000),
      contactNumber: '0771234567',
      learningMethod: 'online',
    }),
  ],
  ['bookings.setStatus', ITS_TUTOR, ({ pending }) => ({ id: pending.id, status: 'confirmed' })],
  ['bookings.forStudent', STUDENT, none],
  ['bookings.forTutor', TUTOR, none],
  ['bookings.allForStudent', STUDENT, none],
  ['bookings.allForTutor', TUTOR, none],
  ['bookings.changeStatus', '1+4+431', ({ pending }) => ({ id: pending.id, status: 'cancelled' })],
  ['bookings.cancel', ITS_STUDENT, ({ pending }) => ({ id: pending.id })],
  ['bookings.sendReminder', '133+4+1', ({ confirmed }) => ({ id: confirmed.id })],
  ['bookings.allForCaller', USER],
  ['bookings.studentOverview', STUDENT],
  ['bookings.pendingRequests', STUDENT, ({ tutor }) => ({ tutorId: tutor.id })],
  ['bookings.byId', '1+4+4+1', ({ pending }) => ({ id: pending.id })],
  ['bookings.timesOfStudent', ITS_PARTIES, ({ confirmed }) => ({ id: confirmed.id })],
  ['bookings.desk', ADMIN, none],
  ['bookings.askForAnswer', ADMIN, ({ pending }) => ({ id: pending.id })],
  ['bookings.setMeetingLink', ITS_TUTOR, ({ confirmed }) => ({ id: confirmed.id, meetingLink: 'https://meet.example/a' })],
  ['bookings.counts', TUTOR],
  ['bookings.week', TUTOR, () => ({ from: '2026-03-09' })],
  ['bookings.monthForStudent', STUDENT, () => ({ month: '2026-03' })],
  ['bookings.monthForTutor', TUTOR, () => ({ month: '2026-03' })],
  ['bookings.nextSessions', TUTOR],
  ['bookings.earnings', TUTOR],
  ['bookings.earningsMonth', TUTOR, () => ({ month: '2026-03' })],
  ['bookings.earningsFile', TUTOR, () => ({ month: '2026-03' })],
  ['calendar.feed', USER],
  ['calendar.makeFeed', USER],
  ['calendar.revokeFeed', USER],
  ['calendar.read', '4444444', () => ({ token: 'x'.repeat(43) })],
  ['catalogue.menu', ANYONE],
  ['catalogue.names', ANYONE, () => ({ locale: 'si' })],
  ['catalogue.categories', ANYONE],
  ['catalogue.subjects', ANYONE],
  ['catalogue.topics', ANYONE],
  ['catalogue.topicsOfSubject', ANYONE, ({ subject }) => ({ subjectId: subject.id })],
  ['catalogue.categoryById', ANYONE, ({ category }) => ({ id: category.id })],
  ['catalogue.subjectById', ANYONE, ({ subject }) => ({ id: subject.id })],
  ['catalogue.topicById', ANYONE, ({ topic }) => ({ id: topic.id })],
  ['catalogue.subjectTutorCounts', ANYONE],
  ['catalogue.subjectTutorCount', ANYONE, ({ subject }) => ({ id: subject.id })],
  ['catalogue.topicTutorCount', ANYONE, ({ topic }) => ({ id: topic.id })],
  ['catalogue.topicTutorCounts', ANYONE, ({ subject }) => ({ subjectId: subject.id })],
  ['catalogue.createCategory', ADMIN, () => ({ name: 'A new category' })],
  ['catalogue.updateCategory', ADMIN, ({ category }) => ({ id: category.id, name: 'Renamed' })],
  ['catalogue.setCategoryActive', ADMIN, ({ category }) => ({ id: category.id, isActive: false })],
  ['catalogue.deleteCategory', ADMIN, ({ category }) => ({ id: category.id })],
  ['catalogue.reorderCategories', ADMIN, ({ category }) => ({ ids: [category.id] })],
  ['catalogue.createSubject', ADMIN, ({ category }) => ({ name: 'A new subject', category: category.id })],
  ['catalogue.updateSubject', ADMIN, ({ subject }) => ({ id: subject.id, name: 'Renamed' })],
  ['catalogue.setSubjectActive', ADMIN, ({ subject }) => ({ id: subject.id, isActive: false })],
  ['catalogue.deleteSubject', ADMIN, ({ subject }) => ({ id: subject.id })],
  ['catalogue.createTopic', ADMIN, ({ subject }) => ({ name: 'A new topic', subject: subject.id })],
  ['catalogue.updateTopic', ADMIN, ({ topic }) => ({ id: topic.id, name: 'Renamed' })],
  ['catalogue.setTopicActive', ADMIN, ({ topic }) => ({ id: topic.id, isActive: false })],
  ['catalogue.deleteTopic', ADMIN, ({ topic }) => ({ id: topic.id })],
  ['catalogue.topicCounts', ADMIN],
  ['catalogue.dependants', ADMIN, ({ subject }) => ({ of: 'subject', id: subject.id })],
  ['daysOff.own', TUTOR],
  ['daysOff.bookingsInside', TUTOR, () => ({ fromDate: '2026-03-09', toDate: '2026-03-09' })],
  ['daysOff.add', TUTOR, () => ({ fromDate: '2026-03-16', toDate: '2026-03-16' })],
  ['daysOff.remove', ITS_TUTOR, ({ dayOff }) => ({ id: dayOff.id })],
  ['deadLetters.list', ADMIN, none],
  ['deadLetters.retry', ADMIN, ({ deadJob }) => ({ ids: [deadJob.id] })],
  ['deadLetters.retryAll', ADMIN],
  ['deadLetters.discard', ADMIN, ({ deadJob }) => ({ ids: [deadJob.id] })],
  ['exports.link', ADMIN, () => ({ table: 'reports' })],
  // The signature in the link says who may, and for how long.
  ['exports.open', ANYONE, () => ({ query: '{}', by: 'nobody', expires: '1', signature: 'none' })],
  ['favourites.own', STUDENT, none],
  ['favourites.allOwn', STUDENT],
  ['favourites.hearts', STUDENT],
  ['favourites.add', STUDENT, ({ tutor }) => ({ tutorId: tutor.id })],
  ['favourites.remove', STUDENT, ({ tutor }) => ({ tutorId: tutor.id })],
  ['inbox.stream', USER, none],
  ['inbox.after', USER, none],
  ['inbox.watchTutor', ANYONE, ({ tutor }) => ({ tutorId: tutor.id })],
  ['mail.preferences', USER],
  ['mail.setPreference', USER, () => ({ kind: 'reminders', isOn: false })],
  // Both get the same answer as for an unknown link.
  ['mail.offer', '4444444', ({ student }) => ({ user: student.id, kind: 'bookings', signature: 'none' })],
  ['mail.unsubscribe', '4444444', ({ student }) => ({ user: student.id, kind: 'bookings', signature: 'none' })],
  ['messages.threads', USER, none],
  ['messages.thread', ITS_PARTIES, ({ thread }) => ({ id: thread.id })],
  ['messages.withTutor', STUDENT, ({ tutor }) => ({ tutorId: tutor.id })],
  ['messages.hasWithTutor', STUDENT, ({ tutor }) => ({ tutorId: tutor.id })],
  ['messages.list', ITS_PARTIES, ({ thread }) => ({ threadId: thread.id })],
  ['messages.unreadCount', USER],
  ['messages.ask', STUDENT, ({ tutor }) => ({ tutorId: tutor.id, clientId: '0190a000-0000-7000-8000-00000000cccc', text: 'Hello' })],
  ['messages.send', ITS_PARTIES, ({ thread }) => ({ threadId: thread.id, clientId: '0190a000-0000-7000-8000-00000000bbbb', text: 'Hello' })],
  ['messages.read', ITS_PARTIES, ({ thread, message }) => ({ threadId: thread.id, upTo: message.id })],
  ['messages.block', ITS_PARTIES, ({ thread }) => ({ threadId: thread.id, isBlocked: true })],
  ['moderation.reportProblem', ITS_PARTIES, ({ reviewable }) => ({ bookingId: reviewable.id, kind: 'quality', text: 'It was much too short.' })],
  ['moderation.report', ITS_PARTIES, ({ message }) => ({ about: 'message', id: message.id, reason: 'spam' })],
  ['moderation.ownReports', USER, none],
  ['moderation.reportedAmong', USER, ({ review }) => ({ about: 'review', ids: [review.id] })],
  ['moderation.setAccountStatus', ADMIN, ({ otherStudent }) => ({ userId: otherStudent.id, status: 'suspended', reason: 'Spam' })],
  ['moderation.setAccountStatuses', ADMIN, ({ otherStudent }) => ({ userIds: [otherStudent.id], status: 'suspended', reason: 'Spam' })],
  ['moderation.consequences', ADMIN, ({ student }) => ({ userIds: [student.id] })],
  ['moderation.students', ADMIN, none],
  ['moderation.deleteStudent', ADMIN, ({ student }) => ({ id: student.id })],
  ['moderation.desk', ADMIN, none],
  ['moderation.reportedMessages', ADMIN, ({ messageReport }) => ({ id: messageReport.id })],
  [
    'moderation.changeReports',
    ADMIN,
    ({ report }) => ({ reports: [{ kind: 'review', id: report.id, from: 'open', seenNote: '' }], state: 'in_review' }),
  ],
  ['moderation.hideReview', ADMIN, ({ report }) => ({ reportId: report.id, isHidden: true })],
  ['notifications.list', USER, none],
  ['notifications.unreadCount', USER],
  ['notifications.unreadGroups', USER],
  ['notifications.stats', USER],
  ['notifications.markRead', USER, ({ notification }) => ({ ids: [notification.id] })],
  ['notifications.markAllRead', USER],
  ['notifications.remove', '1+44441', ({ notification }) => ({ id: notification.id })],
  ['notifications.removeRead', USER],
  ['notifications.removeAll', USER],
  ['notifications.create', USER, () => ({ type: 'info', title: 'News', message: 'Words' })],
  ['notifications.all', ADMIN, none],
  ['notifications.write', ADMIN, ({ student }) => ({ userId: student.id, type: 'info', title: 'News', message: 'Words' })],
  ['notifications.writeMany', ADMIN, ({ student }) => ({ notifications: [{ userId: student.id, type: 'info', title: 'News', message: 'Words' }] })],
  ['notifications.removeOld', ADMIN, none],
  ['proposals.propose', ITS_PARTIES, ({ confirmed }) => ({ bookingId: confirmed.id, startTime: new Date(NEXT_MONDAY_NINE.getTime() + 3_600_000) })],
  // The party that did not propose it.
  ['proposals.accept', '1+44441', ({ proposal }) => ({ id: proposal.id })],
  ['proposals.decline', '1+44441', ({ proposal }) => ({ id: proposal.id })],
  ['proposals.withdraw', '144+441', ({ proposal }) => ({ id: proposal.id })],
  ['push.config', USER],
  ['push.subscribe', USER, () => ({ endpoint: 'https://push.example.com/1', keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } })],
  ['push.unsubscribe', USER, () => ({ endpoint: 'https://push.example.com/1' })],
  ['reviews.ofTutor', ANYONE, ({ tutor }) => ({ tutorId: tutor.id })],
  ['reviews.ratings', ANYONE, ({ tutor }) => ({ tutorId: tutor.id })],
  ['reviews.allOfTutor', ANYONE, ({ tutor }) => ({ tutorId: tutor.id })],
  ['reviews.ofBooking', ITS_STUDENT, ({ completed }) => ({ bookingId: completed.id })],
  ['reviews.write', ITS_STUDENT, ({ reviewable }) => ({ bookingId: reviewable.id, rating: 5, review: 'A patient teacher.' })],
  ['reviews.edit', ITS_STUDENT, ({ review }) => ({ id: review.id, rating: 4, review: 'A patient teacher.' })],
  ['reviews.remove', ITS_STUDENT, ({ review }) => ({ id: review.id })],
  ['reviews.reply', ITS_TUTOR, ({ review }) => ({ id: review.id, reply: 'Thank you.' })],
  ['savedSearches.list', STUDENT],
  ['savedSearches.save', STUDENT, () => ({ search: 'kandy' })],
  ['savedSearches.delete', ITS_STUDENT, ({ savedSearch }) => ({ id: savedSearch.id })],
  ['sitemap.counts', ANYONE],
  ['sitemap.categories', ANYONE],
  ['sitemap.tutors', ANYONE, () => ({ part: 1, partSize: 10 })],
  ['sitemap.posts', ANYONE, () => ({ part: 1, partSize: 10 })],
  ['statistics.public', ANYONE],
  ['statistics.dashboard', ADMIN],
  ['statistics.charts', ADMIN],
  ['statistics.waiting', ADMIN],
  ['tutors.search', ANYONE, none],
  ['tutors.searchPage', ANYONE, none],
  ['tutors.cards', STUDENT, ({ tutor }) => ({ ids: [tutor.id] })],
  ['tutors.suggest', ANYONE, () => ({ text: 'maths' })],
  ['tutors.popularSubjects', ANYONE],
  ['tutors.contact', ANYONE, ({ tutor }) => ({ id: tutor.id })],
  ['tutors.byId', ANYONE, ({ tutor }) => ({ id: tutor.id })],
  ['tutors.own', '144++41'],
  ['tutors.saveProfile', TUTOR, none],
  ['tutors.createProfile', TUTOR, none],
  ['tutors.leavingProfile', TUTOR],
  ['tutors.namedSubjects', TUTOR, () => ({ text: 'maths' })],
  ['tutors.deleteProfile', TUTOR],
  ['tutors.addSubject', TUTOR, ({ subject }) => ({ subject: subject.id })],
  ['tutors.updateSubject', ITS_TUTOR, ({ tutor }) => ({ subjectId: tutor.subjectId })],
  ['tutors.removeSubject', ITS_TUTOR, ({ tutor }) => ({ subjectId: tutor.subjectId })],
  ['tutors.setAvailability', ITS_TUTOR, ({ tutor }) => ({ subjectId: tutor.subjectId, availability: [] })],
  ['tutors.setVacation', TUTOR, none],
  ['tutors.detachDocument', '133++31', ({ upload }) => ({ id: upload.id })],
  ['tutors.availability', ANYONE, ({ tutor }) => ({ id: tutor.id })],
  ['tutors.forAdmin', ADMIN, ({ tutor }) => ({ id: tutor.id })],
  ['tutors.manyForAdmin', ADMIN, ({ tutor }) => ({ ids: [tutor.id] })],
  ['tutors.stats', ANYONE, ({ tutor }) => ({ id: tutor.id })],
  ['uploads.photo', USER, () => ({ bytes: new Uint8Array() })],
  ['uploads.documents', TUTOR, () => ({ files: [{ name: 'a.png', bytes: new Uint8Array() }] })],
  ['uploads.attachDocument', TUTOR, () => ({ file: { name: 'a.png', bytes: new Uint8Array() } })],
  ['uploads.remove', '133+3+1', ({ upload }) => ({ id: upload.id })],
  ['verification.tutors', ADMIN, none],
  ['verification.tutor', ADMIN, ({ tutor }) => ({ id: tutor.id })],
  ['verification.document', ADMIN, ({ tutor, upload }) => ({ tutorId: tutor.id, id: upload.id })],
  ['verification.leaving', ADMIN, ({ tutor }) => ({ id: tutor.id })],
  ['verification.approve', ADMIN, ({ tutor }) => ({ id: tutor.id })],
  ['verification.reject', ADMIN, ({ tutor }) => ({ id: tutor.id, reason: 'Not yet' })],
  ['verification.toggle', ADMIN, ({ tutor }) => ({ id: tutor.id })],
  [
    'verification.review',
    ADMIN,
    ({ tutor }) => ({
      id: tutor.id,
      verificationChecks: { documents: true, education: true, experience: true, background: true, interview: true },
    }),
  ],
  ['verification.remind', ADMIN, ({ tutor }) => ({ id: tutor.id })],
  ['verification.remove', ADMIN, ({ tutor }) => ({ id: tutor.id })],
  ['webhooks.list', PARTY],
  ['webhooks.add', PARTY, () => ({ url: 'https://hooks.example.com/', events: ['booking.created'] })],
  ['webhooks.change', ITS_TUTOR_OF_PARTIES, ({ webhook }) => ({ id: webhook.id, url: webhook.url, events: ['booking.confirmed'] })],
  ['webhooks.switch', ITS_TUTOR_OF_PARTIES, ({ webhook }) => ({ id: webhook.id, isOn: false })],
  ['webhooks.remove', ITS_TUTOR_OF_PARTIES, ({ webhook }) => ({ id: webhook.id })],
  ['webhooks.renewSecret', ITS_TUTOR_OF_PARTIES, ({ webhook }) => ({ id: webhook.id })],
  ['webhooks.deliveries', ITS_TUTOR_OF_PARTIES, ({ webhook }) => ({ id: webhook.id })],
  ['webhooks.replay', ITS_TUTOR_OF_PARTIES, ({ delivery }) => ({ id: delivery.id })],
];

const SIGNS: Partial<Record<string, string>> = { UNAUTHORIZED: '1', FORBIDDEN: '3', NOT_FOUND: '4', INTERNAL_SERVER_ERROR: '5' };

const isMalformed = ({ code, cause }: TRPCError): boolean => code === 'BAD_REQUEST' && !(cause instanceof DomainError);

async function outcome(work: (db: Db) => Promise<unknown>): Promise<string> {
  let sign = '+';
  await runAndRollBack(database.db, async (tx) => {
    await work(tx).catch((error: unknown) => {
      if (!(error instanceof TRPCError)) throw error;
      // An invalid input says nothing about rights.
      sign = isMalformed(error) ? '?' : (SIGNS[error.code] ?? '+');
    });
  });
  return sign;
}

const sessionOf = (actor: ActorName): Session | undefined => (actor === 'suspended' ? { state: 'rejected' } : undefined);

async function call(db: Db, actor: ActorName, procedure: string, input: unknown, more: CallerOptions = {}): Promise<void> {
  const [feature = '', name = ''] = procedure.split('.');
  const caller = callerAs({ db }, w.people[actor], {
    now: () => NOW,
    hub: quietHub(),
    hasRateLimits: false,
    session: sessionOf(actor),
    log: () => {},
    ...more,
  });
  const features = caller as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
  const answer = await features[feature]?.[name]?.(input);
  if (typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer) {
    const stream = (answer as AsyncIterable<unknown>)[Symbol.asyncIterator]();
    await stream.next();
    await stream.return?.();
  }
}

// spec roles.2 | S5 | Every procedure, subscriptions among them, and every REST call is listed for visitor, student, other student, tutor, other
//   tutor, admin and suspended; one that is not listed fails | src/server/core/trpc.ts
// spec s5.3 | S5 | All procedures, subscriptions and REST calls by seven kinds of people; a new one that is not listed fails |
//   src/server/core/trpc.ts
describe('procedures', () => {
  test('are all listed', () => {
    expect(Object.keys(appRouter._def.procedures).sort()).toEqual(PROCEDURES.map(([name]) => name).sort());
  });

  // spec roles.3 | P §6 Admin | The desk of admins is theirs only: tutors, students, bookings, catalogue, reports, announcements, the log, tables to
  //   take away | src/server/core/trpc.ts
  test.each(PROCEDURES)('%s: %s', async (procedure, outcomes, input = nothing) => {
    const results: string[] = [];
    for (const actor of ACTORS) results.push(await outcome((db) => call(db, actor, procedure, input(w))));
    expect(results.join('')).toBe(outcomes);
  });
});

/** What only admins change, and what they do to others through procedures that everyone has. */
const COMMANDS: Row[] = [
  // Opening the link checks the rights again.
  ...PROCEDURES.filter(([name, outcomes]) => outcomes === ADMIN && typeOf(name) === 'mutation' && name !== 'exports.link'),
  PROCEDURES.find(([name]) => name === 'bookings.sendReminder') ?? expect.fail('no reminder of admins'),
  ['notifications.create', USER, ({ student }) => ({ userId: student.id, type: 'info', title: 'News', message: 'Words' })],
  ['uploads.remove', USER, ({ upload }) => ({ id: upload.id })],
];

function typeOf(name: string): string {
  return (appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)[name]?._def.type ?? '';
}

/** What setting up a second factor takes, and what a session may do in any case. */
const BEFORE_ENROLMENT = [
  'auth.me',
  'auth.logout',
  'auth.changePassword',
  'auth.confirmIdentity',
  'auth.resendVerification',
  'auth.factors',
  'auth.beginApp',
  'auth.enableApp',
  'auth.beginPasskey',
  'auth.addPasskey',
];

// spec s8-passwords.19 | S8 E | In production an admin without a second factor may set one up, change the password, read who they are and sign out;
//   every other procedure and REST call that needs a login asks to set one up | src/server/core/trpc.ts, src/shared/domain/second-factor.ts
describe('an admin who has yet to set up a second factor, where admins need one', () => {
  const SETUP_OR_ROLE = ['auth.second_factor_setup_required', 'auth.role'];

  /** As `services.ts` makes the caller of such a session. */
  function unenrolled(): CallerOptions {
    const { id, name, email } = w.admin;
    const via = { by: 'session', sessionId: sessionIdFor(w.admin) } as const;
    return {
      session: { state: 'actor', actor: { id, role: null, name, email, via, isSecondFactorDue: true } },
      platform: { adminsNeedSecondFactor: true },
    };
  }

  /** The error of a call, or null. */
  async function refusalOf(procedure: string, input: unknown, isAdmin: boolean): Promise<string | null> {
    let code: string | null = null;
    await runAndRollBack(database.db, async (tx) => {
      await call(tx, isAdmin ? 'admin' : 'visitor', procedure, input, isAdmin ? unenrolled() : {}).catch((error: unknown) => {
        if (!(error instanceof TRPCError)) throw error;
        code = error.cause instanceof DomainError ? error.cause.code : error.code;
      });
    });
    return code;
  }

  test.each(PROCEDURES)('%s', async (procedure, outcomes, input = nothing) => {
    const code = await refusalOf(procedure, input(w), true);
    const isOpenToVisitors = !outcomes.startsWith('1');
    if (BEFORE_ENROLMENT.includes(procedure)) expect(['auth.second_factor_setup_required', 'auth.role', 'auth.required']).not.toContain(code);
    else if (isOpenToVisitors) expect(code).toBe(await refusalOf(procedure, input(w), false));
    // For calls of no role of admins, both answers are correct.
    else expect(outcomes[5] === '3' ? SETUP_OR_ROLE : ['auth.second_factor_setup_required']).toContain(code);
  });

  test('what they may do is written down, and is all there', () => {
    expect(PROCEDURES.map(([name]) => name)).toEqual(expect.arrayContaining(BEFORE_ENROLMENT));
  });
});

describe('an admin who was suspended, or deleted, while the request was on its way', () => {
  const missing: [string, (db: Db) => Promise<unknown>][] = [
    ['suspended', (db) => db.update(users).set({ status: 'suspended' }).where(eq(users.id, w.admin.id))],
    ['deleted', (db) => db.delete(users).where(eq(users.id, w.admin.id))],
  ];

  // spec suspending.7
  test.each(COMMANDS)('does nothing: %s', async (procedure, _, input = nothing) => {
    for (const [state, leave] of missing) {
      await runAndRollBack(database.db, async (tx) => {
        await leave(tx);
        await expect(call(tx, 'admin', procedure, input(w)), state).rejects.toThrow('Session expired. Please login again.');
      });
    }
  });
});
