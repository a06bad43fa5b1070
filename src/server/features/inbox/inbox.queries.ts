import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { inboxEvents, inboxes } from '#db/schema/inbox.ts';
import { type Ctx, type SignedIn, sessionIdOf } from '#server/core/context.ts';
import { tutorTopic } from '#server/core/deliver.ts';
import type { Announced, Follower, InboxRow, Place } from '#server/core/hub.ts';
import { type Live, live } from '#server/core/live.ts';
import { prepared } from '#server/core/prepared.ts';
import { type InboxEvent, type StoredEvent, storedEvent } from '#shared/contracts/inbox.ts';
import { INBOX_MOST_MISSED, SESSIONS } from '#shared/vocabulary/limits.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { announcedMeanwhile, announcementTo } from './announcements.queries.ts';

export type Followed<T> = { id: string; event: T };

const lastSeq = prepared((db: Executor) =>
  db
    .select({ lastSeq: inboxes.lastSeq })
    .from(inboxes)
    .where(eq(inboxes.userId, sql.placeholder('userId')))
    .prepare('last_seq'),
);

const eventsAfter = prepared((db: Executor) =>
  db
    .select()
    .from(inboxEvents)
    .where(and(eq(inboxEvents.userId, sql.placeholder('userId')), gt(inboxEvents.seq, sql.placeholder('after'))))
    .orderBy(asc(inboxEvents.seq))
    .limit(INBOX_MOST_MISSED + 1)
    .prepare('events_after'),
);

/** For all who are connected, in one query, in order. */
export async function rowsAfter(db: Executor, cursors: readonly { userId: string; after: number }[]): Promise<InboxRow[]> {
  const userIds = sql.param(cursors.map(({ userId }) => userId));
  const afters = sql.param(cursors.map(({ after }) => after));
  const rows = await db.execute<{ user_id: string; seq: number; kind: string; ref: string | null; payload: Record<string, unknown> }>(sql`
    select event.user_id, event.seq, event.kind, event.ref, event.payload
    from unnest(${userIds}::uuid[], ${afters}::bigint[]) as cursor (user_id, after)
    join inbox_events event on event.user_id = cursor.user_id and event.seq > cursor.after
    order by event.user_id, event.seq`);
  return rows.map(({ user_id, ...row }) => ({ userId: user_id, ...row, seq: Number(row.seq) }));
}

/** Whatever its use, a session ends so long after its beginning, and that of an admin sooner. */
const isYoung = () => sql`session.created_at > now() - make_interval(hours =>
  case when users.role = 'admin' then ${SESSIONS.mostHoursOfAdmin}::int else ${SESSIONS.mostHours}::int end)`;

/** Which of these sessions are not over. */
export async function sessionsAlive(db: Executor, sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.execute<{ id: string }>(sql`
    select session.id from sessions session join users on users.id = session.user_id
    where session.id = any(${sql.param(sessionIds)}::text[]) and session.expires_at > now() and ${isYoung()}`);
  return new Set(rows.map(({ id }) => id));
}

/** The same at once, for those who ask again and again: what has come after the cursor, and the next one. */
export async function inboxAfter(ctx: SignedIn, cursor: string | null | undefined): Promise<{ cursor: string; events: Followed<InboxEvent>[] }> {
  const events: Followed<InboxEvent>[] = [];
  const reader = await tellMissed(ctx, cursor, (id, event) => events.push({ id, event }));
  return { cursor: cursorOf(reader), events };
}

/**
 * The caller's news from the cursor on, and what is announced, live, until the signal or the session ends.
 * A cursor that is missing, too old or ahead is answered with a reset and the present one; without one all announcements of the last days follow.
 * `worded` says it in the transport's words.
 */
export function inboxStream<T>(
  ctx: SignedIn,
  { cursor, signal }: { cursor: string | null | undefined; signal: AbortSignal | undefined },
  worded: (id: string, event: InboxEvent) => T,
): Live<InboxEvent, T> {
  return live((tell, until) => hearInbox(ctx, cursor, tell, until), signal, worded);
}

