import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { callerAs } from '#tests/support/callers.ts';
import { CLOSED, secondsLater, useConversations } from '#tests/support/conversations.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aThread, aTutor, NOW } from '#tests/support/factories.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const {
  apiAs,
  listThreadEvents,
  listNotifications,
  createConversation,
  send,
  leave,
  requestBooking,
  listThreads,
  findThread,
  listMessages,
  listTexts,
} = useConversations(database);

describe('the first booking', () => {
  // spec messages.1 | D Routes | One thread per student and tutor, opened by the first booking for good, whatever becomes of it |
  //   src/server/features/messages/messages.projector.ts
  // spec messages.2 | D Routes | Before it: "You can message each other once a session is booked", on which the screen offers a question |
  //   src/server/features/messages/messages.queries.ts
  test('opens one thread for its student and tutor, and later ones open none', async () => {
    const student = await aStudent(database.db, { emailVerifiedAt: NOW });
    const tutor = await aTutor(database.db);
    await expect(apiAs(student).withTutor({ tutorId: tutor.id })).rejects.toThrow('You can message each other once a session is booked');
    await requestBooking(student, tutor);
    const opened = only(await listThreads(student, tutor));
    expect(opened).toMatchObject({ studentUnread: 0, tutorUnread: 0, studentBlockedAt: null, tutorBlockedAt: null, lastActivityAt: NOW });
    await Promise.all([requestBooking(student, tutor, 1), requestBooking(student, tutor, 2)]);
    expect(await listThreads(student, tutor)).toEqual([opened]);

    const other = { id: tutor.user.id, name: tutor.user.name, profileImage: '', role: 'tutor', tutorId: tutor.id };
    const seen = {
      id: opened.id,
      other,
      lastMessage: null,
      unread: 0,
      isClosed: false,
      isBlockedByMe: false,
      messagesLeft: null,
      lastActivityAt: NOW,
    };
    expect(await apiAs(student).withTutor({ tutorId: tutor.id })).toEqual(seen);
    const ofTutor = { ...seen, other: { id: student.id, name: student.name, profileImage: '', role: 'student', tutorId: null } };
    expect(await apiAs(tutor.user).threads({})).toEqual({ threads: [ofTutor], nextCursor: null });
  });

  // spec s12-ways.40 | S12 A | Before the first booking a student may send a tutor three messages until the tutor replies, in one conversation |
  //   src/shared/domain/questions.ts, src/server/features/messages/messages.commands.ts
  test('may be preceded by a question, of three messages until the tutor replies', async () => {
    const [student, tutor] = [await aStudent(database.db), await aTutor(database.db)];
    const question = { tutorId: tutor.id, clientId: randomUUID(), text: 'Do you teach vectors?' };
    const { id, messagesLeft } = await apiAs(student).ask(question);
    expect(messagesLeft).toBe(2);
    expect((await apiAs(student).ask(question)).messagesLeft).toBe(2);
    expect((await apiAs(student).ask({ ...question, clientId: randomUUID(), text: 'And matrices?' })).id).toBe(id);
    await send(student, id, 'On Mondays?');
    await expect(send(student, id, 'Hello?')).rejects.toThrow(
      'You have sent 3 messages. You can send more when the tutor replies or once you book a session.',
    );
    expect(await listTexts(tutor.user, id)).toEqual(['On Mondays?', 'And matrices?', 'Do you teach vectors?']);
    expect((await apiAs(tutor.user).thread({ id })).messagesLeft).toBeNull();
    await send(tutor.user, id, 'Yes.', { seconds: 2 });
    expect((await apiAs(student).thread({ id })).messagesLeft).toBeNull();
    await send(student, id, 'Thank you!', { seconds: 3 });
    expect(await listThreads(student, tutor)).toHaveLength(1);
  });

  // spec s12-ways.40
  test('ends the limit of a question that was not answered', async () => {
    const [student, tutor] = [await aStudent(database.db), await aTutor(database.db)];
    const ask = (text: string) => apiAs(student).ask({ tutorId: tutor.id, clientId: randomUUID(), text });
    for (const text of ['One', 'Two', 'Three']) await ask(text);
    await expect(ask('Four')).rejects.toThrow('You have sent 3 messages.');
    await requestBooking(student, tutor);
    expect((await ask('Four')).messagesLeft).toBeNull();
  });

  // spec s12-ways.43 | S12 A | Nobody asks a tutor who is not shown, or who has blocked them | src/server/features/messages/messages.commands.ts
  test('is preceded by no question to a tutor who is not shown, or who has blocked the student', async () => {
    const [student, hidden, tutor] = [
      await aStudent(database.db),
      await aTutor(database.db, { verificationStatus: 'rejected' }),
      await aTutor(database.db),
    ];
    const ask = (of: { id: string }) => apiAs(student).ask({ tutorId: of.id, clientId: randomUUID(), text: 'Hello' });
    await expect(ask(hidden)).rejects.toThrow('Tutor Not Found');
    const { id } = await ask(tutor);
    await apiAs(tutor.user).block({ threadId: id, isBlocked: true });
    await expect(ask(tutor)).rejects.toThrow(CLOSED);
    expect(await listThreads(student, hidden)).toEqual([]);
  });

  // spec messages.1
  test('opens it for good, whatever becomes of it', async () => {
    const student = await aStudent(database.db);
    const tutor = await aTutor(database.db);
    const { id } = await requestBooking(student, tutor);
    await callerAs(database, tutor.user).bookings.setStatus({ id, status: 'cancelled' });
    const thread = await apiAs(student).withTutor({ tutorId: tutor.id });
    await send(student, thread.id, 'A pity. Another day?');
    expect(await listTexts(tutor.user, thread.id)).toEqual(['A pity. Another day?']);
  });

  test('of several pairs in one request opens each its own', async () => {
    const tutor = await aTutor(database.db);
    const students = await Promise.all([aStudent(database.db), aStudent(database.db), aStudent(database.db)]);
    await Promise.all(students.map((student, hour) => requestBooking(student, tutor, hour)));
    expect((await apiAs(tutor.user).threads({})).threads.map(({ other }) => other.id).sort()).toEqual(students.map(({ id }) => id).sort());
  });
});

