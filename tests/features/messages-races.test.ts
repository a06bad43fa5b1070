import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { CLOSED, PASSWORD, useConversations } from '#tests/support/conversations.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, NOW, type User } from '#tests/support/factories.ts';
import { countDeadlocks, countLockWaits, listErrorMessages, listResults, raceRounds, runUntilCommit } from '#tests/support/races.ts';

const database = useDatabase();
const { apiAs, createConversation, send, leave, requestBooking, listThreads, findThread, listMessages, listNotifications } =
  useConversations(database);
const rounds = Array.from({ length: raceRounds(8) }, (_, index) => index);
const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7];
let deadlocksBefore: number;

beforeEach(async () => {
  deadlocksBefore = await countDeadlocks(database);
});

const block = (person: User, threadId: string) => apiAs(person).block({ threadId, isBlocked: true });
const noDeadlocks = async () => expect(await countDeadlocks(database)).toBe(deadlocksBefore);

describe('messages that are sent at once', () => {
  // spec messages.4
  test('by both sides are ordered, are each counted, and notify each side once', async () => {
    const { student, tutor, id } = await createConversation();
    const sent = await Promise.all(EIGHT.flatMap((index) => [send(student, id, `question ${index}`), send(tutor.user, id, `answer ${index}`)]));
    const stored = await listMessages(id);
    expect(stored.map((message) => message.id).sort()).toEqual(sent.map((message) => message.id).sort());
    expect(new Set(stored.map(({ createdAt }) => createdAt.getTime())).size).toBe(16);
    expect(await findThread(id)).toMatchObject({ studentUnread: 8, tutorUnread: 8, lastActivityAt: stored.at(-1)?.createdAt });
    const [ofStudent, ofTutor] = await Promise.all([student, tutor.user].map((person) => apiAs(person).list({ threadId: id })));
    expect(ofStudent?.messages.map((message) => message.id)).toEqual(ofTutor?.messages.map((message) => message.id));
    expect([(await listNotifications(student)).length, (await listNotifications(tutor.user)).length]).toEqual([1, 1]);
    await noDeadlocks();
  });

  // spec messages.6
  test('with the same id are one message, answered to each', async () => {
    for (const _ of rounds) {
      const { student, id } = await createConversation();
      const clientId = randomUUID();
      const answers = await Promise.all([0, 1, 2, 3].map(() => send(student, id, 'Hello', { clientId })));
      expect(new Set(answers.map((answer) => answer.id)).size).toBe(1);
      expect(await listMessages(id)).toHaveLength(1);
      expect((await findThread(id))?.tutorUnread).toBe(1);
    }
    await noDeadlocks();
  });

  test('with the same id and different words are the first of them', async () => {
    const { student, id } = await createConversation();
    const clientId = randomUUID();
    const answers = await Promise.allSettled(EIGHT.map((index) => send(student, id, `version ${index}`, { clientId })));
    const [accepted, ...more] = listResults(answers);
    expect(more).toEqual([]);
    expect(new Set(listErrorMessages(answers))).toEqual(new Set(['This message was already sent']));
    expect((await listMessages(id)).map(({ text }) => text)).toEqual([accepted?.text]);
  });

  // spec messages.4
  test('while they are read leave the counter at what is unread', async () => {
    for (const _ of rounds) {
      const { student, tutor, id } = await createConversation();
      const { id: upTo } = await send(student, id, 'first');
      const read = () => apiAs(tutor.user).read({ threadId: id, upTo });
      await Promise.all([send(student, id), read(), send(student, id), read(), send(student, id)]);
      expect((await findThread(id))?.tutorUnread).toBe(3);
    }
    await noDeadlocks();
  });
});

