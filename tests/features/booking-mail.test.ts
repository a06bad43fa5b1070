import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { bookingProposals, bookings } from '#db/schema/bookings.ts';
import { reviews } from '#db/schema/engagement.ts';
import { jobs } from '#db/schema/jobs.ts';
import { users } from '#db/schema/people.ts';
import type { DomainEvent } from '#server/core/events.ts';
import type { MailJob } from '#server/core/job-kinds.ts';
import { jobsProjector } from '#server/core/jobs.ts';
import type { Mail } from '#server/core/ports.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { toBookingEvent } from '#server/features/bookings/bookings.steps.ts';
import { mailProjector } from '#server/features/mail/mail.projector.ts';
import type { BookingMailName } from '#shared/domain/mail-kinds.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import {
  aBooking,
  anAdmin,
  aProposal,
  aReview,
  aStudent,
  aTopic,
  aTutor,
  type Booking,
  type BookingOverrides,
  HOUR,
  NEXT_MONDAY_NINE,
  NOW,
  type Tutor,
  type User,
} from '#tests/support/factories.ts';
import { listMailJobs, runMailJob } from '#tests/support/mails.ts';

const database = useDatabase();
const SITE = 'http://127.0.0.1';
const UNKNOWN = '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40';
const NINE = 'Mon, 9 Mar 2026, 9:00 AM – 10:00 AM (Colombo time)';
const TWELVE = 'Mon, 9 Mar 2026, 12:00 PM – 1:00 PM (Colombo time)';

type Meeting = { student: User; tutor: Tutor; booking: Booking };
type Role = 'student' | 'tutor';

async function createMeeting({
  studentName = 'Nimal Perera',
  tutorName = 'Kamala Silva',
  ...overrides
}: BookingOverrides & Names = {}): Promise<Meeting> {
  const student = await aStudent(database.db, { name: studentName });
  const tutor = await aTutor(database.db, { user: { name: tutorName } });
  const booking = await aBooking(database.db, { student, tutor, subjectName: 'Physics', createdAt: NOW, ...overrides });
  return { student, tutor, booking };
}
type Names = { studentName?: string; tutorName?: string };

const personInRole = ({ student, tutor }: Meeting, role: Role) => (role === 'student' ? student : tutor.user);
const createMailJob = (meeting: Meeting, kind: BookingMailName, role: Role, options: { about?: Date; from?: Date } = {}): MailJob => ({
  mail: 'booking',
  kind,
  bookingId: meeting.booking.id,
  userId: personInRole(meeting, role).id,
  about: (options.about ?? meeting.booking.startTime).toISOString(),
  ...(options.from && { from: options.from.toISOString() }),
});

const sendMails = (job: MailJob, now = NOW) => runMailJob(database, job, { now: () => now });
async function sendOneMail(job: MailJob): Promise<Mail> {
  const [mail] = await sendMails(job);
  return mail ?? expect.fail('no mail went out');
}
/** The paragraphs between the greeting and the link. */
const paragraphsOf = ({ text }: Mail) => text.split('\n\n').slice(1, -3);
const lastLink = ({ text }: Mail) => text.split('\n\n').at(-3);

/** Jobs of one transaction have no order. */
const sortJobs = (mailJobs: readonly object[]) => mailJobs.map((job) => JSON.stringify(job, Object.keys(job).sort())).sort();
const listSortedJobs = async () => sortJobs(await listMailJobs(database));
const recordEvent = (event: DomainEvent) =>
  inUnitOfWork({ ...contextAs(database, null), projectors: [mailProjector, jobsProjector] }, async ({ record }) => record(event));

