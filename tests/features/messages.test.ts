import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { callerAs } from '#tests/support/callers.ts';
import { CLOSED, secondsLater, useConversations } from '#tests/support/conversations.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aThread, aTutor, NOW, type User } from '#tests/support/factories.ts';

const NOT_FOUND = 'Conversation not found';
const database = useDatabase();
const { apiAs, listEvents, listThreadEvents, listNotifications, createConversation, send, leave, findThread, listMessages, listTexts } =
  useConversations(database);

describe('messages.send', () => {
  // spec messages.4 | D Routes | Live on both sides, in the same order; each counts for its recipient alone, in the thread and in all |
  //   src/server/features/messages/messages.commands.ts
  test('reaches the other side, who reads it in the same order', async () => {
    const { student, tutor, id } = await createConversation();
    const clientId = randomUUID();
    const sent = await send(student, id, '  Can we start with මාධ්‍යය?\nThank you  ', { clientId, seconds: 60 });
    expect(sent).toEqual({
      id: expect.any(String),
      clientId,
      text: 'Can we start with මාධ්‍යය?\nThank you',
      isOwn: true,
      createdAt: secondsLater(60).now(),
    });
    await send(tutor.user, id, 'Of course', { seconds: 90 });
    const page = await apiAs(tutor.user).list({ threadId: id });
    expect(page.messages.map(({ text, isOwn }) => [text, isOwn])).toEqual([
      ['Of course', true],
      [sent.text, false],
    ]);
    expect(page.messages[1]).toEqual({ ...sent, isOwn: false });
    expect(await apiAs(student).thread({ id })).toMatchObject({
      lastMessage: { text: 'Of course', isOwn: false, createdAt: secondsLater(90).now() },
      lastActivityAt: secondsLater(90).now(),
      unread: 1,
    });
  });

  // spec messages.4
  test('counts for the recipient alone, in the thread and in all', async () => {
    const { student, tutor, id } = await createConversation();
    const second = await aStudent(database.db);
    const other = await aThread(database.db, { student: second, tutor });
    await send(student, id, 'One');
    await send(student, id, 'Two');
    await send(second, other.id, 'Three');
    expect(await apiAs(tutor.user).unreadCount()).toBe(3);
    expect(await apiAs(student).unreadCount()).toBe(0);
    expect((await apiAs(tutor.user).threads({})).threads.map(({ unread }) => unread).sort()).toEqual([1, 2]);
    expect((await apiAs(student).thread({ id })).unread).toBe(0);
  });

  // spec messages.4, realtime.17
  test('is sent to the recipient and to the other tabs of the sender', async () => {
    const { student, tutor, id } = await createConversation();
    await send(student, id, 'Hello');
    await send(student, id, 'Are you there?');
    const change = { type: 'thread_changed', threadId: id };
    expect(await listThreadEvents(student)).toEqual([change, change]);
    expect(await listThreadEvents(tutor.user)).toEqual([change, change]);
    expect((await listEvents(student)).length).toBe(2);
  });

  // spec mail.25 | R §5 E16, D Routes | E16: a message notifies only while the recipient has no unread one of that thread |
  //   src/server/features/notifications/notifications.projector.ts
  test('notifies only while the recipient has nothing unread of the thread', async () => {
    const { student, tutor, id } = await createConversation();
    const listKinds = async () =>
      (await listNotifications(tutor.user)).map(({ title, message, type, category, action }) => ({ title, message, type, category, action }));
    await send(student, id, 'One');
    const notice = {
      title: 'New Message',
      message: `${student.name} has sent you a message.`,
      type: 'info',
      category: 'general',
      action: { label: 'View Messages', url: '/messages' },
    };
    expect(await listKinds()).toEqual([notice]);
    const { id: second } = await send(student, id, 'Two');
    await send(student, id, 'Three');
    await apiAs(tutor.user).read({ threadId: id, upTo: second });
    await send(student, id, 'Four');
    expect(await listKinds()).toEqual([notice]);
    const [last] = (await apiAs(tutor.user).list({ threadId: id })).messages;
    await apiAs(tutor.user).read({ threadId: id, upTo: `${last?.id}` });
    await send(student, id, 'Five', { seconds: 300 });
    expect(await listKinds()).toEqual([notice, notice]);
    expect(await listNotifications(student)).toEqual([]);
  });

  // spec messages.4
  test('puts every message after the one before, also when clocks tie or go back', async () => {
    const { student, tutor, id } = await createConversation();
    for (const [index, seconds] of [5, 5, 5, 2, -60].entries()) await send(index % 2 ? tutor.user : student, id, `${index}`, { seconds });
    const { messages: received } = await apiAs(student).list({ threadId: id });
    expect(received.map(({ text }) => text)).toEqual(['4', '3', '2', '1', '0']);
    expect(received.map(({ createdAt }) => createdAt.getTime() - NOW.getTime())).toEqual([5004, 5003, 5002, 5001, 5000]);
    expect(received.map(({ id: one }) => one)).toEqual(
      received
        .map(({ id: one }) => one)
        .sort()
        .reverse(),
    );
    expect((await findThread(id))?.lastActivityAt).toEqual(received[0]?.createdAt);
  });

  // spec entities.20 | D Routes | Message: 1 to 2,000 characters, also in the database | src/db/schema/messages.ts
  // spec validation.25 | D Routes | Message: 1 to 2,000 characters after trimming; 100 KB, and what cannot be stored, are refused |
  //   src/shared/contracts/messages.ts
  test('takes 1 to 2,000 characters after trimming', async () => {
    const { student, id } = await createConversation();
    for (const text of ['', '   \n ', '\u2060', '\u200B\u200D', '\u2800 \u3164'])
      await expect(send(student, id, text)).rejects.toThrow('Please write a message');
    await expect(send(student, id, 'x'.repeat(2001))).rejects.toThrow('Message cannot be longer than 2000 characters');
    await send(student, id, ` ${'x'.repeat(2000)} `);
    await send(student, id, '🎓'.repeat(1000));
    expect(await listMessages(id)).toHaveLength(2);
  });

  // spec entities.20, validation.25
  test('refuses 100 KB', async () => {
    const { student, id } = await createConversation();
    await expect(send(student, id, 'x'.repeat(100 * 1024))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await listMessages(id)).toEqual([]);
  });

  // spec validation.25
  test('refuses an id that no browser has made, and what cannot be stored', async () => {
    const { student, id } = await createConversation();
    await expect(send(student, id, 'Hello', { clientId: 'one' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(send(student, id, 'Hel\u0000lo')).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Invalid input' });
    expect(await listMessages(id)).toEqual([]);
  });

  // spec rest-limits.13 | D Routes | Messages: 30 a minute | src/server/features/messages/messages.router.ts
  test('is 30 a minute', async () => {
    const { student, tutor, id } = await createConversation();
    const send = (person: User, seconds: number) =>
      apiAs(person, secondsLater(seconds)).send({ threadId: id, clientId: randomUUID(), text: 'Hello' });
    for (let index = 0; index < 30; index += 1) await send(student, 0);
    await expect(send(student, 59)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many requests. Please try again later.',
      cause: { refusal: { retryAfter: 1 } },
    });
    await send(tutor.user, 59);
    await send(student, 60);
    expect(await listMessages(id)).toHaveLength(32);
  });
});

describe('a message that is sent again', () => {
  // spec messages.6 | D Routes | A client-made id, stored uniquely, makes a retry harmless | src/server/features/messages/messages.commands.ts
  test('is answered again, and nobody is notified twice', async () => {
    const { student, tutor, id } = await createConversation();
    const clientId = randomUUID();
    const first = await send(student, id, 'Hello', { clientId });
    await apiAs(tutor.user).read({ threadId: id, upTo: first.id });
    const events = [await listEvents(student), await listEvents(tutor.user)];
    expect(await send(student, id, ' Hello ', { clientId, seconds: 30 })).toEqual(first);
    expect(await send(student, id, 'Hello', { clientId: clientId.toUpperCase(), seconds: 31 })).toEqual(first);
    expect([await listEvents(student), await listEvents(tutor.user)]).toEqual(events);
    expect(await listMessages(id)).toHaveLength(1);
    expect(await findThread(id)).toMatchObject({ tutorUnread: 0, lastActivityAt: first.createdAt });
  });

  // spec messages.6
  test('stays acknowledged when the conversation was closed in between', async () => {
    const { student, tutor, id } = await createConversation();
    const clientId = randomUUID();
    const first = await send(student, id, 'Hello', { clientId });
    await apiAs(tutor.user).block({ threadId: id, isBlocked: true });
    expect(await send(student, id, 'Hello', { clientId })).toEqual(first);
    await leave(tutor.user);
    expect(await send(student, id, 'Hello', { clientId })).toEqual(first);
    await expect(send(student, id, 'Hello')).rejects.toThrow(CLOSED);
  });

  // spec rest-limits.19 | S4 | A message that is sent again counts for no limit | src/server/features/messages/messages.router.ts
  test('counts for no limit, so that a retry is answered also when nothing more can be sent', async () => {
    const { student, id } = await createConversation();
    const send = (clientId: string) => apiAs(student).send({ threadId: id, clientId, text: 'Hello' });
    const clientId = randomUUID();
    const first = await send(clientId);
    for (let index = 0; index < 40; index += 1) expect(await send(clientId)).toEqual(first);
    for (let index = 1; index < 30; index += 1) await send(randomUUID());
    expect(await send(clientId)).toEqual(first);
    await expect(send(randomUUID())).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await listMessages(id)).toHaveLength(30);
  });

  // spec messages.6
  test('with other words is refused', async () => {
    const { student, id } = await createConversation();
    const clientId = randomUUID();
    await send(student, id, 'Hello', { clientId });
    await expect(send(student, id, 'Goodbye', { clientId })).rejects.toMatchObject({ code: 'CONFLICT', message: 'This message was already sent' });
    expect(await listTexts(student, id)).toEqual(['Hello']);
  });

  test('is another one in another thread, and from the other side', async () => {
    const { student, tutor, id } = await createConversation();
    const other = await aThread(database.db, { student, tutor: await aTutor(database.db) });
    const clientId = randomUUID();
    await send(student, id, 'One', { clientId });
    await send(student, other.id, 'Two', { clientId });
    await send(tutor.user, id, 'Three', { clientId });
    expect(await listTexts(student, id)).toEqual(['Three', 'One']);
    expect(await listTexts(student, other.id)).toEqual(['Two']);
  });
});

describe('messages.read', () => {
  // spec messages.5 | D Routes | What was read is what stood on the screen of a tab that is looked at; it never becomes unread again |
  //   src/client/features/messages/message-log.tsx
  test('leaves what came after, and never makes unread again what was read', async () => {
    const { student, tutor, id } = await createConversation();
    const sent = [];
    for (const text of ['1', '2', '3', '4']) sent.push(await send(student, id, text));
    await send(tutor.user, id, 'mine');
    const [first, , third, fourth] = sent.map((message) => message.id);
    const read = (upTo = '') => apiAs(tutor.user).read({ threadId: id, upTo });
    expect((await read(first)).unread).toBe(3);
    expect((await read(third)).unread).toBe(1);
    expect((await read(first)).unread).toBe(1);
    expect((await read(fourth)).unread).toBe(0);
    expect((await read(first)).unread).toBe(0);
    expect(await apiAs(student).unreadCount()).toBe(1);
  });

  test('up to an own answer takes what stood before it as read', async () => {
    const { student, tutor, id } = await createConversation();
    await send(student, id, '1');
    const { id: upTo } = await send(tutor.user, id, 'Answer');
    await send(student, id, '2');
    expect((await apiAs(tutor.user).read({ threadId: id, upTo })).unread).toBe(1);
  });

  // spec messages.5
  test('is sent to the own tabs only, and only when it changed something', async () => {
    const { student, tutor, id } = await createConversation();
    const [first, second] = [await send(student, id, 'Hello'), await send(student, id, 'Are you there?')];
    for (const upTo of [first.id, first.id, second.id, second.id]) await apiAs(tutor.user).read({ threadId: id, upTo });
    await apiAs(student).read({ threadId: id, upTo: second.id });
    expect([(await listThreadEvents(tutor.user)).length, (await listThreadEvents(student)).length]).toEqual([4, 2]);
  });

  test('of a message that is not of the thread changes nothing', async () => {
    const { student, tutor, id } = await createConversation();
    await send(student, id, 'Hello');
    const otherThread = await aThread(database.db, { student: await aStudent(database.db), tutor });
    const { id: foreign } = await send(tutor.user, otherThread.id, 'Elsewhere', { seconds: 100 });
    for (const upTo of [foreign, randomUUID(), 'none']) expect((await apiAs(tutor.user).read({ threadId: id, upTo })).unread).toBe(1);
  });
});

describe('messages.list', () => {
  // spec messages.14
  test('gives pages that nothing new disturbs', async () => {
    const { student, tutor, id } = await createConversation();
    for (let index = 0; index < 7; index += 1) await send(index % 3 ? tutor.user : student, id, `${index}`);
    const first = await apiAs(student).list({ threadId: id, limit: 3 });
    await send(tutor.user, id, 'new');
    const second = await apiAs(student).list({ threadId: id, limit: 3, cursor: first.nextCursor });
    const third = await apiAs(student).list({ threadId: id, limit: 3, cursor: second.nextCursor });
    expect([first, second, third].map((page) => page.messages.map(({ text }) => text))).toEqual([['6', '5', '4'], ['3', '2', '1'], ['0']]);
    expect(third.nextCursor).toBeNull();
  });

  test('refuses a cursor that is none', async () => {
    const { student, id } = await createConversation();
    await expect(apiAs(student).list({ threadId: id, cursor: '1.x' })).rejects.toThrow('Invalid input');
  });
});

// spec messages.12 | P §6, D Errors | A conversation of others does not exist | src/server/features/messages/messages.queries.ts
describe('a conversation of others', () => {
  test('is not found: it is neither read, written, counted nor closed', async () => {
    const { student, id } = await createConversation();
    const { id: upTo } = await send(student, id, 'Between us');
    const before = await findThread(id);
    const strangers = [await aStudent(database.db), (await aTutor(database.db)).user, await anAdmin(database.db)];
    for (const stranger of strangers) {
      const api = apiAs(stranger);
      for (const threadId of [id, randomUUID(), 'none']) {
        await expect(api.thread({ id: threadId })).rejects.toMatchObject({ code: 'NOT_FOUND', message: NOT_FOUND });
        await expect(api.list({ threadId })).rejects.toThrow(NOT_FOUND);
        await expect(api.send({ threadId, clientId: randomUUID(), text: 'Hello' })).rejects.toThrow(NOT_FOUND);
        await expect(api.read({ threadId, upTo })).rejects.toThrow(NOT_FOUND);
        await expect(api.block({ threadId, isBlocked: true })).rejects.toThrow(NOT_FOUND);
      }
      expect(await api.threads({})).toEqual({ threads: [], nextCursor: null });
      expect(await api.unreadCount()).toBe(0);
    }
    expect(await findThread(id)).toEqual(before);
  });

  test('is for nobody without a login', async () => {
    const { id } = await createConversation();
    await expect(callerAs(database, null).messages.thread({ id })).rejects.toThrow('Authentication required');
  });
});
