import { and, eq, sql } from 'drizzle-orm';
import { downwards, uuidV7 } from '#db/columns.ts';
import { only } from '#db/executor.ts';
import { withLocks } from '#db/locks.ts';
import { messages, messageThreads } from '#db/schema/messages.ts';
import { users } from '#db/schema/people.ts';
import type { SignedIn } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { BlockInput, MessageView, ReadThreadInput, SendMessageInput, ThreadView } from '#shared/contracts/messages.ts';
import { DomainError } from '#shared/errors.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import { MESSAGES } from '#shared/vocabulary/limits.ts';
import type { AccountStatus } from '#shared/vocabulary/people.ts';
import { facing, isClosed, isMine, OF_SIDE, sideOf, type Thread, threadById, toMessageView } from './messages.queries.ts';

/** An id that the sender's browser has used is the message it was used for: that is answered again, also once nothing can be sent any more. */
export function sendMessage(ctx: SignedIn, { threadId, clientId, text }: SendMessageInput): Promise<MessageView> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now, record } = unit;
    const [side, recipient] = [sideOf(actor), OF_SIDE[facing(sideOf(actor))]];
    const { thread, sides } = await lockThread(unit, threadId);
    const [sent] = await db
      .select()
      .from(messages)
      .where(and(eq(messages.threadId, thread.id), eq(messages.sentBy, side), eq(messages.clientId, clientId)));
    if (sent && sent.text !== text) throw new DomainError('message.id_taken');
    if (sent) return toMessageView(sent, side);
    const to = thread[recipient.id];
    if (to === null || isClosed(thread, sides)) throw new DomainError('thread.closed');

    // Later than the one before whatever the clocks of two processes say: pages, and what was read, go by this order.
    const createdAt = new Date(Math.max(now().getTime(), thread.lastActivityAt.getTime() + 1));
    const message = only(
      await db
        .insert(messages)
        .values({ id: uuidV7(createdAt.getTime()), threadId: thread.id, sentBy: side, clientId, text, createdAt })
        .returning(),
    );
    await change(unit, thread, { lastActivityAt: createdAt, [recipient.unread]: thread[recipient.unread] + 1 });
    const isBeingRead = hasRead(facing(side), thread, createdAt);
    record({ type: 'message.sent', threadId: thread.id, messageId: message.id, to, sender: actor.name, isBeingRead });
    record({ type: 'thread.changed', threadId: thread.id, userIds: [actor.id, to] });
    return toMessageView(message, side);
  });
}

/** Whoever has seen a message has seen those before it; one that is not of the thread says nothing. */
export function markThreadRead(ctx: SignedIn, { threadId, upTo }: ReadThreadInput): Promise<ThreadView> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now, record } = unit;
    const side = sideOf(actor);
    const { thread } = await lockThread(unit, threadId);
    const { unread: counter, readAt } = OF_SIDE[side];
    const [seen] = await db
      .select({ id: messages.id, createdAt: messages.createdAt })
      .from(messages)
      .where(and(byId(messages.id, upTo), eq(messages.threadId, thread.id)));
    if (seen && thread[counter] > 0) {
      const left = await unreadAfter(unit, thread, seen);
      if (left !== thread[counter]) {
        await change(unit, thread, { [counter]: left, ...(left === 0 && { [readAt]: now() }) });
        record({ type: 'thread.changed', threadId: thread.id, userIds: [actor.id] });
        if (left === 0) record({ type: 'thread.read', threadId: thread.id, userId: actor.id });
      }
    }
    return threadById(unit, { id: thread.id });
  });
}

/** Closes the conversation for both, or takes the own block back; bookings go on. */
export function blockThread(ctx: SignedIn, { threadId, isBlocked }: BlockInput): Promise<ThreadView> {
  return inUnitOfWork(ctx, async (unit) => {
    const { actor, now, record } = unit;
    const { thread } = await lockThread(unit, threadId);
    const { blockedAt } = OF_SIDE[sideOf(actor)];
    if (isBlocked !== (thread[blockedAt] !== null)) {
      await change(unit, thread, { [blockedAt]: isBlocked ? now() : null });
      const userIds = [thread.studentId, thread.tutorUserId].filter((id) => id !== null);
      record({ type: 'thread.changed', threadId: thread.id, userIds });
    }
    return threadById(unit, { id: thread.id });
  });
}

type InUnit = Unit<SignedIn>;

/** Both sides are shared first: whoever leaves waits for what is being said, or is waited for and is gone. */
async function lockThread({ db, actor }: InUnit, id: string): Promise<{ thread: Thread; sides: AccountStatus[] }> {
  const mine = and(byId(messageThreads.id, id), isMine(actor));
  const other = sql`select ${messageThreads[OF_SIDE[facing(sideOf(actor))].id]} from ${messageThreads} where ${mine}`;
  const locked = await withLocks(db, {
    users: { keyShare: sql`${users.id} = any(array[${actor.id}::uuid, (${other})])` },
    threads: { update: mine },
  });
  if (!locked.users.some(({ id }) => id === actor.id)) throw new DomainError('auth.expired');
  const [thread] = locked.threads;
  if (!thread) throw new DomainError('thread.not_found');
  return { thread, sides: locked.users.map(({ status }) => status) };
}

/** So recently that they have the conversation before them. */
function hasRead(side: Party, thread: Thread, at: Date): boolean {
  const read = thread[OF_SIDE[side].readAt];
  return read !== null && at.getTime() - read.getTime() <= MESSAGES.readingMs;
}

async function change({ db }: InUnit, { id }: Thread, values: Partial<Thread>): Promise<void> {
  await db.update(messageThreads).set(values).where(eq(messageThreads.id, id));
}

/** Of the other side's messages those that came later, as far as they are still unread: the number only falls. */
async function unreadAfter({ db, actor }: InUnit, thread: Thread, seen: { id: string; createdAt: Date }): Promise<number> {
  const side = sideOf(actor);
  const later = db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.threadId, thread.id),
        eq(messages.sentBy, facing(side)),
        sql`(${messages.createdAt}, ${messages.id}) > (${seen.createdAt.toISOString()}::timestamptz, ${seen.id}::uuid)`,
      ),
    )
    .orderBy(downwards(messages.createdAt), downwards(messages.id))
    .limit(thread[OF_SIDE[side].unread])
    .as('later');
  return db.$count(later);
}