// spec mail.23 | R §5 E10 E11 | E10 confirmed, E11 cancelled: to both, to the tutor where somebody else cancels, with who, why and the figures |
//   src/server/features/mail/bookings.mail.ts
// spec mail.31 | R §5 E12 | E12 completed: a stored notification and booking_update to both, no mail | src/server/features/mail/mail.projector.ts
describe('events of a booking', () => {
  beforeEach(() => database.db.delete(jobs));
  const from = { startTime: new Date(NEXT_MONDAY_NINE.getTime() - 24 * HOUR), endTime: new Date(NEXT_MONDAY_NINE.getTime() - 23 * HOUR) };
  const laterTime = new Date(NEXT_MONDAY_NINE.getTime() + 3 * HOUR);

  type Case = [string, (booking: Booking) => DomainEvent, BookingMailName | null, Role[], { about?: Date; from?: Date }?];
  const toTransition = (booking: Booking, status: Booking['status'], by: 'student' | 'tutor' | 'system'): DomainEvent => ({
    type: 'booking.changed',
    booking: toBookingEvent({ ...booking, status }),
    from: 'pending',
    by,
  });
  const cases: Case[] = [
    ['a request', (booking) => ({ type: 'booking.requested', booking: toBookingEvent(booking) }), 'requested', ['student', 'tutor']],
    ['a confirmation', (booking) => toTransition(booking, 'confirmed', 'tutor'), 'confirmed', ['student', 'tutor']],
    ['a completion', (booking) => toTransition(booking, 'completed', 'tutor'), null, []],
    ['a cancellation by the student', (booking) => toTransition(booking, 'cancelled', 'student'), 'cancelled', ['student', 'tutor']],
    ['a cancellation by the tutor', (booking) => toTransition(booking, 'cancelled', 'tutor'), 'cancelled', ['student']],
    ['a cancellation by the system', (booking) => toTransition(booking, 'cancelled', 'system'), 'cancelled', ['student', 'tutor']],
    [
      'another time',
      (booking) => ({ type: 'booking.rescheduled', by: 'tutor', booking: toBookingEvent(booking), from }),
      'moved',
      ['student', 'tutor'],
      { from: from.startTime },
    ],
    ['a reminder', (booking) => ({ type: 'booking.reminder_due', booking: toBookingEvent(booking), hours: 24 }), 'reminder', ['student', 'tutor']],
    ['a proposal by the student', (booking) => ({ ...proposal(booking), by: 'student' }), 'proposed', ['tutor'], { about: laterTime }],
    ['a proposal by the tutor', (booking) => ({ ...proposal(booking), by: 'tutor' }), 'proposed', ['student'], { about: laterTime }],
    [
      'a proposal that was declined',
      (booking) => ({ type: 'proposal.declined', booking: toBookingEvent(booking), by: 'tutor', startTime: laterTime }),
      null,
      [],
    ],
    ['another meeting link', (booking) => ({ type: 'booking.link_changed', booking: toBookingEvent(booking) }), null, []],
  ];
  const proposal = (booking: Booking) => ({
    ...{ type: 'proposal.made' as const, booking: toBookingEvent(booking), proposalId: UNKNOWN },
    ...{ startTime: laterTime, lapsesAt: NOW },
  });

  test.each(cases)('order the right mails for %s', async (_, event, kind, to, options) => {
    const meeting = await createMeeting();
    await recordEvent(event(meeting.booking));
    expect(await listSortedJobs()).toEqual(kind === null ? [] : sortJobs(to.map((role) => createMailJob(meeting, kind, role, options))));
  });

  test('order no mail for a party who has left', async () => {
    const meeting = await createMeeting();
    await recordEvent({ type: 'booking.requested', booking: { ...toBookingEvent(meeting.booking), studentId: null } });
    expect(await listSortedJobs()).toEqual(sortJobs([createMailJob(meeting, 'requested', 'tutor')]));
  });

  // spec mail.24 | R §5 E13 | E13 review: the tutor is told, by mail the first time only; an edit tells nobody |
  //   src/server/features/mail/mail.projector.ts
  test('order a mail to the tutor for a new review, but not for an edited one', async () => {
    const review = { type: 'review.written', reviewId: UNKNOWN, tutorUserId: UNKNOWN, rating: 5, review: 'Good' } as const;
    await recordEvent({ ...review, isNew: true });
    await recordEvent({ ...review, isNew: false });
    await recordEvent({ ...review, isNew: true, tutorUserId: null });
    expect(await listSortedJobs()).toEqual(sortJobs([{ mail: 'review_received', reviewId: UNKNOWN, userId: UNKNOWN }]));
  });

  test('order mails in the transaction of the command', async () => {
    const meeting = await createMeeting();
    await callerAs(database, meeting.student).bookings.cancel({ id: meeting.booking.id });
    expect(await listSortedJobs()).toEqual(sortJobs([createMailJob(meeting, 'cancelled', 'student'), createMailJob(meeting, 'cancelled', 'tutor')]));
  });
});