async function hearInbox(ctx: SignedIn, cursor: string | null | undefined, say: Reader['say'], signal: AbortSignal | undefined): Promise<void> {
  const follower = ctx.hub.open({ userId: ctx.actor.id, sessionId: sessionIdOf(ctx.actor) });
  const leave = closing(follower, signal);
  try {
    const reader = await tellMissed(ctx, cursor, (id, event) => {
      if (!signal?.aborted) say(id, event);
    });
    // One that is closed tells nothing, so from here on nobody need ask.
    await follower.hear({ ...reader, say }, tellNews);
  } finally {
    leave();
  }
}

/** Whom, how far they have been told, and how. */
type Reader = Place & { role: Role | null; say: (id: string, event: InboxEvent) => void };

async function tellMissed(ctx: SignedIn, cursor: string | null | undefined, say: Reader['say']): Promise<Reader> {
  const [wanted, announcement] = placesOf(cursor);
  const { after, rows, isReset } = await startOf(ctx.db, ctx.actor.id, wanted);
  const place = { seq: after, announcement };
  if (isReset) say(cursorOf(place), { type: 'reset' });
  const reader = { ...place, role: ctx.actor.role, say };
  const { announced, last } = await announcedMeanwhile(ctx, announcement);
  tellNews(reader, rows, announced);
  reader.announcement = last;
  return reader;
}

/** What they have not had, in order, each with the cursor after it, to which they move on. */
function tellNews(reader: Reader, rows: readonly InboxRow[], announced: readonly Announced[]): void {
  for (const row of rows) {
    if (row.seq <= reader.seq) continue;
    const isNext = row.seq === reader.seq + 1;
    reader.seq = row.seq;
    reader.say(cursorOf(reader), isNext ? eventOf(row) : { type: 'reset' });
  }
  for (const one of announced) {
    if (one.number <= reader.announcement) continue;
    reader.announcement = one.number;
    const event = announcementTo(reader.role, one);
    if (event) reader.say(cursorOf(reader), event);
  }
}

/** Says at once, and whenever the free times of a tutor may have changed; nothing is kept, the watcher reads again. */
export function watchTutor<T>(
  ctx: Ctx,
  { tutorId, signal }: { tutorId: string; signal: AbortSignal | undefined },
  worded: (id: string, event: { tutorId: string }) => T,
): Live<{ tutorId: string }, T> {
  return live(
    async (tell, until) => {
      const follower = ctx.hub.open({ topics: [tutorTopic(tutorId)] });
      const leave = closing(follower, until);
      let nth = 0;
      try {
        // What changed before this call, or while the connection was cut, is found by reading once more.
        for (let isOpen = !until?.aborted; isOpen; isOpen = await follower.next()) tell(String(nth++), { tutorId });
      } finally {
        leave();
      }
    },
    signal,
    worded,
  );
}

const cursorOf = ({ seq, announcement }: Place): string => `${seq}.${announcement}`;

/** The last row, and the last announcement. */
function placesOf(cursor: string | null | undefined): [seq: number | null, announcement: number] {
  const [, seq, announcement] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor ?? '') ?? [];
  return seq === undefined ? [null, 0] : [Number(seq), Number(announcement)];
}

async function startOf(db: Executor, userId: string, wanted: number | null): Promise<{ after: number; rows: InboxRow[]; isReset: boolean }> {
  const [inbox] = await lastSeq(db).execute({ userId });
  const last = inbox?.lastSeq ?? 0;
  if (wanted === null || wanted > last) return { after: last, rows: [], isReset: true };
  const rows = wanted === last ? [] : await eventsAfter(db).execute({ userId, after: wanted });
  const isWhole = wanted === last || (rows[0]?.seq === wanted + 1 && rows.length <= INBOX_MOST_MISSED);
  return isWhole ? { after: wanted, rows, isReset: false } : { after: last, rows: [], isReset: true };
}

const parsed = new WeakMap<InboxRow, StoredEvent>();

/** The same for all tabs of a person, who were handed the same row. */
function eventOf(row: InboxRow): StoredEvent {
  const event = parsed.get(row) ?? storedEvent.parse(row.payload);
  parsed.set(row, event);
  return event;
}

function closing(follower: Follower, signal: AbortSignal | undefined): () => void {
  const close = () => follower.close();
  signal?.addEventListener('abort', close, { once: true });
  if (signal?.aborted) close();
  return () => {
    signal?.removeEventListener('abort', close);
    close();
  };
}
