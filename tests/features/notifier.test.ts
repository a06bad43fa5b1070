import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '#db/client.ts';
import { createCaller } from '#server/api/router.ts';
import { createNotifier, NOTIFY_CHANNEL, WAKE_ALL } from '#server/core/notifier.ts';
import { MINUTE_MS } from '#shared/vocabulary/durations.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, HOUR, NEXT_MONDAY_NINE, type Tutor } from '#tests/support/factories.ts';
import { runServer } from '#tests/support/running-server.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const payloads: string[] = [];

beforeAll(async () => {
  await database.sql.listen(NOTIFY_CHANNEL, (payload) => void payloads.push(payload));
});
beforeEach(() => {
  payloads.length = 0;
});

const GONE = new Error('the connection is gone');
const notified = () => payloads.join(' ').split(' ');
const arrived = (...all: string[]) => expect.poll(() => payloads).toEqual(all);

const requestOf = ({ id, subjectId }: Tutor) => ({
  tutorId: id,
  subjectId,
  startTime: NEXT_MONDAY_NINE,
  endTime: new Date(NEXT_MONDAY_NINE.getTime() + HOUR),
  learningMethod: 'online' as const,
  contactNumber: '0771234567',
  selectedTopics: [],
  notes: '',
  address: '',
});

/** The first statements fail. */
function failing(db: Db, times: number): Db {
  let failures = 0;
  const execute: Db['execute'] = (statement) => {
    failures += 1;
    if (failures > times) return db.execute(statement);
    throw GONE;
  };
  return Object.assign(Object.create(db), { execute });
}

// spec s14-scale.41 | S14 6 | A command notifies after its commit, because commits with a NOTIFY wait for each other's disk writes |
//   src/server/core/notifier.ts
test('a booking is notified after its transaction, to its student and its tutor', async () => {
  const { db, statements } = createRecordingDb(database);
  const [student, tutor] = [await aStudent(db), await aTutor(db)];
  statements.length = 0;
  await callerAs({ db }, student).bookings.request(requestOf(tutor));
  await expect.poll(notified).toEqual(expect.arrayContaining([student.id, tutor.user.id, `tutor:${tutor.id}`]));
  expect(statements.filter(({ text }) => text.includes('pg_notify'))).toEqual([]);
});

// spec s14-scale.42 | S14 6 | Whatever is committed while a notification is sent shares the next one | src/server/core/notifier.ts
test('topics that come while others are sent go together, each once', async () => {
  const { db, statements } = createRecordingDb(database);
  const notifier = createNotifier(db, () => {});
  notifier.notify(['first']);
  notifier.notify(['a', 'b']);
  notifier.notify(['b', 'c']);
  await notifier.close();
  await arrived('first', 'a b c');
  expect(statements).toHaveLength(2);
});

// spec s14-scale.48 | S14 6 | Between two notifications of a process there are 10 ms, in which topics add up; the first is sent at once |
//   src/server/core/notifier.ts
test('topics that come soon after a notification wait, and go together', async () => {
  const notifier = createNotifier(database.db, () => {}, MINUTE_MS);
  notifier.notify(['one']);
  await arrived('one');
  notifier.notify(['two']);
  notifier.notify(['three', 'two']);
  // One that closes does not wait for the gap.
  await notifier.close();
  await arrived('one', 'two three');
});

test('without topics nothing is sent', async () => {
  const { db, statements } = createRecordingDb(database);
  const notifier = createNotifier(db, () => {});
  notifier.notify([]);
  await notifier.close();
  expect(statements).toEqual([]);
});

// spec s14-scale.43 | S14 6 | What does not fit into one notification wakes all | src/server/core/notifier.ts
test.each([
  ['two hundred topics', Array.from({ length: 200 }, (_, index) => `t${index}`), (topics: string[]) => topics.join(' ')],
  ['more', Array.from({ length: 201 }, (_, index) => `t${index}`), () => WAKE_ALL],
  ['longer ones than PostgreSQL takes', Array.from({ length: 100 }, (_, index) => `${index}${'x'.repeat(80)}`), () => WAKE_ALL],
])('%s', async (_, topics, expected) => {
  createNotifier(database.db, () => {}).notify(topics);
  await arrived(expected(topics));
});

// spec s14-scale.44 | S14 6 | A notification that could not be sent is sent again, together with what came meanwhile | src/server/core/notifier.ts
test('what PostgreSQL did not take is sent again', async () => {
  const errors: unknown[] = [];
  const notifier = createNotifier(failing(database.db, 1), (error) => void errors.push(error));
  notifier.notify(['a']);
  notifier.notify(['b']);
  await arrived('b a');
  expect(errors).toEqual([GONE]);
});

test('a notifier that closes tries once more, and ends', async () => {
  const errors: unknown[] = [];
  const notifier = createNotifier(failing(database.db, 2), (error) => void errors.push(error));
  notifier.notify(['a']);
  await notifier.close();
  expect(errors).toEqual([GONE]);
  expect(payloads).toEqual([]);
});

// spec s14-scale.45 | S14 6 | A transaction that may have been committed when its connection was lost is notified | src/server/core/unit-of-work.ts
test('an error after the commit is notified, because nobody knows whether it was one', async () => {
  const [student, tutor] = [await aStudent(database.db), await aTutor(database.db)];
  const ctx = contextAs(database, student, { log: () => {} });
  const begin: typeof ctx.begin = async (work) => {
    await ctx.begin(work);
    throw GONE;
  };
  await expect(createCaller({ ...ctx, begin }).bookings.request(requestOf(tutor))).rejects.toThrow();
  await expect.poll(notified).toContain(student.id);
});

// spec s14-scale.46 | S14 6 | A process that starts wakes all, in the place of one that was killed before it had notified what it committed |
//   src/server/runtime.ts, src/server/services.ts
test('a process that starts wakes all', async () => {
  const server = await runServer(database.url);
  await expect.poll(notified).toContain(WAKE_ALL);
  await server.close();
});
