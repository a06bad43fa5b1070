import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { calendarFeeds } from '#db/schema/calendar.ts';
import { users } from '#db/schema/people.ts';
import { createPasswords } from '#server/infra/credentials.ts';
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

const database = useDatabase();
const DAY = 24 * HOUR;
const UNKNOWN = { code: 'NOT_FOUND', message: 'Not found' };

const as = (person: User | null, now = NOW) => callerAs(database, person, { now: () => now });
const tokenIn = (url: string) => /^http:\/\/127\.0\.0\.1\/calendar\/([\w-]{43})\.ics$/.exec(url)?.[1] ?? expect.fail(`no address: ${url}`);
const made = async (person: User) => tokenIn((await as(await signedIn(database.db, person)).calendar.makeFeed()).url);
const read = async (token: string, now = NOW) => (await as(null, now).calendar.read({ token })).text;
/** As a calendar program reads it. */
const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');
const valuesOf = (text: string, name: string) => linesOf(text).flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1)] : []));
const feedOf = async (person: User, now = NOW) => read(await made(person), now);

describe('the address of a calendar', () => {
  // spec calendar.5 | D Calendar | 32 random bytes, stored as SHA-256, shown once, one per user, renewed and revoked |
  //   src/server/features/calendar/calendar.commands.ts
  test('is shown once, and of its secret only the hash is kept', async () => {
    const student = await aStudent(database.db);
    expect(await as(student).calendar.feed()).toBeNull();
    const { url, createdAt } = await as(await signedIn(database.db, student)).calendar.makeFeed();
    expect(createdAt).toEqual(NOW);
    const [stored] = await database.db.select().from(calendarFeeds).where(eq(calendarFeeds.userId, student.id));
    expect(stored).toEqual({ userId: student.id, tokenHash: createHash('sha256').update(tokenIn(url)).digest('hex'), createdAt: NOW });
    expect(await as(student).calendar.feed()).toEqual({ createdAt: NOW });
  });

  // spec calendar.5
  test('that is made anew ends the one before', async () => {
    const student = await aStudent(database.db);
    const [first, second] = [await made(student), await made(student)];
    expect(first).not.toBe(second);
    await expect(read(first)).rejects.toMatchObject(UNKNOWN);
    expect(await read(second)).toContain('BEGIN:VCALENDAR');
    expect(await database.db.select().from(calendarFeeds).where(eq(calendarFeeds.userId, student.id))).toHaveLength(1);
  });

  // spec calendar.5
  test('ends when it is revoked, and revoking none is harmless', async () => {
    const [student, other] = [await aStudent(database.db), await aStudent(database.db)];
    const [token, stays] = [await made(student), await made(other)];
    for (const _ of [1, 2]) expect(await as(student).calendar.revokeFeed()).toEqual({ message: 'Calendar link revoked successfully' });
    expect(await as(student).calendar.feed()).toBeNull();
    await expect(read(token)).rejects.toMatchObject(UNKNOWN);
    expect(await read(stays)).toContain('BEGIN:VCALENDAR');
  });

  // spec calendar.5
  test('of a suspended account leads nowhere, until it is reinstated', async () => {
    const student = await aStudent(database.db);
    const token = await made(student);
    await database.db.update(users).set({ status: 'suspended' }).where(eq(users.id, student.id));
    await expect(read(token)).rejects.toMatchObject(UNKNOWN);
    await database.db.update(users).set({ status: 'active' }).where(eq(users.id, student.id));
    expect(await read(token)).toContain('BEGIN:VCALENDAR');
  });

  // spec calendar.5, leaving.7
  test('goes with the account', async () => {
    const passwordHash = await createPasswords().hash('correct horse');
    const student = await aStudent(database.db, { passwordHash });
    const token = await made(student);
    await as(student).account.leave({ password: 'correct horse' });
    await expect(read(token)).rejects.toMatchObject(UNKNOWN);
  });

  test.each(['', 'x', 'x'.repeat(43), '\u0000', "' or 1=1 --"])('that nobody was given leads nowhere: "%s"', async (token) => {
    await expect(read(token)).rejects.toMatchObject(UNKNOWN);
  });

  test('a visitor has none to make, see or revoke', async () => {
    for (const call of [as(null).calendar.feed(), as(null).calendar.makeFeed(), as(null).calendar.revokeFeed()]) {
      await expect(call).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
  });

  // spec calendar.5
  test('several that are made at once leave one', async () => {
    const student = await aStudent(database.db);
    const tokens = await Promise.all(Array.from({ length: 5 }, () => made(student)));
    const answers = await Promise.allSettled(tokens.map((token) => read(token)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('what a calendar holds', () => {
  let tutor: Tutor;
  let student: User;
  let day = 0;

  beforeAll(async () => {
    tutor = await aTutor(database.db);
    student = await aStudent(database.db);
  });
  /** Each at a time of its own. */
  const ours = (overrides: BookingOverrides = {}) => {
    const startTime = overrides.startTime ?? new Date(NEXT_MONDAY_NINE.getTime() + ++day * DAY);
    return aBooking(database.db, { tutor, student, status: 'confirmed', confirmedAt: NOW, ...overrides, startTime });
  };
  const uid = ({ id }: { id: string }) => `booking-${id}@vidya`;

  // spec calendar.4 | D Calendar | The feed: confirmed and completed from 90 days back, cancelled ones that had been confirmed, for student or tutor
  //   | src/server/features/calendar/calendar.queries.ts
  test('what was agreed on: confirmed, completed, and cancelled once it had been confirmed', async () => {
    const people = { tutor: await aTutor(database.db), student: await aStudent(database.db) };
    const at = (days: number) => new Date(NEXT_MONDAY_NINE.getTime() + days * DAY);
    const confirmed = await ours({ ...people, startTime: at(0) });
    const completed = await ours({ ...people, status: 'completed', startTime: at(-10) });
    const cancelled = await ours({ ...people, status: 'cancelled', startTime: at(1) });
    await ours({ ...people, status: 'pending', confirmedAt: null, startTime: at(2) });
    await ours({ ...people, status: 'cancelled', confirmedAt: null, startTime: at(3) });
    await ours({ startTime: at(200) }); // somebody else's
    for (const person of [people.student, people.tutor.user]) {
      const text = await feedOf(person);
      expect(valuesOf(text, 'UID')).toEqual([cancelled, confirmed, completed].map(uid));
      expect(valuesOf(text, 'STATUS')).toEqual(['CANCELLED', 'CONFIRMED', 'CONFIRMED']);
    }
  });

  // spec calendar.4
  test('from ninety days back on', async () => {
    const [person, back] = [await aStudent(database.db), new Date(NOW.getTime() - 90 * DAY)];
    const inside = await ours({ student: person, status: 'completed', startTime: back });
    await ours({ student: person, status: 'completed', startTime: new Date(back.getTime() - HOUR) });
    expect(valuesOf(await feedOf(person), 'UID')).toEqual([uid(inside)]);
    expect(valuesOf(await feedOf(person, new Date(NOW.getTime() + 1)), 'UID')).toEqual([]);
  });

  // spec calendar.4
  test('each with its time, its place, its page and who is met', async () => {
    const person = await aStudent(database.db, { name: 'Sita; "the quick", \\ Perera' });
    const topic = await aTopic(database.db, { name: 'Sets, and proofs' });
    const found = await ours({ student: person, topics: [topic], sequence: 4, meetingLink: 'https://meet.vidya.test/room', updatedAt: NOW });
    const time = (at: Date) => at.toISOString().replace(/[-:]|\.000/g, '');
    const text = await feedOf(person);
    expect(linesOf(text)).toEqual(
      expect.arrayContaining([
        `UID:${uid(found)}`,
        'SEQUENCE:4',
        `DTSTART:${time(found.startTime)}`,
        `DTEND:${time(found.endTime)}`,
        `LAST-MODIFIED:${time(NOW)}`,
        `SUMMARY:${found.subjectName} with ${tutor.user.name}`,
        'LOCATION:https://meet.vidya.test/room',
        `URL:http://127.0.0.1/bookings/${found.id}`,
        'NAME:Vidya',
      ]),
    );
    expect(valuesOf(text, 'DESCRIPTION')[0]).toContain('Topics: Sets\\, and proofs');
    expect(valuesOf(await feedOf(tutor.user), 'SUMMARY')).toContain(`${found.subjectName} with Sita\\; "the quick"\\, \\\\ Perera`);
  });

  test('a home visit with where the tutor comes, and a cancelled one with neither address nor link', async () => {
    const person = await aStudent(database.db);
    await ours({ student: person, learningMethod: 'individual', address: '12 Temple Road, Kandy' });
    expect(valuesOf(await feedOf(person), 'LOCATION')).toEqual(['12 Temple Road\\, Kandy']);
    const other = await aStudent(database.db);
    await ours({ student: other, status: 'cancelled', meetingLink: 'https://meet.vidya.test/room' });
    expect(await feedOf(other)).not.toContain('meet.vidya.test');
  });

  // spec calendar.4
  test('no phone number and no note', async () => {
    const person = await aStudent(database.db);
    await ours({ student: person, contactNumber: '0779999999', notes: 'The gate is open.' });
    for (const text of [await feedOf(person), await feedOf(tutor.user)])
      expect(text.replaceAll('\r\n ', '')).not.toMatch(/0779999999|0771234567|gate is open/);
  });

  // spec calendar.4
  test('those who have left under a neutral name', async () => {
    const [alone, left] = [await aTutor(database.db), await aStudent(database.db)];
    await ours({ tutor: alone, studentId: null, status: 'completed' });
    await ours({ student: left, status: 'completed', tutorUserId: null, tutorId: null });
    expect(valuesOf(await feedOf(alone.user), 'SUMMARY')[0]).toMatch(/ with Unknown Student$/);
    expect(valuesOf(await feedOf(left), 'SUMMARY')[0]).toMatch(/ with Unknown Tutor$/);
  });

  // spec calendar.3
  test('a session that moves keeps its id, and a higher sequence tells calendars so', async () => {
    const person = await aStudent(database.db);
    const { id } = await ours({ student: person, startTime: NEXT_MONDAY_NINE });
    const token = await made(person);
    const sequence = async () => Number(valuesOf(await read(token), 'SEQUENCE')[0]);
    const before = await sequence();
    const to = new Date(NEXT_MONDAY_NINE.getTime() + 2 * HOUR);
    const { proposal } = await as(person).proposals.propose({ bookingId: id, startTime: to });
    expect(await sequence()).toBe(before);
    await as(tutor.user).proposals.accept({ id: proposal?.id ?? '' });
    expect(await sequence()).toBe(before + 1);
    expect(valuesOf(await read(token), 'UID')).toEqual([uid({ id })]);
    expect(valuesOf(await read(token), 'DTSTART')).toEqual(['20260309T053000Z']);
    await as(tutor.user).bookings.setStatus({ id, status: 'cancelled', reason: 'I am ill' });
    expect(await sequence()).toBeGreaterThan(before + 1);
    expect(valuesOf(await read(token), 'STATUS')).toEqual(['CANCELLED']);
  });

  // spec calendar.4
  test('nothing, for an admin and for whoever has no role yet', async () => {
    for (const person of [await anAdmin(database.db), await aUser(database.db, { role: null })]) {
      expect(valuesOf(await feedOf(person), 'UID')).toEqual([]);
    }
  });
});