describe('messages.withTutor', () => {
  // spec messages.2
  test('is not found where the tutor is not', async () => {
    const student = await aStudent(database.db);
    const rejected = await aTutor(database.db, { verificationStatus: 'rejected' });
    const suspended = await aTutor(database.db, { user: { status: 'suspended' } });
    for (const tutorId of [rejected.id, suspended.id, randomUUID(), 'nobody']) {
      await expect(apiAs(student).withTutor({ tutorId })).rejects.toThrow('Tutor Not Found');
    }
  });

  test('goes on with a tutor who is rejected, without a profile to show', async () => {
    const { student, tutor, id } = await createConversation();
    await database.db.update(tutorProfiles).set({ verificationStatus: 'rejected' }).where(eq(tutorProfiles.id, tutor.id));
    const thread = await apiAs(student).withTutor({ tutorId: tutor.id });
    expect(thread).toMatchObject({ id, isClosed: false, other: { id: tutor.user.id, name: tutor.user.name, tutorId: null } });
    await send(student, id, 'Are you still there?');
    expect(await apiAs(tutor.user).unreadCount()).toBe(1);
  });

  // spec messages.1
  test('goes on with the next profile of the same person', async () => {
    const { student, tutor, id } = await createConversation();
    await callerAs(database, tutor.user).tutors.deleteProfile();
    expect((await apiAs(student).thread({ id })).other).toMatchObject({ id: tutor.user.id, tutorId: null });
    await expect(apiAs(student).withTutor({ tutorId: tutor.id })).rejects.toThrow('Tutor Not Found');
    await callerAs(database, tutor.user).tutors.createProfile({});
    const [profile] = await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.userId, tutor.user.id));
    expect(await apiAs(student).withTutor({ tutorId: `${profile?.id}` })).toMatchObject({ id, other: { tutorId: profile?.id } });
  });

  // spec messages.2
  test('is for students', async () => {
    const { tutor } = await createConversation();
    await expect(apiAs(tutor.user).withTutor({ tutorId: tutor.id })).rejects.toThrow('Only students can write to tutors');
  });
});

describe('messages.hasWithTutor', () => {
  // spec tutor.26
  test('says whether the caller has a conversation with that tutor, however many others there are', async () => {
    const { student, tutor } = await createConversation();
    const another = await aTutor(database.db);
    expect(await apiAs(student).hasWithTutor({ tutorId: tutor.id })).toBe(true);
    expect(await apiAs(await aStudent(database.db)).hasWithTutor({ tutorId: tutor.id })).toBe(false);
    for (const tutorId of [another.id, randomUUID(), 'nobody']) expect(await apiAs(student).hasWithTutor({ tutorId })).toBe(false);
    await expect(apiAs(tutor.user).hasWithTutor({ tutorId: tutor.id })).rejects.toThrow('Only students can write to tutors');
  });
});

