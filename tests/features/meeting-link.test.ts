import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { bookings } from '#db/schema/bookings.ts';
import { inboxEvents } from '#db/schema/inbox.ts';
import type { BookingRow } from '#server/features/bookings/bookings.steps.ts';
import { BOOKING_STATUSES } from '#shared/vocabulary/bookings.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aTutor, HOUR, NEXT_MONDAY_NINE, type Tutor } from '#tests/support/factories.ts';
import { newsOf } from '#tests/support/news.ts';

const database = useDatabase();
const OWN = 'https://zoom.example/j/123';
const ROOM = /^https:\/\/meet\.vidya\.test\/vidya-[0-9a-f]{36}$/;
let tutor: Tutor;

beforeAll(async () => {
  tutor = await aTutor(database.db);
});

let day = 0;
const ours = (overrides: Partial<BookingRow> = {}) =>
  aBooking(database.db, { tutor, startTime: new Date(NEXT_MONDAY_NINE.getTime() + ++day * 24 * HOUR), ...overrides });
const own = () => callerAs(database, tutor.user).bookings;
const stored = async (id: string) => only(await database.db.select().from(bookings).where(eq(bookings.id, id))).meetingLink;

// spec tutor-bookings.8 | D Booking | Meeting link of an online session: made on confirmation from the template, in a room that nobody guesses,
//   unless the tutor sets one | src/server/features/bookings/bookings.commands.ts
describe('confirming an online session', () => {
  test('makes a link from the template, in a room that nobody guesses and no other session has', async () => {
    const [first, second] = [await ours(), await ours()];
    const links = [];
    for (const { id } of [first, second]) links.push((await own().setStatus({ id, status: 'confirmed' })).meetingLink);
    expect(links).toEqual([expect.stringMatching(ROOM), expect.stringMatching(ROOM)]);
    expect(new Set(links).size).toBe(2);
    expect(await stored(first.id)).toBe(links[0]);
  });

  test("keeps the tutor's own link where one is sent", async () => {
    const { id } = await ours();
    expect(await own().setStatus({ id, status: 'confirmed', meetingLink: ` ${OWN} ` })).toMatchObject({ meetingLink: OWN });
  });

  // spec tutor-bookings.9 | D Booking | A meeting link is an address without white space, control or bidi characters and user info; else 400 at its
  //   field | src/shared/contracts/bookings.ts
  test('is refused with a link that is none, and stays pending', async () => {
    const { id } = await ours();
    const none = ['javascript:alert(1)', 'zoom', 'ftp://a.test/b', 'https://', 'data:text/html,x', '//a.test', 'http://?', 'https://a.test:port/'];
    const hiding = [
      'https://a b.test/',
      'https://a.test/x y',
      'https://a.test/\u0000',
      'https://a.test/\u202Egro',
      'https://a\u2066.test/',
      'https://a.test/\uD800',
    ];
    const withAccount = ['https://zoom.us@evil.test/', 'https://me:secret@a.test/j/1'];
    for (const meetingLink of [...none, ...hiding, ...withAccount]) {
      const call = own().setStatus({ id, status: 'confirmed', meetingLink });
      await expect(call, meetingLink).rejects.toThrow('Please enter a link that begins with https:// or http://');
    }
    expect(await callerAs(database, tutor.user).bookings.byId({ id })).toMatchObject({ status: 'pending', meetingLink: null });
  });
});

// spec tutor-bookings.8
describe('what gets no link', () => {
  test.each(['individual', 'group'] as const)('a session held %s, even where one is sent', async (learningMethod) => {
    const { id } = await ours({ learningMethod });
    expect(await own().setStatus({ id, status: 'confirmed', meetingLink: OWN })).toMatchObject({ status: 'confirmed', meetingLink: null });
  });

  test('a request that is refused', async () => {
    const { id } = await ours();
    expect(await own().setStatus({ id, status: 'cancelled', meetingLink: OWN })).toMatchObject({ meetingLink: null });
  });

  test('and a session that is completed keeps the one it had', async () => {
    const { id, endTime } = await ours({ status: 'confirmed', meetingLink: OWN });
    const later = callerAs(database, tutor.user, { now: () => endTime });
    expect(await later.bookings.setStatus({ id, status: 'completed', meetingLink: 'https://other.test/' })).toMatchObject({ meetingLink: OWN });
  });
});