describe('the mail of a booking request', () => {
  // spec mail.22 | R §5 E9 | E9 requested: a mail with the details to the tutor, a receipt to the student | src/server/features/mail/bookings.mail.ts
  // spec mail.33 | S6 | Its times name their zone | src/server/features/mail/bookings.mail.ts
  test('gives the tutor the details and the time until which to answer', async () => {
    const topic = { id: (await aTopic(database.db)).id, name: 'Optics' };
    const other = { id: (await aTopic(database.db)).id, name: 'Waves' };
    const meeting = await createMeeting({ topics: [topic, other], childName: 'Kasun', notes: 'Term test\n\nin  three weeks' });
    const mail = await sendOneMail(createMailJob(meeting, 'requested', 'tutor'));
    expect(mail).toMatchObject({ to: meeting.tutor.user.email, subject: 'New booking request for Physics' });
    expect(mail.text).toMatch(/^Hello Kamala Silva,\n/);
    expect(paragraphsOf(mail)).toEqual([
      'Nimal Perera asks for a session with you.',
      'Subject: Physics',
      'Topics: Optics, Waves',
      `Time: ${NINE}`,
      'Learning method: Online',
      'For: Kasun',
      'Price: Rs. 1,500',
      'No payment is taken online yet.',
      'The student has written:',
      'Term test',
      'in  three weeks',
      'Please confirm or cancel the request by Tue, 3 Mar 2026, 10:00 AM (Colombo time). Without an answer it is cancelled then.',
    ]);
    expect(lastLink(mail)).toBe(`View Booking\n${SITE}/bookings/${meeting.booking.id}`);
  });

  // spec mail.22, mail.33
  test('is a receipt for the student', async () => {
    const meeting = await createMeeting({ learningMethod: 'individual', amountCents: 12_500_050, address: '12 Temple Road' });
    const mail = await sendOneMail(createMailJob(meeting, 'requested', 'student'));
    expect(mail).toMatchObject({ to: meeting.student.email, subject: 'Your booking request for Physics' });
    expect(paragraphsOf(mail)).toEqual([
      'Kamala Silva has received your request for a session.',
      'Subject: Physics',
      `Time: ${NINE}`,
      'Learning method: Home Visit',
      'Price: Rs. 1,25,000.50',
      'No payment is taken online yet.',
      'You hear from us as soon as there is an answer. Without an answer by Tue, 3 Mar 2026, 10:00 AM (Colombo time), the request is cancelled.',
    ]);
    expect(lastLink(mail)).toBe(`View Booking\n${SITE}/bookings/${meeting.booking.id}`);
  });

  // spec mail.22
  test("does not contain the student's address before it is confirmed", async () => {
    const meeting = await createMeeting({ learningMethod: 'individual', address: '12 Temple Road' });
    expect((await sendOneMail(createMailJob(meeting, 'requested', 'tutor'))).text).not.toContain('Temple');
  });

  // spec mail.40
  test('escapes markup in what people wrote', async () => {
    const meeting = await createMeeting({
      studentName: 'Nimal <b>Perera</b>',
      notes: '<img src=x onerror=alert(1)>',
      subjectName: 'Physics & <i>More</i>',
    });
    const { html } = await sendOneMail(createMailJob(meeting, 'requested', 'tutor'));
    expect(html).toContain('Nimal &lt;b&gt;Perera&lt;/b&gt; asks');
    expect(html).toContain('Physics &amp; &lt;i&gt;More&lt;/i&gt;');
    expect(html).not.toMatch(/<(img|b|i)[ >]/);
  });

  // spec mail.40
  test("leaves out advertisements in a name, a note or a child's name", async () => {
    const meeting = await createMeeting({ studentName: 'Win at www.evil.example', childName: 'evil.example', notes: 'Go to\nhttps://evil.example' });
    const mail = await sendOneMail(createMailJob(meeting, 'requested', 'tutor'));
    expect(`${mail.text} ${mail.html}`).not.toContain('evil');
    expect(paragraphsOf(mail)).toContain('A student asks for a session with you.');
    expect(paragraphsOf(mail)).toContain('The student wrote a note. You can read it on the booking’s page.');
  });
});