describe('messages.threads', () => {
  test('begins with the one that was written in last, and its pages are total', async () => {
    const tutor = await aTutor(database.db);
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      const student = await aStudent(database.db);
      const { id } = await aThread(database.db, { student, tutor });
      ids.push(id);
      if (index > 1) await send(student, id, `Hello ${index}`, { seconds: 60 });
    }
    await send(tutor.user, `${ids[0]}`, 'Last', { seconds: 90 });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await apiAs(tutor.user).threads({ cursor, limit: 2 });
      seen.push(...page.threads.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    const [first, second, ...three] = ids;
    expect(seen).toEqual([first, ...three.sort().reverse(), second]);
    const { threads } = await apiAs(tutor.user).threads({});
    expect(threads.map(({ lastMessage }) => lastMessage?.text)).toEqual([
      'Last',
      ...threads.slice(1, 4).map(({ lastMessage }) => lastMessage?.text),
      undefined,
    ]);
    expect(threads[0]?.lastMessage).toMatchObject({ isOwn: true });
    expect(threads[4]?.lastMessage).toBeNull();
  });

  // spec messages.15
  test('is read by one statement, however many there are', async () => {
    const tutor = await aTutor(database.db);
    for (let index = 0; index < 3; index += 1) {
      const student = await aStudent(database.db);
      const { id } = await aThread(database.db, { student, tutor });
      await send(student, id, 'Hello');
    }
    const { db, statements } = createRecordingDb(database);
    expect((await callerAs({ db }, tutor.user).messages.threads({})).threads).toHaveLength(3);
    expect(statements).toHaveLength(1);
  });

  test('refuses a cursor that is none', async () => {
    await expect(apiAs(await aStudent(database.db)).threads({ cursor: 'x' })).rejects.toThrow('Invalid input');
  });
});

describe('messages.block', () => {
  // spec messages.9 | D Routes | Either party may block and unblock: nobody sends ("This conversation is closed"), bookings go on |
  //   src/server/features/messages/messages.commands.ts
  test.each(['student', 'tutor'] as const)('by the %s closes the conversation for both until it is taken back', async (side) => {
    const { student, tutor, id } = await createConversation();
    const [blocker, blocked] = side === 'student' ? [student, tutor.user] : [tutor.user, student];
    expect(await apiAs(blocker).block({ threadId: id, isBlocked: true })).toMatchObject({ isClosed: true, isBlockedByMe: true });
    expect(await apiAs(blocked).thread({ id })).toMatchObject({ isClosed: true, isBlockedByMe: false });
    for (const person of [student, tutor.user]) await expect(send(person, id, 'Hello')).rejects.toMatchObject({ code: 'CONFLICT', message: CLOSED });
    await apiAs(blocked).block({ threadId: id, isBlocked: false });
    await expect(send(blocked, id, 'Hello')).rejects.toThrow(CLOSED);
    expect(await apiAs(blocker).block({ threadId: id, isBlocked: false })).toMatchObject({ isClosed: false, isBlockedByMe: false });
    await send(blocked, id, 'Hello again');
    expect(await listMessages(id)).toHaveLength(1);
  });

  // spec messages.9
  test('by both opens again once both have taken it back', async () => {
    const { student, tutor, id } = await createConversation();
    for (const person of [student, tutor.user]) await apiAs(person).block({ threadId: id, isBlocked: true });
    expect(await apiAs(student).block({ threadId: id, isBlocked: false })).toMatchObject({ isClosed: true, isBlockedByMe: false });
    expect(await apiAs(tutor.user).block({ threadId: id, isBlocked: false })).toMatchObject({ isClosed: false });
  });

  test('is sent to both, once', async () => {
    const { student, tutor, id } = await createConversation();
    await apiAs(student).block({ threadId: id, isBlocked: true });
    await apiAs(student, secondsLater(60)).block({ threadId: id, isBlocked: true });
    expect([(await listThreadEvents(student)).length, (await listThreadEvents(tutor.user)).length]).toEqual([1, 1]);
    expect((await findThread(id))?.studentBlockedAt).toEqual(NOW);
    expect(await listNotifications(tutor.user)).toEqual([]);
  });

  // spec rest-limits.16 | S4 | Blocks set and taken back: 20 a minute | src/server/features/messages/messages.router.ts
  test('can be set and taken back 20 times a minute', async () => {
    const { student, tutor, id } = await createConversation();
    for (let index = 0; index < 20; index += 1) await apiAs(student).block({ threadId: id, isBlocked: index % 2 === 0 });
    await expect(apiAs(student, secondsLater(59)).block({ threadId: id, isBlocked: true })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await listThreadEvents(tutor.user)).toHaveLength(20);
    expect(await apiAs(tutor.user).block({ threadId: id, isBlocked: true })).toMatchObject({ isBlockedByMe: true });
    expect(await apiAs(student, secondsLater(60)).block({ threadId: id, isBlocked: true })).toMatchObject({ isBlockedByMe: true });
  });

  // spec messages.9
  test('leaves messages readable and bookings unchanged', async () => {
    const { student, tutor, id } = await createConversation();
    const { id: upTo } = await send(student, id, 'Hello');
    await apiAs(tutor.user).block({ threadId: id, isBlocked: true });
    expect((await apiAs(tutor.user).read({ threadId: id, upTo })).unread).toBe(0);
    expect(await listTexts(student, id)).toEqual(['Hello']);
    await requestBooking(student, tutor);
    expect(await apiAs(student).withTutor({ tutorId: tutor.id })).toMatchObject({ id, isClosed: true });
  });
});

