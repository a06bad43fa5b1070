import { and, eq, sql } from 'drizzle-orm';
import { buildOnce } from '#db/build-once.ts';
import { downwards, uuidV7 } from '#db/columns.ts';
import { only } from '#db/executor.ts';
import { lockTogether } from '#db/locks.ts';
import { insertOnce } from '#db/rows.ts';
import { messages, messageThreads } from '#db/schema/messages.ts';
import { users } from '#db/schema/people.ts';
import type { CtxAs, SignedIn } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { AskTutorInput, BlockInput, MessageView, ReadThreadInput, SendMessageInput, ThreadView } from '#shared/contracts/messages.ts';
import { isPublic } from '#shared/domain/tutor-visibility.ts';
import { DomainError } from '#shared/errors.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import { MESSAGES } from '#shared/vocabulary/limits.ts';
import type { AccountStatus } from '#shared/vocabulary/people.ts';
import {
  findTutorAccount,
  getMessagesLeft,
  getThread,
  isClosed,
  isOwnThread,
  otherSide,
  SIDE_COLUMNS,
  sideOf,
  type Thread,
  toMessageView,
} from './messages.queries.ts';

const insertMessageFrom = (unread: 'student_unread' | 'tutor_unread') =>
  insertOnce<typeof messages, 'at' | 'threadId'>(messages, (insert, value) => {
    const count = sql.raw(unread);
    return sql`with message as (${insert})
      update message_threads set last_activity_at = ${value('at')}::timestamptz, ${count} = ${count} + 1 where id = ${value('threadId')}`;
  });
const INSERT_MESSAGE = { student: insertMessageFrom('tutor_unread'), tutor: insertMessageFrom('student_unread') };

const messageByClientId = buildOnce((db) => {
  const { placeholder } = sql;
  const isSent = and(
    eq(messages.threadId, placeholder('threadId')),
    eq(messages.sentBy, placeholder('side')),
    eq(messages.clientId, placeholder('clientId')),
  );
  return db.select().from(messages).where(isSent).prepare('message_by_client_id');
});

/** A repeated `clientId` returns the message that was sent with it, even if the thread is closed by now. */
export function sendMessage(ctx: SignedIn, input: SendMessageInput): Promise<MessageView> {
  return inUnitOfWork(ctx, (unit) => insertMessage(unit, input));
}

/** Opens the conversation of a student with a tutor before the first booking. */
export function askTutor(ctx: CtxAs<'student'>, { tutorId, ...message }: AskTutorInput): Promise<ThreadView> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now } = unit;
    const tutor = await findTutorAccount(db, tutorId);
    if (!isPublic(tutor)) throw new DomainError('tutor.not_found');
    const at = now();
    const parties = { studentId: actor.id, tutorUserId: tutor.userId };
    await db
      .insert(messageThreads)
      .values({ ...parties, lastActivityAt: at, createdAt: at })
      .onConflictDoNothing();
    const ofBoth = and(eq(messageThreads.studentId, parties.studentId), eq(messageThreads.tutorUserId, parties.tutorUserId));
    const { id } = only(await db.select({ id: messageThreads.id }).from(messageThreads).where(ofBoth));
    await insertMessage(unit, { threadId: id, ...message });
    return getThread(unit, { id });
  });
}

async function insertMessage(unit: InUnit, { threadId, clientId, text }: SendMessageInput): Promise<MessageView> {
  const { db, actor, now, record } = unit;
  const [side, recipient] = [sideOf(actor), SIDE_COLUMNS[otherSide(sideOf(actor))]];
  const { thread, sides } = await lockThread(unit, threadId);
  const [existing] = await messageByClientId(db).execute({ threadId: thread.id, side, clientId });
  if (existing && existing.text !== text) throw new DomainError('message.id_taken');
  if (existing) return toMessageView(existing, side);
  const recipientId = thread[recipient.id];
  if (recipientId === null || isClosed(thread, sides)) throw new DomainError('thread.closed');
  if (side === 'student' && (await getMessagesLeft(db, thread.id)) === 0) {
    throw new DomainError('thread.unanswered', { params: { count: MESSAGES.beforeReply } });
  }

  // Always later than the previous message, even if the clocks of two processes differ, because pages and read marks depend on this order.
  const createdAt = new Date(Math.max(now().getTime(), thread.lastActivityAt.getTime() + 1));
  const message = { id: uuidV7(createdAt.getTime()), threadId: thread.id, sentBy: side, clientId, text, createdAt };
  await db.execute(INSERT_MESSAGE[side]([message], { at: createdAt.toISOString(), threadId: thread.id }));
  const isBeingRead = isReading(otherSide(side), thread, createdAt);
  record({ type: 'message.sent', threadId: thread.id, messageId: message.id, to: recipientId, sender: actor.name, isBeingRead });
  record({ type: 'thread.changed', threadId: thread.id, userIds: [actor.id, recipientId] });
  return toMessageView(message, side);
}