// spec mail.23
describe('the mail of a confirmation', () => {
  test.each([
    ['student', 'Kamala Silva has confirmed your session.'],
    ['tutor', 'You have confirmed this session. Nimal Perera has been notified. This is your copy.'],
  ] as const)('gives the %s the details', async (role, sentence) => {
    const meeting = await createMeeting({ status: 'confirmed' });
    const mail = await sendOneMail(createMailJob(meeting, 'confirmed', role));
    expect(mail).toMatchObject({ to: personInRole(meeting, role).email, subject: 'Booking confirmed: Physics' });
    expect(paragraphsOf(mail)).toEqual([
      sentence,
      'Subject: Physics',
      `Time: ${NINE}`,
      'Learning method: Online',
      'Price: Rs. 1,500',
      'No payment is taken online yet.',
      "You can join from the booking's page from 15 minutes before the start.",
    ]);
  });

  test('does not mention joining for a home visit', async () => {
    const meeting = await createMeeting({ status: 'confirmed', learningMethod: 'individual' });
    expect((await sendOneMail(createMailJob(meeting, 'confirmed', 'student'))).text).not.toContain('join');
  });
});

// spec mail.23
describe('the mail of a cancellation', () => {
  const cancelled = { status: 'cancelled', refundCents: 75_000, retainedCents: 75_000, platformFeeCents: 11_250 } as const;
  const TERMS = 'Under our cancellation terms, of the price of Rs. 1,500:';
  const termsLines = {
    student: [TERMS, 'You owe: Rs. 750', 'No payment is taken online yet.'],
    tutor: [TERMS, 'Owed by the student: Rs. 750', 'Due to the tutor: Rs. 637.50', 'Platform fee: Rs. 112.50', 'No payment is taken online yet.'],
  };

  test.each([
    ['student', 'student', 'You have cancelled this session.'],
    ['tutor', 'student', 'Nimal Perera has cancelled this session.'],
    ['student', 'tutor', 'Kamala Silva has cancelled this session.'],
    ['student', 'system', 'Your session with Kamala Silva was cancelled.'],
    ['tutor', 'system', 'Your session with Nimal Perera was cancelled.'],
    ['tutor', 'admin', 'Your session with Nimal Perera was cancelled.'],
  ] as const)('tells the %s, after a cancellation by the %s, who cancelled, why, and the amounts by the Terms', async (role, by, sentence) => {
    const meeting = await createMeeting({ ...cancelled, cancelledBy: by, cancellationReason: 'A flood\nin our street' });
    const mail = await sendOneMail(createMailJob(meeting, 'cancelled', role));
    expect(mail).toMatchObject({ to: personInRole(meeting, role).email, subject: 'Booking cancelled: Physics' });
    const reason = ['This is the reason:', 'A flood', 'in our street'];
    const details = ['Subject: Physics', `Time: ${NINE}`, 'Learning method: Online'];
    const search = role === 'student' && by !== 'student' ? [`Find another tutor\n${SITE}/tutors?category=all&subject=Physics`] : [];
    expect(paragraphsOf(mail)).toEqual([sentence, ...reason, ...details, ...termsLines[role], ...search]);
    expect(`${mail.text} ${mail.html}`).not.toMatch(/paid|refunded|payment (was|is) (made|sent|returned)/i);
  });

  test('gives no reason when there is none, and does not repeat a link', async () => {
    const withoutReason = await createMeeting({ ...cancelled, cancelledBy: 'student' });
    expect((await sendOneMail(createMailJob(withoutReason, 'cancelled', 'tutor'))).text).not.toContain('reason');
    const withLink = await createMeeting({ ...cancelled, cancelledBy: 'student', cancellationReason: 'See evil.example' });
    const mail = await sendOneMail(createMailJob(withLink, 'cancelled', 'tutor'));
    expect(paragraphsOf(mail)).toContain('You can read the reason on the booking’s page.');
    expect(mail.text).not.toContain('evil');
  });

  test('does not name a party who has left', async () => {
    const meeting = await createMeeting({ ...cancelled, cancelledBy: 'student' });
    await database.db.delete(users).where(eq(users.id, meeting.student.id));
    expect(paragraphsOf(await sendOneMail(createMailJob(meeting, 'cancelled', 'tutor')))[0]).toBe('A student has cancelled this session.');
    const byUs = await createMeeting({ ...cancelled, cancelledBy: 'system' });
    await database.db.delete(users).where(eq(users.id, byUs.tutor.user.id));
    expect(paragraphsOf(await sendOneMail(createMailJob(byUs, 'cancelled', 'student')))[0]).toBe('This session was cancelled.');
  });

  test('names the tutor who was suspended to the student, and leads to others who teach the subject', async () => {
    const meeting = await createMeeting({ startTime: NEXT_MONDAY_NINE });
    const { name } = meeting.tutor.user;
    await callerAs(database, await anAdmin(database.db)).moderation.setAccountStatus({
      userId: meeting.tutor.user.id,
      status: 'suspended',
      reason: 'Complaints',
    });
    const mail = await sendOneMail(createMailJob(meeting, 'cancelled', 'student'));
    expect(paragraphsOf(mail)).toEqual(expect.arrayContaining([`Your session with ${name} was cancelled.`, 'Tutor is no longer available']));
    expect(mail.html).toContain('Find another tutor');
  });

  test('leads to all tutors where the subject was deleted', async () => {
    const meeting = await createMeeting({ ...cancelled, cancelledBy: 'system' });
    await database.db.update(bookings).set({ subjectId: null }).where(eq(bookings.id, meeting.booking.id));
    expect(paragraphsOf(await sendOneMail(createMailJob(meeting, 'cancelled', 'student'))).at(-1)).toBe(`Find another tutor\n${SITE}/tutors`);
  });
});

