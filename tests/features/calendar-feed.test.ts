import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { calendarFeeds } from '#db/schema/access.ts';
import { users } from '#db/schema/people.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import {
  aBooking,
  anAdmin,
  aStudent,
  aTopic,
  aTutor,
  aUser,
  type BookingOverrides,
  HOUR,
  NEXT_MONDAY_NINE,
  NOW,
  signedIn,
  type Tutor,
  type User,
} from '#tests/support/factories.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';

const database = useDatabase();
const DAY = 24 * HOUR;
const UNKNOWN = { code: 'NOT_FOUND', message: 'Not found' };

const apiAs = (person: User | null, now = NOW) => callerAs(database, person, { now: () => now });
const parseToken = (url: string) => /^http:\/\/127\.0\.0\.1\/calendar\/([\w-]{43})\.ics$/.exec(url)?.[1] ?? expect.fail(`no address: ${url}`);
const createFeed = async (person: User) => parseToken((await apiAs(await signedIn(database.db, person)).calendar.makeFeed()).url);
const readFeed = async (token: string, now = NOW) => (await apiAs(null, now).calendar.read({ token })).text;
const unfoldLines = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');
const listValues = (text: string, name: string) =>
  unfoldLines(text).flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1)] : []));
const readNewFeed = async (person: User, now = NOW) => readFeed(await createFeed(person), now);