describe('a message against a block', () => {
  // spec messages.9
  test('is sent before it or refused, and what was acknowledged is there', async () => {
    for (const _ of rounds) {
      const { student, tutor, id } = await createConversation();
      const answers = await Promise.allSettled([
        send(student, id),
        send(tutor.user, id),
        block(tutor.user, id),
        send(student, id),
        send(tutor.user, id),
      ]);
      expect(answers[2]?.status).toBe('fulfilled');
      for (const refusal of listErrorMessages(answers)) expect(refusal).toBe(CLOSED);
      expect(await listMessages(id)).toHaveLength(4 - listErrorMessages(answers).length);
    }
    await noDeadlocks();
  });

  // spec messages.9
  test('waits for a block that is being set, and is then refused', async () => {
    const { student, tutor, id } = await createConversation();
    const { caller, isDone, commit } = runUntilCommit(database, tutor.user);
    const blocking = caller.messages.block({ threadId: id, isBlocked: true });
    await isDone;
    const sending = Promise.allSettled([send(student, id)]);
    await expect.poll(() => countLockWaits(database)).toBe(1);
    commit();
    await blocking;
    expect(listErrorMessages(await sending)).toEqual([CLOSED]);
    expect(await listMessages(id)).toEqual([]);
  });

  test('is there before a block that waits for it', async () => {
    const { student, tutor, id } = await createConversation();
    const { caller, isDone, commit } = runUntilCommit(database, student);
    const sending = caller.messages.send({ threadId: id, clientId: randomUUID(), text: 'Hello' });
    await isDone;
    const blocking = block(tutor.user, id);
    await expect.poll(() => countLockWaits(database)).toBe(1);
    commit();
    expect(await blocking).toMatchObject({ isClosed: true, unread: 1, lastMessage: { text: 'Hello' } });
    expect(await sending).toMatchObject({ text: 'Hello' });
  });
});

describe('a message against leaving', () => {
  // spec messages.10
  test.each(['student', 'tutor'] as const)('of the %s is kept or refused, and the conversation ends closed', async (side) => {
    for (const _ of rounds) {
      const { student, tutor, id } = await createConversation();
      const [leaver, remaining] = side === 'student' ? [student, tutor.user] : [tutor.user, student];
      const answers = await Promise.allSettled([send(remaining, id), send(leaver, id), leave(leaver), send(remaining, id), send(leaver, id)]);
      expect(answers[2]?.status).toBe('fulfilled');
      expect([CLOSED, 'Session expired. Please login again.']).toEqual(expect.arrayContaining(listErrorMessages(answers)));
      expect(await listMessages(id)).toHaveLength(4 - listErrorMessages(answers).length);
      expect(await apiAs(remaining).thread({ id })).toMatchObject({ isClosed: true, other: { id: '' } });
    }
    await noDeadlocks();
  });

  test('waits for an account that is being deleted, and is then rejected', async () => {
    const { student, tutor, id } = await createConversation();
    const { caller, isDone, commit } = runUntilCommit(database, tutor.user);
    const leaving = caller.account.leave({ password: PASSWORD });
    await isDone;
    const sending = Promise.allSettled([send(student, id)]);
    await expect.poll(() => countLockWaits(database)).toBe(1);
    commit();
    await leaving;
    expect(listErrorMessages(await sending)).toEqual([CLOSED]);
    await noDeadlocks();
  });

  // spec messages.10
  test('of both sides at once leaves nothing behind', async () => {
    for (const _ of rounds) {
      const { student, tutor, id } = await createConversation();
      const answers = await Promise.allSettled([send(student, id), leave(student), send(tutor.user, id), leave(tutor.user), block(student, id)]);
      expect([CLOSED, 'Conversation not found', 'Session expired. Please login again.']).toEqual(expect.arrayContaining(listErrorMessages(answers)));
      expect([answers[1]?.status, answers[3]?.status]).toEqual(['fulfilled', 'fulfilled']);
      expect(await findThread(id)).toBeUndefined();
      expect(await listMessages(id)).toEqual([]);
    }
    await noDeadlocks();
  });
});

// spec messages.1
test('first bookings of the same two at once open one thread', async () => {
  for (const _ of rounds.slice(0, 4)) {
    const [student, tutor] = [await aStudent(database.db, { emailVerifiedAt: NOW }), await aTutor(database.db)];
    await Promise.all([0, 1, 2].map((hour) => requestBooking(student, tutor, hour)));
    expect(await listThreads(student, tutor)).toHaveLength(1);
  }
  await noDeadlocks();
});
