import type { ISql } from 'postgres';
import type { Certainty, Record, Write, WriteOf } from './record.ts';

type Expected = readonly [key: string, certainty: Certainty];

/** Compares what the servers acknowledged with what is stored. Nobody may be writing meanwhile. */
export async function findLostWrites(sql: ISql, { writes }: Pick<Record, 'writes'>): Promise<string[]> {
  return [
    ...(await compareBookings(sql, writes)),
    ...(await compareMessages(sql, writes)),
    ...(await compareMoves(sql, writes)),
    ...(await compareProposals(sql, writes)),
    ...(await compareReviews(sql, writes)),
  ];
}

function of<K extends Write['kind']>(writes: readonly Write[], kind: K): WriteOf<K>[] {
  return writes.filter((write): write is WriteOf<K> => write.kind === kind);
}

async function compareBookings(sql: ISql, writes: readonly Write[]): Promise<string[]> {
  const stored = await sql<{ id: string; notes: string }[]>`select id, notes from bookings`;
  const made = of(writes, 'made');
  const idOf = new Map(stored.map(({ id, notes }) => [notes, id]));
  return [
    ...compareCounts(
      'booking',
      stored.map(({ notes }) => notes),
      made.map(({ mark, certainty }) => [mark, certainty]),
      1,
    ),
    ...made.flatMap(({ mark, bookingId }) => (bookingId && idOf.get(mark) !== bookingId ? [`the booking ${mark} has another id`] : [])),
  ];
}

async function compareMessages(sql: ISql, writes: readonly Write[]): Promise<string[]> {
  const stored = await sql<{ client_id: string }[]>`select client_id from messages`;
  return compareCounts(
    'message',
    stored.map(({ client_id }) => client_id),
    of(writes, 'sent').map(({ clientId, certainty }) => [clientId, certainty]),
    1,
  );
}

async function compareMoves(sql: ISql, writes: readonly Write[]): Promise<string[]> {
  const stored = await sql<{ key: string }[]>`select booking_id || ' ' || to_status as key from lives where from_status <> to_status`;
  return compareCounts(
    'move',
    stored.map(({ key }) => key),
    of(writes, 'moved').map(({ bookingId, to, certainty }) => [`${bookingId} ${to}`, certainty]),
    1,
  );
}

async function compareProposals(sql: ISql, writes: readonly Write[]): Promise<string[]> {
  const stored = await sql<{ id: string; booking_id: string; by: string; start: string; state: string }[]>`
    select id, booking_id, proposed_by as by, start_time as start, state from booking_proposals`;
  const proposed = of(writes, 'proposed');
  const ids = new Set(stored.map(({ id }) => id));
  const known = new Set<string>();
  // A time that is proposed once more by the same party is the same proposal.
  const made = proposed.filter(({ proposalId }) => !proposalId || (!known.has(proposalId) && known.add(proposalId)));
  return [
    ...compareCounts(
      'proposal',
      stored.map(({ booking_id, by, start }) => `${booking_id} ${by} ${new Date(start).toISOString()}`),
      made.map(({ bookingId, by, start, certainty }) => [`${bookingId} ${by} ${start}`, certainty]),
    ),
    ...proposed.flatMap(({ proposalId }) => (proposalId && !ids.has(proposalId) ? [`a proposal was acknowledged and is lost: ${proposalId}`] : [])),
    ...compareCounts(
      'settlement of a proposal',
      stored.flatMap(({ id, state }) => (['accepted', 'declined', 'withdrawn'].includes(state) ? [`${id} ${state}`] : [])),
      of(writes, 'settled').map(({ proposalId, as, certainty }) => [`${proposalId} ${as}`, certainty]),
    ),
  ];
}

/** Of a booking the text stands that was acknowledged last, or one after it that was left unanswered. */
async function compareReviews(sql: ISql, writes: readonly Write[]): Promise<string[]> {
  const stored = await sql<{ booking_id: string; review: string }[]>`select booking_id, review from reviews`;
  const textOf = new Map(stored.map(({ booking_id, review }) => [booking_id, review]));
  const possible = new Map<string, (string | undefined)[]>();
  for (const { bookingId, text, certainty } of of(writes, 'reviewed')) {
    possible.set(bookingId, certainty === 'yes' ? [text] : [...(possible.get(bookingId) ?? [undefined]), text]);
  }
  return [
    ...[...possible].flatMap(([bookingId, texts]) => (texts.includes(textOf.get(bookingId)) ? [] : [`the review of ${bookingId} is lost`])),
    ...[...textOf.keys()].flatMap((bookingId) => (possible.has(bookingId) ? [] : [`nobody has written the review of ${bookingId}`])),
  ];
}

/** There are as many as were acknowledged, and at most as many more as were left unanswered. */
function compareCounts(name: string, stored: readonly string[], expected: readonly Expected[], mostOfEach = Infinity): string[] {
  const counts = countEach(stored);
  const acknowledged = countEach(expected.flatMap(([key, certainty]) => (certainty === 'yes' ? [key] : [])));
  const possible = countEach(expected.map(([key]) => key));
  return [
    ...[...acknowledged].flatMap(([key, count]) => (count > (counts.get(key) ?? 0) ? [`a ${name} was acknowledged and is lost: ${key}`] : [])),
    ...[...counts].flatMap(([key, count]) => {
      const most = Math.min(possible.get(key) ?? 0, mostOfEach);
      if (most === 0) return [`nobody has requested the ${name} ${key}`];
      return count > most ? [`a ${name} is there twice: ${key}`] : [];
    }),
  ];
}

function countEach(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