describe('the secret address of a calendar', () => {
  // spec calendar.5 | D Calendar | 32 random bytes, stored as SHA-256, shown once, one per user, renewed and revoked |
  //   src/server/features/calendar/calendar.commands.ts
  test('is shown once, and only its hash is stored', async () => {
    const student = await aStudent(database.db);
    expect(await apiAs(student).calendar.feed()).toBeNull();
    const { url, createdAt } = await apiAs(await signedIn(database.db, student)).calendar.makeFeed();
    expect(createdAt).toEqual(NOW);
    const [stored] = await database.db.select().from(calendarFeeds).where(eq(calendarFeeds.userId, student.id));
    expect(stored).toEqual({ userId: student.id, tokenHash: createHash('sha256').update(parseToken(url)).digest('hex'), createdAt: NOW });
    expect(await apiAs(student).calendar.feed()).toEqual({ createdAt: NOW });
  });

  // spec calendar.5
  test('stops working when a new one is created', async () => {
    const student = await aStudent(database.db);
    const [first, second] = [await createFeed(student), await createFeed(student)];
    expect(first).not.toBe(second);
    await expect(readFeed(first)).rejects.toMatchObject(UNKNOWN);
    expect(await readFeed(second)).toContain('BEGIN:VCALENDAR');
    expect(await database.db.select().from(calendarFeeds).where(eq(calendarFeeds.userId, student.id))).toHaveLength(1);
  });

  // spec calendar.5
  test('stops working when it is revoked, and revoking without one is harmless', async () => {
    const [student, other] = [await aStudent(database.db), await aStudent(database.db)];
    const [token, otherToken] = [await createFeed(student), await createFeed(other)];
    for (const _ of [1, 2]) expect(await apiAs(student).calendar.revokeFeed()).toEqual({ message: 'Calendar link revoked successfully' });
    expect(await apiAs(student).calendar.feed()).toBeNull();
    await expect(readFeed(token)).rejects.toMatchObject(UNKNOWN);
    expect(await readFeed(otherToken)).toContain('BEGIN:VCALENDAR');
  });

  // spec calendar.5
  test('does not work while the account is suspended', async () => {
    const student = await aStudent(database.db);
    const token = await createFeed(student);
    await database.db.update(users).set({ status: 'suspended' }).where(eq(users.id, student.id));
    await expect(readFeed(token)).rejects.toMatchObject(UNKNOWN);
    await database.db.update(users).set({ status: 'active' }).where(eq(users.id, student.id));
    expect(await readFeed(token)).toContain('BEGIN:VCALENDAR');
  });

  // spec calendar.5, leaving.7
  test('is deleted with the account', async () => {
    const student = await aStudent(database.db, { passwordHash: PASSWORD_HASH });
    const token = await createFeed(student);
    await apiAs(student).account.leave({ password: PASSWORD });
    await expect(readFeed(token)).rejects.toMatchObject(UNKNOWN);
  });

  test.each(['', 'x', 'x'.repeat(43), '\u0000', "' or 1=1 --"])('does not work with the token "%s"', async (token) => {
    await expect(readFeed(token)).rejects.toMatchObject(UNKNOWN);
  });

  test('needs a session to be created, shown or revoked', async () => {
    for (const call of [apiAs(null).calendar.feed(), apiAs(null).calendar.makeFeed(), apiAs(null).calendar.revokeFeed()]) {
      await expect(call).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
  });

  // spec calendar.5
  test('exists once when several are created at once', async () => {
    const student = await aStudent(database.db);
    const tokens = await Promise.all(Array.from({ length: 5 }, () => createFeed(student)));
    const results = await Promise.allSettled(tokens.map((token) => readFeed(token)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('a calendar feed', () => {
  let tutor: Tutor;
  let student: User;
  let day = 0;

  beforeAll(async () => {
    tutor = await aTutor(database.db);
    student = await aStudent(database.db);
  });
  const createBooking = (overrides: BookingOverrides = {}) => {
    const startTime = overrides.startTime ?? new Date(NEXT_MONDAY_NINE.getTime() + ++day * DAY);
    return aBooking(database.db, { tutor, student, status: 'confirmed', confirmedAt: NOW, ...overrides, startTime });
  };

  // spec s15-files.2 | S15 4 | A calendar feed is in the language of its account, and leads to pages in it |
  //   src/server/features/calendar/calendar.queries.ts
  test('is in the language of the account', async () => {
    const reader = await aStudent(database.db, { locale: 'ta' });
    const { id } = await createBooking({ student: reader, subjectName: 'Violin', learningMethod: 'online' });
    const text = await readNewFeed(reader);
    expect(listValues(text, 'SUMMARY')).toEqual([expect.stringMatching(/வயலின்/)]);
    expect(listValues(text, 'SUMMARY')[0]).not.toMatch(/ with /);
    expect(listValues(text, 'DESCRIPTION')[0]).toMatch(/ஆன்லைன்/);
    expect(listValues(text, 'URL')).toEqual([`http://127.0.0.1/ta/bookings/${id}`]);
  });
  const uid = ({ id }: { id: string }) => `booking-${id}@vidya`;

  // spec calendar.4 | D Calendar | The feed: confirmed and completed from 90 days back, cancelled ones that had been confirmed, for student or tutor
  //   | src/server/features/calendar/calendar.queries.ts
  test('contains confirmed and completed bookings, and cancelled ones that had been confirmed', async () => {
    const people = { tutor: await aTutor(database.db), student: await aStudent(database.db) };
    const daysLater = (days: number) => new Date(NEXT_MONDAY_NINE.getTime() + days * DAY);
    const confirmed = await createBooking({ ...people, startTime: daysLater(0) });
    const completed = await createBooking({ ...people, status: 'completed', startTime: daysLater(-10) });
    const cancelled = await createBooking({ ...people, status: 'cancelled', startTime: daysLater(1) });
    await createBooking({ ...people, status: 'pending', confirmedAt: null, startTime: daysLater(2) });
    await createBooking({ ...people, status: 'cancelled', confirmedAt: null, startTime: daysLater(3) });
    await createBooking({ startTime: daysLater(200) });
    for (const person of [people.student, people.tutor.user]) {
      const text = await readNewFeed(person);
      expect(listValues(text, 'UID')).toEqual([cancelled, confirmed, completed].map(uid));
      expect(listValues(text, 'STATUS')).toEqual(['CANCELLED', 'CONFIRMED', 'CONFIRMED']);
    }
  });

  // spec calendar.4
  test('begins ninety days ago', async () => {
    const [person, earliestStart] = [await aStudent(database.db), new Date(NOW.getTime() - 90 * DAY)];
    const included = await createBooking({ student: person, status: 'completed', startTime: earliestStart });
    await createBooking({ student: person, status: 'completed', startTime: new Date(earliestStart.getTime() - HOUR) });
    expect(listValues(await readNewFeed(person), 'UID')).toEqual([uid(included)]);
    expect(listValues(await readNewFeed(person, new Date(NOW.getTime() + 1)), 'UID')).toEqual([]);
  });

  // spec calendar.4
  test("gives each session its time, place, page and the other party's name", async () => {
    const person = await aStudent(database.db, { name: 'Sita; "the quick", \\ Perera' });
    const topic = await aTopic(database.db, { name: 'Sets, and proofs' });
    const booking = await createBooking({
      student: person,
      topics: [topic],
      sequence: 4,
      meetingLink: 'https://meet.vidya.test/room',
      updatedAt: NOW,
    });
    const toCalendarTime = (daysLater: Date) => daysLater.toISOString().replace(/[-:]|\.000/g, '');
    const text = await readNewFeed(person);
    expect(unfoldLines(text)).toEqual(
      expect.arrayContaining([
        `UID:${uid(booking)}`,
        'SEQUENCE:4',
        `DTSTART:${toCalendarTime(booking.startTime)}`,
        `DTEND:${toCalendarTime(booking.endTime)}`,
        `LAST-MODIFIED:${toCalendarTime(NOW)}`,
        `SUMMARY:${booking.subjectName} with ${tutor.user.name}`,
        'LOCATION:https://meet.vidya.test/room',
        `URL:http://127.0.0.1/bookings/${booking.id}`,
        'NAME:Vidya',
      ]),
    );
    expect(listValues(text, 'DESCRIPTION')[0]).toContain('Topics: Sets\\, and proofs');
    expect(listValues(await readNewFeed(tutor.user), 'SUMMARY')).toContain(`${booking.subjectName} with Sita\\; "the quick"\\, \\\\ Perera`);
  });

  test('gives a home visit its address, and a cancelled session neither address nor link', async () => {
    const person = await aStudent(database.db);
    await createBooking({ student: person, learningMethod: 'individual', address: '12 Temple Road, Kandy' });
    expect(listValues(await readNewFeed(person), 'LOCATION')).toEqual(['12 Temple Road\\, Kandy']);
    const other = await aStudent(database.db);
    await createBooking({ student: other, status: 'cancelled', meetingLink: 'https://meet.vidya.test/room' });
    expect(await readNewFeed(other)).not.toContain('meet.vidya.test');
  });

  // spec calendar.4
  test('contains no phone number and no note', async () => {
    const person = await aStudent(database.db);
    await createBooking({ student: person, contactNumber: '0779999999', notes: 'The gate is open.' });
    for (const text of [await readNewFeed(person), await readNewFeed(tutor.user)])
      expect(text.replaceAll('\r\n ', '')).not.toMatch(/0779999999|0771234567|gate is open/);
  });

  // spec calendar.4
  test('gives parties who have left a neutral name', async () => {
    const [lonelyTutor, lonelyStudent] = [await aTutor(database.db), await aStudent(database.db)];
    await createBooking({ tutor: lonelyTutor, studentId: null, status: 'completed' });
    await createBooking({ student: lonelyStudent, status: 'completed', tutorUserId: null, tutorId: null });
    expect(listValues(await readNewFeed(lonelyTutor.user), 'SUMMARY')[0]).toMatch(/ with Unknown Student$/);
    expect(listValues(await readNewFeed(lonelyStudent), 'SUMMARY')[0]).toMatch(/ with Unknown Tutor$/);
  });

  // spec calendar.3
  test('keeps the id of a session that moves, with a higher sequence', async () => {
    const person = await aStudent(database.db);
    const { id } = await createBooking({ student: person, startTime: NEXT_MONDAY_NINE });
    const token = await createFeed(person);
    const readSequence = async () => Number(listValues(await readFeed(token), 'SEQUENCE')[0]);
    const previousSequence = await readSequence();
    const newStart = new Date(NEXT_MONDAY_NINE.getTime() + 2 * HOUR);
    const { proposal } = await apiAs(person).proposals.propose({ bookingId: id, startTime: newStart });
    expect(await readSequence()).toBe(previousSequence);
    await apiAs(tutor.user).proposals.accept({ id: proposal?.id ?? '' });
    expect(await readSequence()).toBe(previousSequence + 1);
    expect(listValues(await readFeed(token), 'UID')).toEqual([uid({ id })]);
    expect(listValues(await readFeed(token), 'DTSTART')).toEqual(['20260309T053000Z']);
    await apiAs(tutor.user).bookings.setStatus({ id, status: 'cancelled', reason: 'I am ill' });
    expect(await readSequence()).toBeGreaterThan(previousSequence + 1);
    expect(listValues(await readFeed(token), 'STATUS')).toEqual(['CANCELLED']);
  });

  // spec calendar.4
  test('is empty for an admin and for an account without a role', async () => {
    for (const person of [await anAdmin(database.db), await aUser(database.db, { role: null })]) {
      expect(listValues(await readNewFeed(person), 'UID')).toEqual([]);
    }
  });
});
