import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import { withLocks } from '#db/locks.ts';
import { insertOnce } from '#db/rows.ts';
import { messageThreads } from '#db/schema/messages.ts';
import type { DomainEvent, ProjectionContext, Projector } from '#server/core/events.ts';
import type { StoredEvent } from '#shared/contracts/inbox.ts';

export const messagesProjector: Projector = async (context, events) => {
  await openThreads(context, events);
  for (const event of events) {
    if (event.type === 'account.closed') await closeThreads(context, event.userId);
    if (event.type === 'thread.changed') notify(context, event.threadId, event.userIds);
  }
};

const insertThreads = insertOnce(messageThreads, (insert) => sql`${insert} on conflict do nothing`);

async function openThreads({ db, now }: ProjectionContext, events: readonly DomainEvent[]): Promise<void> {
  const at = now();
  const newThreads = events.flatMap((event) => {
    if (event.type !== 'booking.requested') return [];
    const { studentId, tutorUserId } = event.booking;
    return studentId && tutorUserId ? [{ id: uuidV7(at.getTime()), studentId, tutorUserId, lastActivityAt: at, createdAt: at }] : [];
  });
  if (newThreads.length > 0) await db.execute(insertThreads(newThreads));
}

async function closeThreads(context: ProjectionContext, userId: string): Promise<void> {
  const { db } = context;
  const { studentId, tutorUserId } = messageThreads;
  const whereOwn = or(eq(studentId, userId), eq(tutorUserId, userId));
  const { threads } = await withLocks(db, { threads: { update: whereOwn } });
  if (threads.length === 0) return;
  await db.delete(messageThreads).where(and(whereOwn, or(isNull(studentId), isNull(tutorUserId))));
  await db
    .update(messageThreads)
    .set({ studentId: sql`nullif(${studentId}, ${userId})`, tutorUserId: sql`nullif(${tutorUserId}, ${userId})` })
    .where(whereOwn);
  for (const thread of threads) {
    const otherIds = [thread.studentId, thread.tutorUserId].flatMap((id) => (id && id !== userId ? [id] : []));
    notify(context, thread.id, otherIds);
  }
}

function notify({ deliver }: ProjectionContext, threadId: string, userIds: readonly string[]): void {
  const payload: StoredEvent = { type: 'thread_changed', threadId };
  for (const to of userIds) deliver({ to, kind: payload.type, ref: threadId, payload });
}
