import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { inboxEvents, inboxes } from '#db/schema/inbox.ts';
import type { Actor, Ctx, SignedIn } from '#server/core/context.ts';
import { ANNOUNCEMENTS_TOPIC, tutorTopic } from '#server/core/deliver.ts';
import type { Follower, InboxRow } from '#server/core/hub.ts';
import { prepared } from '#server/core/prepared.ts';
import { type InboxEvent, type StoredEvent, storedEvent } from '#shared/contracts/inbox.ts';
import { INBOX_MOST_MISSED } from '#shared/vocabulary/limits.ts';
import { type Announced, announcedAfter, announcedMeanwhile, announcementTo } from './announced.queries.ts';

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

/** Which of these sessions are not over. */
export async function sessionsAlive(db: Executor, sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.execute<{ id: string }>(sql`select id from sessions where id = any(${sql.param(sessionIds)}::text[]) and expires_at > now()`);
  return new Set(rows.map(({ id }) => id));
}

/** The same at once, for those who ask again and again: what has come after the cursor, and the next one. */
export async function inboxAfter(ctx: SignedIn, cursor: string | null | undefined): Promise<{ cursor: string; events: Followed<InboxEvent>[] }> {
  const [wanted, known] = placesOf(cursor);
  const { after, rows, isReset } = await startOf(ctx.db, ctx.actor.id, wanted);
  const place = { at: after, told: known };
  const reset: Followed<InboxEvent>[] = isReset ? [followed(cursorAt(after, known), { type: 'reset' })] : [];
  const events = newsOf({ actor: ctx.actor, place, tell: followed }, rows, await announcedMeanwhile(ctx, known));
  return { cursor: cursorAt(place.at, place.told), events: [...reset, ...events] };
}

/** As `tellInbox`, for who is no tRPC. */
export function followInbox(ctx: SignedIn, cursor: string | null | undefined, signal: AbortSignal | undefined): AsyncGenerator<Followed<InboxEvent>> {
  return tellInbox(ctx, { cursor, signal }, followed);
}

const followed = <T>(id: string, event: T): Followed<T> => ({ id, event });
const TOPICS = [ANNOUNCEMENTS_TOPIC];

/**
 * The caller's news from the cursor on, and what is announced, live, until the signal or the session ends.
 * A cursor that is missing, too old or ahead is answered with a reset and the present one; without one all announcements of the last days follow.
 * `tell` says it in the transport's words: another generator around this one would cost each delivery as much again.
 */
export async function* tellInbox<T>(
  ctx: SignedIn,
  { cursor, signal }: { cursor: string | null | undefined; signal: AbortSignal | undefined },
  tell: (id: string, event: InboxEvent) => T,
): AsyncGenerator<T, void, undefined> {
  const { actor } = ctx;
  const follower = ctx.hub.open({ userId: actor.id, sessionId: actor.sessionId, topics: TOPICS });
  const leave = closing(follower, signal);
  try {
    const [wanted, known] = placesOf(cursor);
    const start = await startOf(ctx.db, actor.id, wanted);
    const place = { at: start.after, told: known };
    follower.follow(start.rows.at(-1)?.seq ?? place.at);
    if (start.isReset) yield tell(cursorAt(place.at, known), { type: 'reset' });
    let rows: readonly InboxRow[] = start.rows;
    let announced: readonly Announced[] = await announcedMeanwhile(ctx, known);
    for (;;) {
      for (const news of newsOf({ actor, place, tell }, rows, announced)) yield news;
      const wake = await follower.next();
      if (!wake) return;
      rows = wake.rows;
      announced = wake.topics.includes(ANNOUNCEMENTS_TOPIC) ? await announcedAfter(ctx, place.told) : [];
    }
  } finally {
    leave();
  }
}

type Telling<T> = { actor: Actor; place: { at: number; told: number }; tell: (id: string, event: InboxEvent) => T };

/** In order, each with the cursor after it, to which `place` moves on. */
function newsOf<T>({ actor, place, tell }: Telling<T>, rows: readonly InboxRow[], announced: readonly Announced[]): T[] {
  const news: T[] = [];
  for (const row of rows) {
    const isNext = row.seq === place.at + 1;
    place.at = row.seq;
    news.push(tell(cursorAt(row.seq, place.told), isNext ? eventOf(row) : { type: 'reset' }));
  }
  for (const one of announced) {
    if (one.number <= place.told) continue;
    place.told = one.number;
    const event = announcementTo(actor, one);
    if (event) news.push(tell(cursorAt(place.at, place.told), event));
  }
  return news;
}

/** Says whenever the free times of a tutor may have changed; nothing is kept, the watcher reads again. */
export async function* watchTutor(ctx: Ctx, tutorId: string, signal: AbortSignal | undefined): AsyncGenerator<Followed<{ tutorId: string }>> {
  const follower = ctx.hub.open({ topics: [tutorTopic(tutorId)] });
  const leave = closing(follower, signal);
  try {
    // What changed before this call, or while the connection was cut, is found by reading once more.
    for (let nth = 0; ; nth += 1) {
      yield { id: String(nth), event: { tutorId } };
      if (!(await follower.next())) return;
    }
  } finally {
    leave();
  }
}

const cursorAt = (seq: number, announcement: number): string => `${seq}.${announcement}`;

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
