import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { bookings } from '#db/schema/bookings.ts';
import { inboxEvents } from '#db/schema/notifications.ts';
import type { BookingRow } from '#server/features/bookings/bookings.steps.ts';
import { BOOKING_STATUSES } from '#shared/vocabulary/bookings.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { collectEvents } from '#tests/support/events.ts';
import { aBooking, anAdmin, aStudent, aTutor, HOUR, NEXT_MONDAY_NINE, type Tutor } from '#tests/support/factories.ts';

const database = useDatabase();
const OWN_LINK = 'https://zoom.example/j/123';
const GENERATED_LINK = /^https:\/\/meet\.vidya\.test\/vidya-[0-9a-f]{36}$/;
let tutor: Tutor;

beforeAll(async () => {
  tutor = await aTutor(database.db);
});

let days = 0;
const createBooking = (overrides: Partial<BookingRow> = {}) =>
  aBooking(database.db, { tutor, startTime: new Date(NEXT_MONDAY_NINE.getTime() + ++days * 24 * HOUR), ...overrides });
const tutorBookings = () => callerAs(database, tutor.user).bookings;
const findMeetingLink = async (id: string) => only(await database.db.select().from(bookings).where(eq(bookings.id, id))).meetingLink;

// spec tutor-bookings.8 | D Booking | Meeting link of an online session: made on confirmation from the template, in a room that nobody guesses,
//   unless the tutor sets one | src/server/features/bookings/bookings.commands.ts
describe('confirming an online session', () => {
  test('creates an unguessable link from the template, different for each session', async () => {
    const [first, second] = [await createBooking(), await createBooking()];
    const links = [];
    for (const { id } of [first, second]) links.push((await tutorBookings().setStatus({ id, status: 'confirmed' })).meetingLink);
    expect(links).toEqual([expect.stringMatching(GENERATED_LINK), expect.stringMatching(GENERATED_LINK)]);
    expect(new Set(links).size).toBe(2);
    expect(await findMeetingLink(first.id)).toBe(links[0]);
  });

  test("keeps the tutor's own link where one is sent", async () => {
    const { id } = await createBooking();
    expect(await tutorBookings().setStatus({ id, status: 'confirmed', meetingLink: ` ${OWN_LINK} ` })).toMatchObject({ meetingLink: OWN_LINK });
  });

  // spec tutor-bookings.9 | D Booking | A meeting link is an address without white space, control or bidi characters and user info; else 400 at its
  //   field | src/shared/contracts/bookings.ts
  test('refuses a malformed link and stays pending', async () => {
    const { id } = await createBooking();
    const malformed = [
      'javascript:alert(1)',
      'zoom',
      'ftp://a.test/b',
      'https://',
      'data:text/html,x',
      '//a.test',
      'http://?',
      'https://a.test:port/',
    ];
    const deceptive = [
      'https://a b.test/',
      'https://a.test/x y',
      'https://a.test/\u0000',
      'https://a.test/\u202Egro',
      'https://a\u2066.test/',
      'https://a.test/\uD800',
    ];
    const withAccount = ['https://zoom.us@evil.test/', 'https://me:secret@a.test/j/1'];
    for (const meetingLink of [...malformed, ...deceptive, ...withAccount]) {
      const call = tutorBookings().setStatus({ id, status: 'confirmed', meetingLink });
      await expect(call, meetingLink).rejects.toThrow('Please enter a link that begins with https:// or http://');
    }
    expect(await callerAs(database, tutor.user).bookings.byId({ id })).toMatchObject({ status: 'pending', meetingLink: null });
  });
});

// spec tutor-bookings.8
describe('a booking without a meeting link', () => {
  test.each(['individual', 'group'] as const)('is a %s session, even when a link is sent', async (learningMethod) => {
    const { id } = await createBooking({ learningMethod });
    expect(await tutorBookings().setStatus({ id, status: 'confirmed', meetingLink: OWN_LINK })).toMatchObject({
      status: 'confirmed',
      meetingLink: null,
    });
  });

  test('is a cancelled request', async () => {
    const { id } = await createBooking();
    expect(await tutorBookings().setStatus({ id, status: 'cancelled', meetingLink: OWN_LINK })).toMatchObject({ meetingLink: null });
  });

  test('is no completed session, which keeps its link', async () => {
    const { id, endTime } = await createBooking({ status: 'confirmed', meetingLink: OWN_LINK });
    const callerAtEnd = callerAs(database, tutor.user, { now: () => endTime });
    expect(await callerAtEnd.bookings.setStatus({ id, status: 'completed', meetingLink: 'https://other.test/' })).toMatchObject({
      meetingLink: OWN_LINK,
    });
  });
});