// spec mail.28
describe('the mail of a new time', () => {
  test.each(['student', 'tutor'] as const)('gives the %s the old and the new time', async (role) => {
    const meeting = await createMeeting({ status: 'confirmed', startTime: new Date(NEXT_MONDAY_NINE.getTime() + 3 * HOUR) });
    const mail = await sendOneMail(createMailJob(meeting, 'moved', role, { from: NEXT_MONDAY_NINE }));
    expect(mail).toMatchObject({ to: personInRole(meeting, role).email, subject: 'Booking moved: Physics' });
    expect(paragraphsOf(mail)).toEqual([
      'Your session for Physics has a new time.',
      `Old time: ${NINE}`,
      `New time: ${TWELVE}`,
      'Everything else stays as it was.',
    ]);
  });

  test.each([
    ['student', 'tutor', 'Kamala Silva'],
    ['tutor', 'student', 'Nimal Perera'],
  ] as const)('gives the %s both times of a proposal and the time until which to answer', async (role, proposedBy, name) => {
    const meeting = await createMeeting({ status: 'confirmed' });
    const { startTime } = await aProposal(database.db, { booking: meeting.booking, proposedBy });
    const mail = await sendOneMail(createMailJob(meeting, 'proposed', role, { about: startTime }));
    expect(mail).toMatchObject({ to: personInRole(meeting, role).email, subject: 'New time proposed: Physics' });
    expect(paragraphsOf(mail)).toEqual([
      `${name} proposes another time for your session for Physics.`,
      `Present time: ${NINE}`,
      `Proposed time: ${TWELVE}`,
      'You can accept or decline until Tue, 3 Mar 2026, 10:00 AM (Colombo time). Unless you accept, the present time holds.',
    ]);
  });
});

