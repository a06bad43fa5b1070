import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { type Executor, prepareOnce } from '#db/executor.ts';
import { inboxEvents } from '#db/schema/notifications.ts';
import { type Ctx, requireSessionId, type SignedIn } from '#server/core/context.ts';
import { tutorTopic } from '#server/core/deliver.ts';
import type { AnnouncementRow, InboxRow, StreamPosition, Subscription } from '#server/core/hub.ts';
import { createLiveStream, type LiveStream } from '#server/core/live-stream.ts';
import { type InboxEvent, type StoredEvent, storedEvent } from '#shared/contracts/inbox.ts';
import { SESSIONS } from '#shared/vocabulary/account-limits.ts';
import { INBOX_MOST_MISSED } from '#shared/vocabulary/limits.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { readPosition, toAnnouncementEvent } from './announcements.queries.ts';

export type NumberedEvent<T> = { id: string; event: T };

const eventsQuery = prepareOnce((db: Executor) =>
  db
    .select()
    .from(inboxEvents)
    .where(and(eq(inboxEvents.userId, sql.placeholder('userId')), gt(inboxEvents.seq, sql.placeholder('after'))))
    .orderBy(asc(inboxEvents.seq))
    .limit(INBOX_MOST_MISSED + 1)
    .prepare('events_after'),
);

/** By account, because a join of all of them makes PostgreSQL read the whole table when few accounts have most of its rows. */
export async function listRowsAfter(db: Executor, cursors: readonly { userId: string; after: number }[]): Promise<InboxRow[]> {
  const userIds = sql.param(cursors.map(({ userId }) => userId));
  const afters = sql.param(cursors.map(({ after }) => after));
  const rows = await db.execute<{ user_id: string; seq: number; kind: string; ref: string | null; payload: Record<string, unknown> }>(sql`
    select event.user_id, event.seq, event.kind, event.ref, event.payload
    from unnest(${userIds}::uuid[], ${afters}::bigint[]) as cursor (user_id, after)
    cross join lateral (
      select * from inbox_events own where own.user_id = cursor.user_id and own.seq > cursor.after order by own.seq offset 0
    ) event
    order by event.user_id, event.seq`);
  return rows.map(({ user_id, ...row }) => ({ userId: user_id, ...row, seq: Number(row.seq) }));
}

const isWithinMaximumAge = () => sql`session.created_at > now() - make_interval(hours =>
  case when users.role = 'admin' then ${SESSIONS.mostHoursOfAdmin}::int else ${SESSIONS.mostHours}::int end)`;

export async function listLiveSessions(db: Executor, sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.execute<{ id: string }>(sql`
    select session.id from sessions session join users on users.id = session.user_id
    where session.id = any(${sql.param(sessionIds)}::text[]) and session.expires_at > now() and ${isWithinMaximumAge()}`);
  return new Set(rows.map(({ id }) => id));
}

export async function readInboxAfter(
  ctx: SignedIn,
  cursor: string | null | undefined,
): Promise<{ cursor: string; events: NumberedEvent<InboxEvent>[] }> {
  const events: NumberedEvent<InboxEvent>[] = [];
  const reader = await sendMissed(ctx, cursor, (id, event) => events.push({ id, event }));
  return { cursor: toCursor(reader), events };
}

/**
 * The caller's events and announcements after the cursor, then live ones, until the signal or the session ends.
 * A cursor that is missing, too old or ahead is answered with a reset and the current one; without a cursor recent announcements follow.
 */
export function streamInbox<T>(
  ctx: SignedIn,
  { cursor, signal }: { cursor: string | null | undefined; signal: AbortSignal | undefined },
  toMessage: (id: string, event: InboxEvent) => T,
): LiveStream<InboxEvent, T> {
  return createLiveStream((send, streamSignal) => followInbox(ctx, cursor, send, streamSignal), signal, toMessage);
}

async function followInbox(ctx: SignedIn, cursor: string | null | undefined, send: Reader['send'], signal: AbortSignal | undefined): Promise<void> {
  const sessionId = requireSessionId(ctx.actor);
  const subscription = ctx.hub.subscribe({ userId: ctx.actor.id, ...(!ctx.endsWithSession && { sessionId }) });
  const close = closeOnAbort(subscription, signal);
  try {
    const sendWhileOpen: Reader['send'] = (id, event) => {
      if (!signal?.aborted) send(id, event);
    };
    const reader = await ctx.tracer.run('inbox.missed', {}, () => sendMissed(ctx, cursor, sendWhileOpen));
    // From here on the signal need not be checked: nothing is sent once it has closed the subscription.
    await subscription.listen({ ...reader, send }, sendNew);
  } finally {
    close();
  }
}

