import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { withLocks } from '#db/locks.ts';
import { messageThreads } from '#db/schema/messages.ts';
import type { DomainEvent, Projector, Settling } from '#server/core/events.ts';
import type { StoredEvent } from '#shared/contracts/inbox.ts';

/** A first booking opens the thread of its parties for good; who leaves leaves it to the other, closed; whoever sees a thread hears when it changes. */
export const messagesProjector: Projector = async (settling, events) => {
  await openThreads(settling, events);
  for (const event of events) {
    if (event.type === 'account.closed') await closeThreads(settling, event.userId);
    if (event.type === 'thread.changed') tell(settling, event.threadId, event.userIds);
  }
};

async function openThreads({ db, now }: Settling, events: readonly DomainEvent[]): Promise<void> {
  // Also with a move: a server of a version without conversations, still running beside this one, may have taken the request.
  const parties = events.flatMap((event) => (event.type === 'booking.requested' || event.type === 'booking.changed' ? [event.booking] : []));
  const at = now();
  const opened = parties.flatMap(({ studentId, tutorUserId }) =>
    studentId && tutorUserId ? [{ studentId, tutorUserId, lastActivityAt: at, createdAt: at }] : [],
  );
  if (opened.length > 0) await db.insert(messageThreads).values(opened).onConflictDoNothing();
}

/** One that nobody is left to read goes. */
async function closeThreads(settling: Settling, userId: string): Promise<void> {
  const { db } = settling;
  const { studentId, tutorUserId } = messageThreads;
  const theirs = or(eq(studentId, userId), eq(tutorUserId, userId));
  const { threads } = await withLocks(db, { threads: { update: theirs } });
  if (threads.length === 0) return;
  await db.delete(messageThreads).where(and(theirs, or(isNull(studentId), isNull(tutorUserId))));
  await db
    .update(messageThreads)
    .set({ studentId: sql`nullif(${studentId}, ${userId})`, tutorUserId: sql`nullif(${tutorUserId}, ${userId})` })
    .where(theirs);
  for (const thread of threads) {
    const others = [thread.studentId, thread.tutorUserId].flatMap((id) => (id && id !== userId ? [id] : []));
    tell(settling, thread.id, others);
  }
}

function tell({ deliver }: Settling, threadId: string, userIds: readonly string[]): void {
  const payload: StoredEvent = { type: 'thread_changed', threadId };
  for (const to of userIds) deliver({ to, kind: payload.type, ref: threadId, payload });
}
