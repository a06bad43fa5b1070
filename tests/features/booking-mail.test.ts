import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { bookingProposals, bookings } from '#db/schema/bookings.ts';
import { reviews } from '#db/schema/engagement.ts';
import { jobs } from '#db/schema/jobs.ts';
import { users } from '#db/schema/people.ts';
import type { DomainEvent } from '#server/core/events.ts';
import type { MailOrder } from '#server/core/job-kinds.ts';
import { jobsProjector } from '#server/core/jobs.ts';
import type { Mail } from '#server/core/ports.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { toBookingEvent } from '#server/features/bookings/bookings.steps.ts';
import { sendMail } from '#server/features/mail/mail.jobs.ts';
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

const database = useDatabase();
const SITE = 'http://127.0.0.1';
const UNKNOWN = '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40';
const NINE = 'Mon, 9 Mar 2026, 9:00 AM – 10:00 AM (Colombo time)';
const TWELVE = 'Mon, 9 Mar 2026, 12:00 PM – 1:00 PM (Colombo time)';

type Meeting = { student: User; tutor: Tutor; booking: Booking };
type Role = 'student' | 'tutor';

async function aMeeting({ studentName = 'Nimal Perera', tutorName = 'Kamala Silva', ...overrides }: BookingOverrides & Names = {}): Promise<Meeting> {
  const student = await aStudent(database.db, { name: studentName });
  const tutor = await aTutor(database.db, { user: { name: tutorName } });
  const booking = await aBooking(database.db, { student, tutor, subjectName: 'Physics', createdAt: NOW, ...overrides });
  return { student, tutor, booking };
}
type Names = { studentName?: string; tutorName?: string };

const personOf = ({ student, tutor }: Meeting, role: Role) => (role === 'student' ? student : tutor.user);
const orderFor = (meeting: Meeting, kind: BookingMailName, role: Role, more: { about?: Date; from?: Date } = {}): MailOrder => ({
  mail: 'booking',
  kind,
  bookingId: meeting.booking.id,
  userId: personOf(meeting, role).id,
  about: (more.about ?? meeting.booking.startTime).toISOString(),
  ...(more.from && { from: more.from.toISOString() }),
});

async function mailsFor(order: MailOrder, now = NOW): Promise<Mail[]> {
  const sent: Mail[] = [];
  await sendMail(contextAs(database, null, { mailer: { send: async (mail) => void sent.push(mail) }, now: () => now }), order);
  return sent;
}
async function mailFor(order: MailOrder): Promise<Mail> {
  const [mail] = await mailsFor(order);
  return mail ?? expect.fail('no mail went out');
}
/** The paragraphs between the greeting and the link. */
const body = ({ text }: Mail) => text.split('\n\n').slice(1, -3);
const linkIn = ({ text }: Mail) => text.split('\n\n').at(-3);

/** In one order: those of one transaction have none. */
const inOrder = (orders: readonly object[]) => orders.map((order) => JSON.stringify(order, Object.keys(order).sort())).sort();
const ordered = async () => inOrder((await database.db.select().from(jobs)).flatMap(({ kind, params }) => (kind === 'mail.send' ? [params] : [])));
/** Only what mails need of the transaction. */
const tell = (event: DomainEvent) =>
  inUnitOfWork({ ...contextAs(database, null), projectors: [mailProjector, jobsProjector] }, async ({ record }) => record(event));