export function markThreadRead(ctx: SignedIn, { threadId, upTo }: ReadThreadInput): Promise<ThreadView> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now, record } = unit;
    const side = sideOf(actor);
    const { thread } = await lockThread(unit, threadId);
    const { unread: unreadColumn, readAt } = SIDE_COLUMNS[side];
    const [lastSeen] = await db
      .select({ id: messages.id, createdAt: messages.createdAt })
      .from(messages)
      .where(and(byId(messages.id, upTo), eq(messages.threadId, thread.id)));
    if (lastSeen && thread[unreadColumn] > 0) {
      const unreadCount = await countUnreadAfter(unit, thread, lastSeen);
      if (unreadCount !== thread[unreadColumn]) {
        await updateThread(unit, thread, { [unreadColumn]: unreadCount, ...(unreadCount === 0 && { [readAt]: now() }) });
        record({ type: 'thread.changed', threadId: thread.id, userIds: [actor.id] });
        if (unreadCount === 0) record({ type: 'thread.read', threadId: thread.id, userId: actor.id });
      }
    }
    return getThread(unit, { id: thread.id });
  });
}

export function blockThread(ctx: SignedIn, { threadId, isBlocked }: BlockInput): Promise<ThreadView> {
  return inUnitOfWork(ctx, async (unit) => {
    const { actor, now, record } = unit;
    const { thread } = await lockThread(unit, threadId);
    const { blockedAt } = SIDE_COLUMNS[sideOf(actor)];
    if (isBlocked !== (thread[blockedAt] !== null)) {
      await updateThread(unit, thread, { [blockedAt]: isBlocked ? now() : null });
      const userIds = [thread.studentId, thread.tutorUserId].filter((id) => id !== null);
      record({ type: 'thread.changed', threadId: thread.id, userIds });
    }
    return getThread(unit, { id: thread.id });
  });
}

type InUnit = Unit<SignedIn>;

async function lockThread({ db, actor }: InUnit, id: string): Promise<{ thread: Thread; sides: AccountStatus[] }> {
  const isOwn = and(byId(messageThreads.id, id), isOwnThread(actor));
  const other = sql`select ${messageThreads[SIDE_COLUMNS[otherSide(sideOf(actor))].id]} from ${messageThreads} where ${isOwn}`;
  const locked = await lockTogether(db, {
    users: { keyShare: sql`${users.id} = any(array[${actor.id}::uuid, (${other})])` },
    threads: { update: isOwn },
  });
  if (!locked.users.some(({ id }) => id === actor.id)) throw new DomainError('auth.expired');
  const [thread] = locked.threads;
  if (!thread) throw new DomainError('thread.not_found');
  return { thread, sides: locked.users.map(({ status }) => status) };
}

function isReading(side: Party, thread: Thread, at: Date): boolean {
  const lastReadAt = thread[SIDE_COLUMNS[side].readAt];
  return lastReadAt !== null && at.getTime() - lastReadAt.getTime() <= MESSAGES.readingMs;
}

async function updateThread({ db }: InUnit, { id }: Thread, values: Partial<Thread>): Promise<void> {
  await db.update(messageThreads).set(values).where(eq(messageThreads.id, id));
}

async function countUnreadAfter({ db, actor }: InUnit, thread: Thread, lastSeen: { id: string; createdAt: Date }): Promise<number> {
  const side = sideOf(actor);
  const later = db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.threadId, thread.id),
        eq(messages.sentBy, otherSide(side)),
        sql`(${messages.createdAt}, ${messages.id}) > (${lastSeen.createdAt.toISOString()}::timestamptz, ${lastSeen.id}::uuid)`,
      ),
    )
    .orderBy(downwards(messages.createdAt), downwards(messages.id))
    .limit(thread[SIDE_COLUMNS[side].unread])
    .as('later');
  return db.$count(later);
}