// spec tutor-bookings.10 | D Booking | It is shown while the session is confirmed, and once it is completed; else null, over REST too |
//   src/server/features/bookings/bookings.queries.ts
describe('a link is shown', () => {
  test.each(BOOKING_STATUSES)('of a session that is %s only where it is or was held', async (status) => {
    const student = await aStudent(database.db);
    const cancelled = status === 'cancelled' && ({ cancelledBy: 'tutor' } as const);
    const { id } = await ours({ status, studentId: student.id, meetingLink: OWN, ...cancelled });
    const shown = status === 'confirmed' || status === 'completed' ? OWN : null;
    const theirs = callerAs(database, student).bookings;
    const views = [
      await theirs.byId({ id }),
      await own().byId({ id }),
      (await theirs.forStudent({})).bookings[0],
      (await theirs.allForStudent({})).bookings[0],
    ];
    expect(views.map((view) => view?.meetingLink)).toEqual([shown, shown, shown, shown]);
  });

  test('no longer once the session is cancelled', async () => {
    const { id } = await ours({ status: 'confirmed', meetingLink: OWN, startTime: new Date(NEXT_MONDAY_NINE.getTime() + ++day * 24 * HOUR) });
    expect(await own().setStatus({ id, status: 'cancelled', reason: 'Ill' })).toMatchObject({ status: 'cancelled', meetingLink: null });
  });
});

describe('bookings.setMeetingLink', () => {
  // spec tutor-bookings.12 | D Booking, R §4.5 43 | The tutor gives and changes it, http or https only, the student sees it |
  //   src/server/features/bookings/bookings.commands.ts
  test('the tutor changes it, and the student sees the new one', async () => {
    const student = await aStudent(database.db);
    const { id } = await ours({ status: 'confirmed', studentId: student.id });
    expect(await own().setMeetingLink({ id, meetingLink: OWN })).toMatchObject({ id, meetingLink: OWN });
    expect(await callerAs(database, student).bookings.byId({ id })).toMatchObject({ meetingLink: OWN });
  });

  // spec tutor-bookings.11 | D Booking | A changed link is told to whoever watches the tutor; nobody is notified |
  //   src/server/features/tutors/tutors.projector.ts
  test('tells whoever watches the tutor, as both parties do, and notifies nobody', async () => {
    const { id } = await ours({ status: 'confirmed' });
    const inbox = async () => (await database.db.select().from(inboxEvents)).length;
    const before = await inbox();
    expect(await newsOf(database, () => own().setMeetingLink({ id, meetingLink: OWN }))).toEqual([`tutor:${tutor.id}`]);
    expect(await inbox()).toBe(before);
  });

  // spec tutor-bookings.9
  test('an address in any script is one, too', async () => {
    const { id } = await ours({ status: 'confirmed' });
    const meetingLink = 'https://පන්ති.test/ශ්\u200Dරී?q=1#அ';
    expect(await own().setMeetingLink({ id, meetingLink })).toMatchObject({ meetingLink });
  });

  test.each(BOOKING_STATUSES.filter((status) => status !== 'confirmed'))('a session that is %s is a conflict', async (status) => {
    const { id } = await ours({ status, ...(status === 'cancelled' && { cancelledBy: 'tutor' }) });
    const message = 'Only a confirmed online session has a meeting link';
    await expect(own().setMeetingLink({ id, meetingLink: OWN })).rejects.toMatchObject({ code: 'CONFLICT', message });
    expect(await stored(id)).toBeNull();
  });

  test('so is a home visit', async () => {
    const { id } = await ours({ status: 'confirmed', learningMethod: 'individual' });
    await expect(own().setMeetingLink({ id, meetingLink: OWN })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  // spec tutor-bookings.12
  test("another tutor's session, an unknown one and a malformed id are not found", async () => {
    const other = await aBooking(database.db, { status: 'confirmed' });
    for (const id of [other.id, '00000000-0000-7000-8000-000000000000', 'x', '']) {
      await expect(own().setMeetingLink({ id, meetingLink: OWN }), id).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Booking not found' });
    }
    expect(await stored(other.id)).toBeNull();
  });

  // spec tutor-bookings.12
  test('a student and an admin may not, and a link is needed', async () => {
    const { id, studentId } = await ours({ status: 'confirmed' });
    const student = { ...(await aStudent(database.db)), id: studentId ?? '' };
    for (const person of [student, await anAdmin(database.db)]) {
      const refused = { code: 'FORBIDDEN', message: 'Only tutors can change meeting links' };
      await expect(callerAs(database, person).bookings.setMeetingLink({ id, meetingLink: OWN })).rejects.toMatchObject(refused);
    }
    for (const meetingLink of ['', ' ', 'javascript:alert(1)', `https://a.test/${'x'.repeat(500)}`]) {
      await expect(own().setMeetingLink({ id, meetingLink }), meetingLink).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
    expect(await stored(id)).toBeNull();
  });
});