type Reader = StreamPosition & { role: Role | null; send: (id: string, event: InboxEvent) => void };

async function sendMissed(ctx: SignedIn, cursor: string | null | undefined, send: Reader['send']): Promise<Reader> {
  const [requestedSeq, announcement] = parseCursor(cursor);
  const { lastSeq, announced, lastAnnouncement } = await readPosition(ctx, announcement);
  const { after, rows, isReset } = await readFrom(ctx, requestedSeq, lastSeq);
  const reader: Reader = { seq: after, announcement, role: ctx.actor.role, send };
  if (isReset) send(toCursor(reader), { type: 'reset' });
  sendNew(reader, rows, announced);
  reader.announcement = lastAnnouncement;
  return reader;
}

function sendNew(reader: Reader, rows: readonly InboxRow[], announced: readonly AnnouncementRow[]): void {
  for (const row of rows) {
    if (row.seq <= reader.seq) continue;
    const hasNoGap = row.seq === reader.seq + 1;
    reader.seq = row.seq;
    reader.send(toCursor(reader), hasNoGap ? parseEvent(row) : { type: 'reset' });
  }
  for (const announcement of announced) {
    if (announcement.number <= reader.announcement) continue;
    reader.announcement = announcement.number;
    const event = toAnnouncementEvent(reader.role, announcement);
    if (event) reader.send(toCursor(reader), event);
  }
}

export function watchTutor<T>(
  ctx: Ctx,
  { tutorId, since, signal }: { tutorId: string; since?: number | undefined; signal: AbortSignal | undefined },
  toMessage: (id: string, event: { tutorId: string }) => T,
): LiveStream<{ tutorId: string }, T> {
  return createLiveStream(
    async (send, streamSignal) => {
      const topic = tutorTopic(tutorId);
      const subscription = ctx.hub.subscribe({ topics: [topic] });
      const close = closeOnAbort(subscription, streamSignal);
      const isUpToDate = since !== undefined && !ctx.hub.hasChanged(topic, since);
      let index = 0;
      try {
        let isOpen = isUpToDate ? await subscription.next() : !streamSignal?.aborted;
        for (; isOpen; isOpen = await subscription.next()) send(String(index++), { tutorId });
      } finally {
        close();
      }
    },
    signal,
    toMessage,
  );
}

const toCursor = ({ seq, announcement }: StreamPosition): string => `${seq}.${announcement}`;

function parseCursor(cursor: string | null | undefined): [seq: number | null, announcement: number] {
  const [, seq, announcement] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor ?? '') ?? [];
  return seq === undefined ? [null, 0] : [Number(seq), Number(announcement)];
}

type Missed = { after: number; rows: InboxRow[]; isReset: boolean };

async function readFrom({ db, actor }: SignedIn, requestedSeq: number | null, last: number): Promise<Missed> {
  if (requestedSeq === null || requestedSeq > last) return { after: last, rows: [], isReset: true };
  const rows = requestedSeq === last ? [] : await eventsQuery(db).execute({ userId: actor.id, after: requestedSeq });
  const isComplete = requestedSeq === last || (rows[0]?.seq === requestedSeq + 1 && rows.length <= INBOX_MOST_MISSED);
  return isComplete ? { after: requestedSeq, rows, isReset: false } : { after: last, rows: [], isReset: true };
}

const parsedEvents = new WeakMap<InboxRow, StoredEvent>();

/** Parsed once for all connections of an account, which get the same row object. */
function parseEvent(row: InboxRow): StoredEvent {
  const event = parsedEvents.get(row) ?? storedEvent.parse(row.payload);
  parsedEvents.set(row, event);
  return event;
}

function closeOnAbort(subscription: Subscription, signal: AbortSignal | undefined): () => void {
  const close = () => subscription.close();
  signal?.addEventListener('abort', close, { once: true });
  if (signal?.aborted) close();
  return () => {
    signal?.removeEventListener('abort', close);
    close();
  };
}