describe('the mail of a reminder', () => {
  test.each([
    ['student', 'Your session with Kamala Silva begins on Mon, 9 Mar 2026, 9:00 AM (Colombo time).'],
    ['tutor', 'Your session with Nimal Perera begins on Mon, 9 Mar 2026, 9:00 AM (Colombo time).'],
  ] as const)('gives the %s the details', async (role, sentence) => {
    const meeting = await createMeeting({ status: 'confirmed' });
    const mail = await sendOneMail(createMailJob(meeting, 'reminder', role));
    expect(mail).toMatchObject({ to: personInRole(meeting, role).email, subject: 'Session reminder: Physics' });
    expect(paragraphsOf(mail)).toEqual([
      sentence,
      'Subject: Physics',
      `Time: ${NINE}`,
      'Learning method: Online',
      "You can join from the booking's page from 15 minutes before the start.",
    ]);
  });
});

describe('an outdated mail order', () => {
  const laterTime = new Date(NEXT_MONDAY_NINE.getTime() + 3 * HOUR);

  // spec mail.40 | D Booking, S4 | A mail of a booking says nothing that is no longer so, and carries no markup and no advertisement of what people
  //   wrote | src/server/features/mail/mail.queries.ts
  test.each<[BookingMailName, Booking['status'][]]>([
    ['requested', ['confirmed', 'completed', 'cancelled']],
    ['confirmed', ['pending', 'completed', 'cancelled']],
    ['cancelled', ['pending', 'confirmed', 'completed']],
    ['moved', ['pending', 'completed', 'cancelled']],
    ['reminder', ['pending', 'completed', 'cancelled']],
    ['proposed', ['pending', 'completed', 'cancelled']],
  ])('of the kind %s sends nothing when the booking is %j by now', async (kind, statuses) => {
    for (const status of statuses) {
      const meeting = await createMeeting({ status });
      if (kind === 'proposed') await aProposal(database.db, { booking: meeting.booking });
      const job = createMailJob(meeting, kind, 'student', kind === 'proposed' ? { about: laterTime } : { from: NOW });
      expect(await sendMails(job), status).toEqual([]);
    }
  });

  // spec mail.40
  test.each<[BookingMailName, Booking['status']]>([
    ['requested', 'pending'],
    ['confirmed', 'confirmed'],
    ['moved', 'confirmed'],
    ['reminder', 'confirmed'],
  ])('of the kind %s sends nothing when the booking has another time by now', async (kind, status) => {
    const meeting = await createMeeting({ status });
    const job = createMailJob(meeting, kind, 'student', { from: NOW });
    expect(await sendMails(job)).toHaveLength(1);
    const endTime = new Date(laterTime.getTime() + HOUR);
    await database.db.update(bookings).set({ startTime: laterTime, endTime }).where(eq(bookings.id, meeting.booking.id));
    expect(await sendMails(job)).toEqual([]);
  });

  // spec mail.20
  test('sends no reminder once the session has begun', async () => {
    const meeting = await createMeeting({ status: 'confirmed' });
    const job = createMailJob(meeting, 'reminder', 'student');
    expect(await sendMails(job, new Date(NEXT_MONDAY_NINE.getTime() - 1))).toHaveLength(1);
    expect(await sendMails(job, NEXT_MONDAY_NINE)).toEqual([]);
  });

  // spec mail.40
  test('sends nothing for a proposal that was answered, replaced or has lapsed, nor to its author', async () => {
    const meeting = await createMeeting({ status: 'confirmed' });
    const proposal = await aProposal(database.db, { booking: meeting.booking });
    const job = createMailJob(meeting, 'proposed', 'student', { about: proposal.startTime });
    expect(await sendMails(job, new Date(proposal.lapsesAt.getTime() - 1))).toHaveLength(1);
    expect(await sendMails(job, proposal.lapsesAt)).toEqual([]);
    expect(await sendMails(createMailJob(meeting, 'proposed', 'tutor', { about: proposal.startTime }))).toEqual([]);
    await database.db.update(bookingProposals).set({ state: 'declined', settledAt: NOW }).where(eq(bookingProposals.id, proposal.id));
    expect(await sendMails(job)).toEqual([]);
    await aProposal(database.db, {
      booking: meeting.booking,
      startTime: new Date(laterTime.getTime() + HOUR),
      endTime: new Date(laterTime.getTime() + 2 * HOUR),
    });
    expect(await sendMails(job)).toEqual([]);
  });

  // spec mail.40
  test('sends nothing to a suspended or deleted account, to a stranger, or about a deleted booking', async () => {
    const suspended = await createMeeting();
    await database.db.update(users).set({ status: 'suspended' }).where(eq(users.id, suspended.student.id));
    expect(await sendMails(createMailJob(suspended, 'requested', 'student'))).toEqual([]);
    expect(await sendMails(createMailJob(suspended, 'requested', 'tutor'))).toHaveLength(1);

    const withoutStudent = await createMeeting();
    await database.db.delete(users).where(eq(users.id, withoutStudent.student.id));
    expect(await sendMails(createMailJob(withoutStudent, 'requested', 'student'))).toEqual([]);

    const stranger = await anAdmin(database.db);
    const strangersJob: MailJob = {
      mail: 'booking',
      kind: 'requested',
      bookingId: withoutStudent.booking.id,
      userId: stranger.id,
      about: NEXT_MONDAY_NINE.toISOString(),
    };
    expect(await sendMails(strangersJob)).toEqual([]);
    expect(await sendMails({ ...strangersJob, bookingId: UNKNOWN })).toEqual([]);
  });
});