// spec messages.11 | S4 | While one of the two is suspended it is closed, and open again afterwards |
//   src/server/features/messages/messages.queries.ts
test.each(['student', 'tutor'] as const)('a conversation is closed while its %s is suspended, and open again afterwards', async (side) => {
  const { student, tutor, id } = await createConversation();
  const [suspended, other] = side === 'student' ? [student, tutor.user] : [tutor.user, student];
  const status = (to: 'active' | 'suspended') => database.db.update(users).set({ status: to }).where(eq(users.id, suspended.id));
  await status('suspended');
  expect(await apiAs(other).thread({ id })).toMatchObject({ isClosed: true, isBlockedByMe: false });
  expect((await apiAs(other).threads({})).threads).toMatchObject([{ isClosed: true }]);
  await expect(send(other, id, 'Hello')).rejects.toMatchObject({ code: 'CONFLICT', message: CLOSED });
  expect(await listMessages(id)).toEqual([]);
  await status('active');
  expect(await apiAs(other).thread({ id })).toMatchObject({ isClosed: false });
  await send(other, id, 'Hello');
});

describe('somebody who leaves', () => {
  // spec messages.10 | D Catalogue, D Accounts | Of somebody who leaves the conversation stays with the other, closed and without a name; it goes
  //   with the last | src/server/features/messages/messages.projector.ts
  // spec leaving.7 | D Accounts, D Catalogue | Messages stay with the other side, reports with the admins, both without a name; favourites and the
  //   calendar’s address go | src/server/features/messages/messages.projector.ts
  test.each([
    ['student', 'Unknown Student'],
    ['tutor', 'Unknown Tutor'],
  ] as const)('as %s leaves the conversation closed, and without a name', async (side, name) => {
    const { student, tutor, id } = await createConversation();
    const [leaver, remaining] = side === 'student' ? [student, tutor.user] : [tutor.user, student];
    await send(leaver, id, 'Farewell');
    const eventCount = (await listThreadEvents(remaining)).length;
    await leave(leaver);
    expect(await apiAs(remaining).thread({ id })).toEqual({
      id,
      other: { id: '', name, profileImage: '', role: side, tutorId: null },
      lastMessage: { text: 'Farewell', isOwn: false, createdAt: expect.any(Date) },
      unread: 1,
      isClosed: true,
      isBlockedByMe: false,
      messagesLeft: null,
      lastActivityAt: expect.any(Date),
    });
    expect((await apiAs(remaining).threads({})).threads.map((thread) => thread.other.name)).toEqual([name]);
    expect((await listThreadEvents(remaining)).length).toBe(eventCount + 1);
    await expect(send(remaining, id, 'Hello?')).rejects.toThrow(CLOSED);
    const [{ id: upTo } = { id: '' }] = (await apiAs(remaining).list({ threadId: id })).messages;
    expect((await apiAs(remaining).read({ threadId: id, upTo })).unread).toBe(0);
    expect((await apiAs(remaining).block({ threadId: id, isBlocked: true })).isBlockedByMe).toBe(true);
  });

  // spec messages.10
  test('last takes the conversation away', async () => {
    const { student, tutor, id } = await createConversation();
    const thread = await aThread(database.db, { student: await aStudent(database.db), tutor });
    await send(student, id, 'Hello');
    await leave(student);
    await leave(tutor.user);
    expect(await findThread(id)).toBeUndefined();
    expect(await listMessages(id)).toEqual([]);
    expect(await findThread(thread.id)).toMatchObject({ tutorUserId: null });
  });

  test('opens no conversation with what they had booked of a server without any', async () => {
    const { student, tutor } = await createConversation();
    const other = await aTutor(database.db);
    await aBooking(database.db, { student, tutor: other, status: 'confirmed' });
    await leave(student);
    expect((await apiAs(other.user).threads({})).threads).toEqual([]);
    expect((await apiAs(tutor.user).threads({})).threads).toHaveLength(1);
  });

  test('leaves those alone with whom they never had to do', async () => {
    const { student } = await createConversation();
    const other = await createConversation();
    const before = await findThread(other.id);
    await leave(student);
    expect(await findThread(other.id)).toEqual(before);
  });
});

test('an account that is deleted by hand leaves its threads as somebody who left does', async () => {
  const { student, tutor, id } = await createConversation();
  await database.db.delete(users).where(eq(users.id, student.id));
  expect(await apiAs(tutor.user).thread({ id })).toMatchObject({ isClosed: true, other: { id: '', name: 'Unknown Student' } });
});