// spec mail.23 | R §5 E10 E11 | E10 confirmed, E11 cancelled: to both, to the tutor where somebody else cancels, with who, why and the figures |
//   src/server/features/mail/bookings.mail.ts
// spec mail.31 | R §5 E12 | E12 completed: a stored notification and booking_update to both, no mail | src/server/features/mail/mail.projector.ts
describe('what happens to a booking orders mails', () => {
  beforeEach(() => database.db.delete(jobs));
  const from = { startTime: new Date(NEXT_MONDAY_NINE.getTime() - 24 * HOUR), endTime: new Date(NEXT_MONDAY_NINE.getTime() - 23 * HOUR) };
  const elsewhen = new Date(NEXT_MONDAY_NINE.getTime() + 3 * HOUR);

  type Case = [string, (booking: Booking) => DomainEvent, BookingMailName | null, Role[], { about?: Date; from?: Date }?];
  const moved = (booking: Booking, status: Booking['status'], by: 'student' | 'tutor' | 'system'): DomainEvent => ({
    type: 'booking.changed',
    booking: toBookingEvent({ ...booking, status }),
    from: 'pending',
    by,
  });
  const cases: Case[] = [
    ['a request', (booking) => ({ type: 'booking.requested', booking: toBookingEvent(booking) }), 'requested', ['student', 'tutor']],
    ['a confirmation', (booking) => moved(booking, 'confirmed', 'tutor'), 'confirmed', ['student', 'tutor']],
    ['a completion', (booking) => moved(booking, 'completed', 'tutor'), null, []],
    ['a cancellation by the student', (booking) => moved(booking, 'cancelled', 'student'), 'cancelled', ['student', 'tutor']],
    ['a cancellation by the tutor', (booking) => moved(booking, 'cancelled', 'tutor'), 'cancelled', ['student']],
    ['a cancellation by the system', (booking) => moved(booking, 'cancelled', 'system'), 'cancelled', ['student', 'tutor']],
    [
      'another time',
      (booking) => ({ type: 'booking.rescheduled', booking: toBookingEvent(booking), from }),
      'moved',
      ['student', 'tutor'],
      { from: from.startTime },
    ],
    ['a reminder', (booking) => ({ type: 'booking.reminder_due', booking: toBookingEvent(booking), hours: 24 }), 'reminder', ['student', 'tutor']],
    ['a proposal by the student', (booking) => ({ ...proposal(booking), by: 'student' }), 'proposed', ['tutor'], { about: elsewhen }],
    ['a proposal by the tutor', (booking) => ({ ...proposal(booking), by: 'tutor' }), 'proposed', ['student'], { about: elsewhen }],
    [
      'a proposal that was declined',
      (booking) => ({ type: 'proposal.declined', booking: toBookingEvent(booking), by: 'tutor', startTime: elsewhen }),
      null,
      [],
    ],
    ['another meeting link', (booking) => ({ type: 'booking.link_changed', booking: toBookingEvent(booking) }), null, []],
  ];
  const proposal = (booking: Booking) => ({
    ...{ type: 'proposal.made' as const, booking: toBookingEvent(booking), proposalId: UNKNOWN },
    ...{ startTime: elsewhen, lapsesAt: NOW },
  });

  test.each(cases)('%s', async (_, event, kind, to, more) => {
    const meeting = await aMeeting();
    await tell(event(meeting.booking));
    expect(await ordered()).toEqual(kind === null ? [] : inOrder(to.map((role) => orderFor(meeting, kind, role, more))));
  });

  test('for nobody who has left', async () => {
    const meeting = await aMeeting();
    await tell({ type: 'booking.requested', booking: { ...toBookingEvent(meeting.booking), studentId: null } });
    expect(await ordered()).toEqual(inOrder([orderFor(meeting, 'requested', 'tutor')]));
  });

  // spec mail.24 | R §5 E13 | E13 review: the tutor is told, by mail the first time only; an edit tells nobody |
  //   src/server/features/mail/mail.projector.ts
  test('a new review one for the tutor, an edited one none', async () => {
    const review = { type: 'review.written', reviewId: UNKNOWN, tutorUserId: UNKNOWN, rating: 5, review: 'Good' } as const;
    await tell({ ...review, isNew: true });
    await tell({ ...review, isNew: false });
    await tell({ ...review, isNew: true, tutorUserId: null });
    expect(await ordered()).toEqual(inOrder([{ mail: 'review_received', reviewId: UNKNOWN, userId: UNKNOWN }]));
  });

  test('in the transaction of the command, through all projectors', async () => {
    const meeting = await aMeeting();
    await callerAs(database, meeting.student).bookings.cancel({ id: meeting.booking.id });
    expect(await ordered()).toEqual(inOrder([orderFor(meeting, 'cancelled', 'student'), orderFor(meeting, 'cancelled', 'tutor')]));
  });
});