describe('the mail of a review', () => {
  async function createReview(review = 'A patient teacher.\n\nExplains <b>everything</b> twice.', names: Names = {}) {
    const meeting = await createMeeting({ status: 'completed', ...names });
    return { ...meeting, review: await aReview(database.db, { booking: meeting.booking, rating: 4, review }) };
  }
  const createReviewJob = ({ tutor, review }: { tutor: Tutor; review: { id: string } }): MailJob => ({
    mail: 'review_received',
    reviewId: review.id,
    userId: tutor.user.id,
  });

  // spec mail.24
  test('shows the tutor the stars and the text', async () => {
    const review = await createReview();
    const mail = await sendOneMail(createReviewJob(review));
    expect(mail).toMatchObject({ to: review.tutor.user.email, subject: 'You have a new review' });
    expect(paragraphsOf(mail)).toEqual([
      'Nimal Perera has reviewed your session for Physics.',
      '4 of 5 stars',
      'A patient teacher.',
      'Explains <b>everything</b> twice.',
    ]);
    expect(lastLink(mail)).toBe(`View Dashboard\n${SITE}/tutor/dashboard`);
    expect(mail.html).toContain('Explains &lt;b&gt;everything&lt;/b&gt; twice.');
  });

  test('repeats no link, and no name that looks like one', async () => {
    const mail = await sendOneMail(createReviewJob(await createReview('Better teachers at evil.example', { studentName: 'evil.example' })));
    expect(paragraphsOf(mail)).toEqual([
      'A student has reviewed your session for Physics.',
      '4 of 5 stars',
      'You find the words of the review on your dashboard.',
    ]);
    expect(`${mail.text} ${mail.html}`).not.toContain('evil');
  });

  // spec mail.41 | R §5 E13, D Booking | A review that an admin has hidden meanwhile is not mailed | src/server/features/mail/mail.queries.ts
  test('is not sent once an admin has hidden the review', async () => {
    const hidden = await createReview();
    await database.db.update(reviews).set({ hiddenAt: NOW }).where(eq(reviews.id, hidden.review.id));
    expect(await sendMails(createReviewJob(hidden))).toEqual([]);
  });

  test('is not sent once the review is removed or the tutor suspended or deleted', async () => {
    const removed = await createReview();
    await database.db.delete(reviews).where(eq(reviews.id, removed.review.id));
    const suspended = await createReview();
    await database.db.update(users).set({ status: 'suspended' }).where(eq(users.id, suspended.tutor.user.id));
    const withoutStudent = await createReview();
    await database.db.delete(users).where(eq(users.id, withoutStudent.tutor.user.id));
    for (const review of [removed, suspended, withoutStudent]) expect(await sendMails(createReviewJob(review))).toEqual([]);
  });
});
