import { describe, expect, test } from 'vitest';
import { callerAs } from '#tests/support/callers.ts';
import { secondsLater, useConversations } from '#tests/support/conversations.ts';
import { useDatabase } from '#tests/support/database.ts';

const database = useDatabase();
const { apiAs, listNotifications, createConversation, send } = useConversations(database);

const listKinds = async (person: Parameters<typeof listNotifications>[0]) =>
  (await listNotifications(person)).filter(({ kind }) => kind === 'message.received').map(({ readAt }) => readAt !== null);

describe('the notification of a message', () => {
  test('is read with the conversation, and stays as it is while anything there is unread', async () => {
    const { student, tutor, id } = await createConversation();
    const first = await send(tutor.user, id, 'Good morning', { seconds: 1 });
    const second = await send(tutor.user, id, 'Are you there?', { seconds: 2 });
    expect(await listKinds(student)).toEqual([false]);
    await apiAs(student, secondsLater(3)).read({ threadId: id, upTo: first.id });
    expect(await listKinds(student)).toEqual([false]);
    await apiAs(student, secondsLater(4)).read({ threadId: id, upTo: second.id });
    expect(await listKinds(student)).toEqual([true]);
  });

  test('of another conversation, or of somebody else, is left alone', async () => {
    const [first, other] = [await createConversation(), await createConversation()];
    const message = await send(first.tutor.user, first.id, 'Hello');
    await send(first.student, first.id, 'Hello yourself', { seconds: 2 });
    await send(other.tutor.user, other.id, 'Hello');
    await apiAs(first.student, secondsLater(3)).read({ threadId: first.id, upTo: message.id });
    expect(await listKinds(first.tutor.user)).toEqual([false]);
    expect(await listKinds(other.student)).toEqual([false]);
  });
});

describe('a message to somebody', () => {
  const minute = 60;

  // spec mail.26 | S4 | E16: nor while the recipient has read the conversation within two minutes | src/server/features/messages/messages.commands.ts
  test('who has the conversation open is not notified, however long the two write to each other', async () => {
    const { student, tutor, id } = await createConversation();
    for (let seconds = 1; seconds < 10 * minute; seconds += 30) {
      const { id: upTo } = await send(tutor.user, id, 'And then?', { seconds });
      await apiAs(student, secondsLater(seconds + 1)).read({ threadId: id, upTo });
      await send(student, id, 'This.', { seconds: seconds + 2 });
    }
    expect(await listKinds(student)).toEqual([true]);
    expect(await listKinds(tutor.user)).toEqual([false]);
  });

  // spec mail.26
  test('who read it a while ago is notified again, once', async () => {
    const { student, tutor, id } = await createConversation();
    const first = await send(tutor.user, id, 'Good morning', { seconds: 1 });
    await apiAs(student, secondsLater(2)).read({ threadId: id, upTo: first.id });
    await send(tutor.user, id, 'One more thing', { seconds: minute });
    expect(await listKinds(student)).toEqual([true]);
    await send(tutor.user, id, 'Are you there?', { seconds: 5 * minute });
    expect(await listKinds(student)).toEqual([true, false]);
    for (const later of [6, 60, 600]) await send(tutor.user, id, 'Hello?', { seconds: later * minute });
    expect(await listKinds(student)).toEqual([true, false]);
  });

  // spec mail.25
  test('who answers without reading is notified while there is no unread notification', async () => {
    const { student, tutor, id } = await createConversation();
    const first = await send(tutor.user, id, 'Good morning', { seconds: 1 });
    await apiAs(student, secondsLater(2)).read({ threadId: id, upTo: first.id });
    await send(tutor.user, id, 'One more thing', { seconds: minute });
    // Written earlier on another device without a network, and sent later.
    await send(student, id, 'Good morning to you', { seconds: 5 * minute });
    expect(await apiAs(student).unreadCount()).toBe(1);
    await send(tutor.user, id, 'Are you there?', { seconds: 6 * minute });
    await send(student, id, 'Later', { seconds: 7 * minute });
    await send(tutor.user, id, 'Hello?', { seconds: 60 * minute });
    expect(await listKinds(student)).toEqual([true, false]);
  });

  // spec mail.25
  test('who has dismissed the notification without reading the conversation is notified again', async () => {
    const { student, tutor, id } = await createConversation();
    await send(tutor.user, id, 'Good morning', { seconds: 1 });
    await callerAs(database, student).notifications.markAllRead();
    await send(tutor.user, id, 'Are you there?', { seconds: 5 * minute });
    expect(await listKinds(student)).toEqual([true, false]);
  });

  // spec mail.26
  test('who has read only some of it is not notified again', async () => {
    const { student, tutor, id } = await createConversation();
    const first = await send(tutor.user, id, 'Good morning', { seconds: 1 });
    await send(tutor.user, id, 'Are you there?', { seconds: 2 });
    await apiAs(student, secondsLater(3)).read({ threadId: id, upTo: first.id });
    await send(tutor.user, id, 'Hello?', { seconds: 10 * minute });
    expect(await listKinds(student)).toEqual([false]);
  });
});