// spec tutor-bookings.10 | D Booking | It is shown while the session is confirmed, and once it is completed; else null, over REST too |
//   src/server/features/bookings/bookings.queries.ts
describe('the meeting link', () => {
  test.each(BOOKING_STATUSES)('of a %s session is shown only when it is confirmed or completed', async (status) => {
    const student = await aStudent(database.db);
    const cancelled = status === 'cancelled' && ({ cancelledBy: 'tutor' } as const);
    const { id } = await createBooking({ status, studentId: student.id, meetingLink: OWN_LINK, ...cancelled });
    const expected = status === 'confirmed' || status === 'completed' ? OWN_LINK : null;
    const studentBookings = callerAs(database, student).bookings;
    const views = [
      await studentBookings.byId({ id }),
      await tutorBookings().byId({ id }),
      (await studentBookings.forStudent({})).bookings[0],
      (await studentBookings.allForStudent({})).bookings[0],
    ];
    expect(views.map((view) => view?.meetingLink)).toEqual([expected, expected, expected, expected]);
  });

  test('is hidden once the session is cancelled', async () => {
    const { id } = await createBooking({
      status: 'confirmed',
      meetingLink: OWN_LINK,
      startTime: new Date(NEXT_MONDAY_NINE.getTime() + ++days * 24 * HOUR),
    });
    expect(await tutorBookings().setStatus({ id, status: 'cancelled', reason: 'Ill' })).toMatchObject({ status: 'cancelled', meetingLink: null });
  });
});

describe('bookings.setMeetingLink', () => {
  // spec tutor-bookings.12 | D Booking, R §4.5 43 | The tutor gives and changes it, http or https only, the student sees it |
  //   src/server/features/bookings/bookings.commands.ts
  test('changes the link that the student sees', async () => {
    const student = await aStudent(database.db);
    const { id } = await createBooking({ status: 'confirmed', studentId: student.id });
    expect(await tutorBookings().setMeetingLink({ id, meetingLink: OWN_LINK })).toMatchObject({ id, meetingLink: OWN_LINK });
    expect(await callerAs(database, student).bookings.byId({ id })).toMatchObject({ meetingLink: OWN_LINK });
  });

  // spec tutor-bookings.11 | D Booking | A changed link is told to whoever watches the tutor; nobody is notified |
  //   src/server/features/tutors/tutors.projector.ts
  test('sends an event to those who watch the tutor, and notifies nobody', async () => {
    const { id } = await createBooking({ status: 'confirmed' });
    const countInboxEvents = async () => (await database.db.select().from(inboxEvents)).length;
    const countBefore = await countInboxEvents();
    expect(await collectEvents(database, () => tutorBookings().setMeetingLink({ id, meetingLink: OWN_LINK }))).toEqual([`tutor:${tutor.id}`]);
    expect(await countInboxEvents()).toBe(countBefore);
  });

  // spec tutor-bookings.9
  test('accepts an address in any script', async () => {
    const { id } = await createBooking({ status: 'confirmed' });
    const meetingLink = 'https://පන්ති.test/ශ්\u200Dරී?q=1#அ';
    expect(await tutorBookings().setMeetingLink({ id, meetingLink })).toMatchObject({ meetingLink });
  });

  test.each(BOOKING_STATUSES.filter((status) => status !== 'confirmed'))('refuses a %s session', async (status) => {
    const { id } = await createBooking({ status, ...(status === 'cancelled' && { cancelledBy: 'tutor' }) });
    const message = 'Only a confirmed online session has a meeting link';
    await expect(tutorBookings().setMeetingLink({ id, meetingLink: OWN_LINK })).rejects.toMatchObject({ code: 'CONFLICT', message });
    expect(await findMeetingLink(id)).toBeNull();
  });

  test('refuses a home visit', async () => {
    const { id } = await createBooking({ status: 'confirmed', learningMethod: 'individual' });
    await expect(tutorBookings().setMeetingLink({ id, meetingLink: OWN_LINK })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  // spec tutor-bookings.12
  test("does not find another tutor's session, an unknown one or a malformed id", async () => {
    const other = await aBooking(database.db, { status: 'confirmed' });
    for (const id of [other.id, '00000000-0000-7000-8000-000000000000', 'x', '']) {
      await expect(tutorBookings().setMeetingLink({ id, meetingLink: OWN_LINK }), id).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'Booking not found',
      });
    }
    expect(await findMeetingLink(other.id)).toBeNull();
  });

  // spec tutor-bookings.12
  test('refuses students, admins and a missing link', async () => {
    const { id, studentId } = await createBooking({ status: 'confirmed' });
    const student = { ...(await aStudent(database.db)), id: studentId ?? '' };
    for (const person of [student, await anAdmin(database.db)]) {
      const refused = { code: 'FORBIDDEN', message: 'Only tutors can change meeting links' };
      await expect(callerAs(database, person).bookings.setMeetingLink({ id, meetingLink: OWN_LINK })).rejects.toMatchObject(refused);
    }
    for (const meetingLink of ['', ' ', 'javascript:alert(1)', `https://a.test/${'x'.repeat(500)}`]) {
      await expect(tutorBookings().setMeetingLink({ id, meetingLink }), meetingLink).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
    expect(await findMeetingLink(id)).toBeNull();
  });
});