describe('the mail of a request', () => {
  // spec mail.22 | R §5 E9 | E9 requested: a mail with the details to the tutor, a receipt to the student | src/server/features/mail/bookings.mail.ts
  // spec mail.33 | S6 | Its times name their zone | src/server/features/mail/bookings.mail.ts
  test('tells the tutor what is asked for, and until when an answer is waited for', async () => {
    const topic = { id: (await aTopic(database.db)).id, name: 'Optics' };
    const other = { id: (await aTopic(database.db)).id, name: 'Waves' };
    const meeting = await aMeeting({ topics: [topic, other], childName: 'Kasun', notes: 'Term test\n\nin  three weeks' });
    const mail = await mailFor(orderFor(meeting, 'requested', 'tutor'));
    expect(mail).toMatchObject({ to: meeting.tutor.user.email, subject: 'New booking request for Physics' });
    expect(mail.text).toMatch(/^Hello Kamala Silva,\n/);
    expect(body(mail)).toEqual([
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
    expect(linkIn(mail)).toBe(`View Booking\n${SITE}/bookings/${meeting.booking.id}`);
  });

  // spec mail.22, mail.33
  test('is a receipt for the student', async () => {
    const meeting = await aMeeting({ learningMethod: 'individual', amountCents: 12_500_050, address: '12 Temple Road' });
    const mail = await mailFor(orderFor(meeting, 'requested', 'student'));
    expect(mail).toMatchObject({ to: meeting.student.email, subject: 'Your booking request for Physics' });
    expect(body(mail)).toEqual([
      'Kamala Silva has received your request for a session.',
      'Subject: Physics',
      `Time: ${NINE}`,
      'Learning method: Home Visit',
      'Price: Rs. 1,25,000.50',
      'No payment is taken online yet.',
      'You hear from us as soon as there is an answer. Without an answer by Tue, 3 Mar 2026, 10:00 AM (Colombo time), the request is cancelled.',
    ]);
    expect(linkIn(mail)).toBe(`View Booking\n${SITE}/bookings/${meeting.booking.id}`);
  });

  // spec mail.22
  test('does not tell the tutor where the student lives before it is confirmed', async () => {
    const meeting = await aMeeting({ learningMethod: 'individual', address: '12 Temple Road' });
    expect((await mailFor(orderFor(meeting, 'requested', 'tutor'))).text).not.toContain('Temple');
  });

  // spec mail.40
  test('has no markup of what people wrote', async () => {
    const meeting = await aMeeting({
      studentName: 'Nimal <b>Perera</b>',
      notes: '<img src=x onerror=alert(1)>',
      subjectName: 'Physics & <i>More</i>',
    });
    const { html } = await mailFor(orderFor(meeting, 'requested', 'tutor'));
    expect(html).toContain('Nimal &lt;b&gt;Perera&lt;/b&gt; asks');
    expect(html).toContain('Physics &amp; &lt;i&gt;More&lt;/i&gt;');
    expect(html).not.toMatch(/<(img|b|i)[ >]/);
  });

  // spec mail.40
  test('carries no advertisement in a name, a note or a child', async () => {
    const meeting = await aMeeting({ studentName: 'Win at www.evil.example', childName: 'evil.example', notes: 'Go to\nhttps://evil.example' });
    const mail = await mailFor(orderFor(meeting, 'requested', 'tutor'));
    expect(`${mail.text} ${mail.html}`).not.toContain('evil');
    expect(body(mail)).toContain('A student asks for a session with you.');
    expect(body(mail)).toContain("The student has written a note, which stands on the booking's page.");
  });
});

// spec mail.23
describe('the mail of a confirmation', () => {
  test.each([
    ['student', 'Kamala Silva has confirmed your session.'],
    ['tutor', 'You have confirmed this session. Nimal Perera was told, and this is your copy.'],
  ] as const)('to the %s', async (role, sentence) => {
    const meeting = await aMeeting({ status: 'confirmed' });
    const mail = await mailFor(orderFor(meeting, 'confirmed', role));
    expect(mail).toMatchObject({ to: personOf(meeting, role).email, subject: 'Booking confirmed: Physics' });
    expect(body(mail)).toEqual([
      sentence,
      'Subject: Physics',
      `Time: ${NINE}`,
      'Learning method: Online',
      'Price: Rs. 1,500',
      'No payment is taken online yet.',
      "You can join from the booking's page from 15 minutes before the start.",
    ]);
  });

  test('of a home visit has nothing to join', async () => {
    const meeting = await aMeeting({ status: 'confirmed', learningMethod: 'individual' });
    expect((await mailFor(orderFor(meeting, 'confirmed', 'student'))).text).not.toContain('join');
  });
});

// spec mail.23
describe('the mail of a cancellation', () => {
  const cancelled = { status: 'cancelled', refundCents: 75_000, retainedCents: 75_000, platformFeeCents: 11_250 } as const;
  const terms = [
    'Under our cancellation terms, of the price of Rs. 1,500:',
    'Refundable to the student: Rs. 750',
    'Due to the tutor: Rs. 637.50',
    'Platform fee: Rs. 112.50',
    'No payment is taken online yet.',
  ];

  test.each([
    ['student', 'student', 'You have cancelled this session.'],
    ['tutor', 'student', 'Nimal Perera has cancelled this session.'],
    ['student', 'tutor', 'Kamala Silva has cancelled this session.'],
    ['student', 'system', 'This session was cancelled.'],
    ['tutor', 'system', 'This session was cancelled.'],
    ['tutor', 'admin', 'This session was cancelled.'],
  ] as const)('to the %s, by the %s: who, why, and what the Terms say', async (role, by, sentence) => {
    const meeting = await aMeeting({ ...cancelled, cancelledBy: by, cancellationReason: 'A flood\nin our street' });
    const mail = await mailFor(orderFor(meeting, 'cancelled', role));
    expect(mail).toMatchObject({ to: personOf(meeting, role).email, subject: 'Booking cancelled: Physics' });
    const reason = ['This is the reason:', 'A flood', 'in our street'];
    expect(body(mail)).toEqual([sentence, ...reason, 'Subject: Physics', `Time: ${NINE}`, 'Learning method: Online', ...terms]);
    expect(`${mail.text} ${mail.html}`).not.toMatch(/paid|refunded|payment (was|is) (made|sent|returned)/i);
  });

  test('without a reason gives none, and does not repeat a link', async () => {
    const plain = await aMeeting({ ...cancelled, cancelledBy: 'student' });
    expect((await mailFor(orderFor(plain, 'cancelled', 'tutor'))).text).not.toContain('reason');
    const evil = await aMeeting({ ...cancelled, cancelledBy: 'student', cancellationReason: 'See evil.example' });
    const mail = await mailFor(orderFor(evil, 'cancelled', 'tutor'));
    expect(body(mail)).toContain("The reason stands on the booking's page.");
    expect(mail.text).not.toContain('evil');
  });

  test('names nobody who has left', async () => {
    const meeting = await aMeeting({ ...cancelled, cancelledBy: 'student' });
    await database.db.delete(users).where(eq(users.id, meeting.student.id));
    expect(body(await mailFor(orderFor(meeting, 'cancelled', 'tutor')))[0]).toBe('A student has cancelled this session.');
  });
});

// spec mail.28
describe('the mail of another time', () => {
  test.each(['student', 'tutor'] as const)('tells the %s the old and the new one', async (role) => {
    const meeting = await aMeeting({ status: 'confirmed', startTime: new Date(NEXT_MONDAY_NINE.getTime() + 3 * HOUR) });
    const mail = await mailFor(orderFor(meeting, 'moved', role, { from: NEXT_MONDAY_NINE }));
    expect(mail).toMatchObject({ to: personOf(meeting, role).email, subject: 'Booking moved: Physics' });
    expect(body(mail)).toEqual([
      'Your session for Physics has a new time.',
      `Old time: ${NINE}`,
      `New time: ${TWELVE}`,
      'Everything else stays as it was.',
    ]);
  });

  test.each([
    ['student', 'tutor', 'Kamala Silva'],
    ['tutor', 'student', 'Nimal Perera'],
  ] as const)('that is proposed tells the %s both, and until when to answer', async (role, proposedBy, name) => {
    const meeting = await aMeeting({ status: 'confirmed' });
    const { startTime } = await aProposal(database.db, { booking: meeting.booking, proposedBy });
    const mail = await mailFor(orderFor(meeting, 'proposed', role, { about: startTime }));
    expect(mail).toMatchObject({ to: personOf(meeting, role).email, subject: 'New time proposed: Physics' });
    expect(body(mail)).toEqual([
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
  ] as const)('to the %s', async (role, sentence) => {
    const meeting = await aMeeting({ status: 'confirmed' });
    const mail = await mailFor(orderFor(meeting, 'reminder', role));
    expect(mail).toMatchObject({ to: personOf(meeting, role).email, subject: 'Session reminder: Physics' });
    expect(body(mail)).toEqual([
      sentence,
      'Subject: Physics',
      `Time: ${NINE}`,
      'Learning method: Online',
      "You can join from the booking's page from 15 minutes before the start.",
    ]);
  });
});

describe('a mail is not sent any more', () => {
  const elsewhen = new Date(NEXT_MONDAY_NINE.getTime() + 3 * HOUR);

  // spec mail.40 | D Booking, S4 | A mail of a booking says nothing that is no longer so, and carries no markup and no advertisement of what people
  //   wrote | src/server/features/mail/mail.queries.ts
  test.each<[BookingMailName, Booking['status'][]]>([
    ['requested', ['confirmed', 'completed', 'cancelled']],
    ['confirmed', ['pending', 'completed', 'cancelled']],
    ['cancelled', ['pending', 'confirmed', 'completed']],
    ['moved', ['pending', 'completed', 'cancelled']],
    ['reminder', ['pending', 'completed', 'cancelled']],
    ['proposed', ['pending', 'completed', 'cancelled']],
  ])('of the kind %s for a booking that is %j meanwhile', async (kind, statuses) => {
    for (const status of statuses) {
      const meeting = await aMeeting({ status });
      if (kind === 'proposed') await aProposal(database.db, { booking: meeting.booking });
      const order = orderFor(meeting, kind, 'student', kind === 'proposed' ? { about: elsewhen } : { from: NOW });
      expect(await mailsFor(order), status).toEqual([]);
    }
  });

  // spec mail.40
  test.each<[BookingMailName, Booking['status']]>([
    ['requested', 'pending'],
    ['confirmed', 'confirmed'],
    ['moved', 'confirmed'],
    ['reminder', 'confirmed'],
  ])('of the kind %s for one that was moved meanwhile', async (kind, status) => {
    const meeting = await aMeeting({ status });
    const order = orderFor(meeting, kind, 'student', { from: NOW });
    expect(await mailsFor(order)).toHaveLength(1);
    const endTime = new Date(elsewhen.getTime() + HOUR);
    await database.db.update(bookings).set({ startTime: elsewhen, endTime }).where(eq(bookings.id, meeting.booking.id));
    expect(await mailsFor(order)).toEqual([]);
  });

  // spec mail.20
  test('as a reminder of what has begun', async () => {
    const meeting = await aMeeting({ status: 'confirmed' });
    const order = orderFor(meeting, 'reminder', 'student');
    expect(await mailsFor(order, new Date(NEXT_MONDAY_NINE.getTime() - 1))).toHaveLength(1);
    expect(await mailsFor(order, NEXT_MONDAY_NINE)).toEqual([]);
  });

  // spec mail.40
  test('for a proposal that was answered, replaced or has lapsed, or to who made it', async () => {
    const meeting = await aMeeting({ status: 'confirmed' });
    const proposal = await aProposal(database.db, { booking: meeting.booking });
    const order = orderFor(meeting, 'proposed', 'student', { about: proposal.startTime });
    expect(await mailsFor(order, new Date(proposal.lapsesAt.getTime() - 1))).toHaveLength(1);
    expect(await mailsFor(order, proposal.lapsesAt)).toEqual([]);
    expect(await mailsFor(orderFor(meeting, 'proposed', 'tutor', { about: proposal.startTime }))).toEqual([]);
    await database.db.update(bookingProposals).set({ state: 'declined', settledAt: NOW }).where(eq(bookingProposals.id, proposal.id));
    expect(await mailsFor(order)).toEqual([]);
    await aProposal(database.db, {
      booking: meeting.booking,
      startTime: new Date(elsewhen.getTime() + HOUR),
      endTime: new Date(elsewhen.getTime() + 2 * HOUR),
    });
    expect(await mailsFor(order)).toEqual([]);
  });

  // spec mail.40
  test('to somebody who is suspended or has left, to a stranger, or of a booking that is gone', async () => {
    const suspended = await aMeeting();
    await database.db.update(users).set({ status: 'suspended' }).where(eq(users.id, suspended.student.id));
    expect(await mailsFor(orderFor(suspended, 'requested', 'student'))).toEqual([]);
    expect(await mailsFor(orderFor(suspended, 'requested', 'tutor'))).toHaveLength(1);

    const left = await aMeeting();
    await database.db.delete(users).where(eq(users.id, left.student.id));
    expect(await mailsFor(orderFor(left, 'requested', 'student'))).toEqual([]);

    const stranger = await anAdmin(database.db);
    const foreign: MailOrder = {
      mail: 'booking',
      kind: 'requested',
      bookingId: left.booking.id,
      userId: stranger.id,
      about: NEXT_MONDAY_NINE.toISOString(),
    };
    expect(await mailsFor(foreign)).toEqual([]);
    expect(await mailsFor({ ...foreign, bookingId: UNKNOWN })).toEqual([]);
  });
});

describe('the mail of a review', () => {
  async function reviewed(review = 'A patient teacher.\n\nExplains <b>everything</b> twice.', names: Names = {}) {
    const meeting = await aMeeting({ status: 'completed', ...names });
    return { ...meeting, review: await aReview(database.db, { booking: meeting.booking, rating: 4, review }) };
  }
  const orderOf = ({ tutor, review }: { tutor: Tutor; review: { id: string } }): MailOrder => ({
    mail: 'review_received',
    reviewId: review.id,
    userId: tutor.user.id,
  });

  // spec mail.24
  test('shows the tutor stars and words', async () => {
    const told = await reviewed();
    const mail = await mailFor(orderOf(told));
    expect(mail).toMatchObject({ to: told.tutor.user.email, subject: 'You have a new review' });
    expect(body(mail)).toEqual([
      'Nimal Perera has reviewed your session for Physics.',
      '4 of 5 stars',
      'A patient teacher.',
      'Explains <b>everything</b> twice.',
    ]);
    expect(linkIn(mail)).toBe(`View Dashboard\n${SITE}/tutor/dashboard`);
    expect(mail.html).toContain('Explains &lt;b&gt;everything&lt;/b&gt; twice.');
  });

  test('repeats no link, and no name that looks like one', async () => {
    const mail = await mailFor(orderOf(await reviewed('Better teachers at evil.example', { studentName: 'evil.example' })));
    expect(body(mail)).toEqual([
      'A student has reviewed your session for Physics.',
      '4 of 5 stars',
      'You find the words of the review on your dashboard.',
    ]);
    expect(`${mail.text} ${mail.html}`).not.toContain('evil');
  });

  test('is not sent once the review, or the tutor, is gone or suspended', async () => {
    const removed = await reviewed();
    await database.db.delete(reviews).where(eq(reviews.id, removed.review.id));
    const suspended = await reviewed();
    await database.db.update(users).set({ status: 'suspended' }).where(eq(users.id, suspended.tutor.user.id));
    const left = await reviewed();
    await database.db.delete(users).where(eq(users.id, left.tutor.user.id));
    for (const told of [removed, suspended, left]) expect(await mailsFor(orderOf(told))).toEqual([]);
  });
});
