import type { Sql } from 'postgres';
import type { Certainty, Record } from './record.ts';

/** Written down here once more, beside the domain's own table, which the servers use. */
const LEGAL = ['pending confirmed', 'pending cancelled', 'confirmed completed', 'confirmed cancelled'];

/** What must hold at any moment, even between two writes. */
export async function findBrokenRules(sql: Sql): Promise<string[]> {
  const broken: string[] = [];
  const none = async (rule: string, rows: Promise<readonly object[]>) => {
    const found = await rows;
    if (found.length > 0) broken.push(`${rule}: ${JSON.stringify(found.slice(0, 3))} (${found.length})`);
  };
  await none(
    'two sessions of a person overlap',
    sql`select one.id, other.id as with from bookings one join bookings other on other.id > one.id
      and (other.tutor_user_id = one.tutor_user_id or other.student_id = one.student_id)
      and tstzrange(one.start_time, one.end_time, '[)') && tstzrange(other.start_time, other.end_time, '[)')
      where one.status in ('pending', 'confirmed') and other.status in ('pending', 'confirmed')`,
  );
  await none(
    'a move is illegal',
    sql`select booking_id, from_status, to_status from lives where from_status || ' ' || to_status not in ${sql(LEGAL)} or from_start <> to_start`,
  );
  await none(
    'a booking is not where its last move has brought it',
    sql`select id, status, last.to_status from bookings cross join lateral (select coalesce(
      (select to_status from lives where booking_id = bookings.id order by at desc limit 1), 'pending') as to_status) last
      where status::text <> last.to_status`,
  );
  await none(
    'the events of a person have a gap, or one twice',
    sql`select user_id, count(*), min(seq), max(seq) from inbox_events group by user_id having count(*) <> max(seq) - min(seq) + 1 or count(*) <> count(distinct seq)`,
  );
  await none(
    'a party was not told of a step exactly once',
    sql`with told as (select kind::text as kind, count(*)::int as count from notifications group by kind),
      happened as (
        select 'booking.created' as kind, 2 * count(*)::int as count from bookings
        union all select 'booking.' || status, 2 * (select count(*)::int from lives where to_status = status) from unnest(array['confirmed', 'completed', 'cancelled']) status)
      select happened.kind, happened.count as expected, coalesce(told.count, 0) as told
      from happened left join told using (kind) where happened.count <> coalesce(told.count, 0)`,
  );
  await none(
    'a rating or a count of a tutor is wrong',
    sql`select profile.id, profile.rating, profile.total_reviews, profile.total_sessions, given.*, held.* from tutor_profiles profile
      cross join lateral (select coalesce(round(avg(rating), 2), 0) as average, count(*)::int as reviews from reviews where tutor_user_id = profile.user_id) given
      cross join lateral (select count(*)::int as sessions from bookings where tutor_user_id = profile.user_id and status = 'completed') held
      where (profile.rating, profile.total_reviews, profile.total_sessions) is distinct from (given.average, given.reviews, held.sessions)`,
  );
  return broken;
}

/** Compares what the servers have said with what is stored; nobody may be writing. */
export async function findLostWrites(sql: Sql, { writes }: Record): Promise<string[]> {
  const problems: string[] = [];
  const of = <K extends Record['writes'][number]['kind']>(kind: K) =>
    writes.filter((write): write is Extract<Record['writes'][number], { kind: K }> => write.kind === kind);

  const booked = await sql<{ id: string; notes: string }[]>`select id, notes from bookings`;
  const sent = await sql<{ client_id: string }[]>`select client_id from messages`;
  const moved = await sql<{ booking_id: string; to_status: string }[]>`select booking_id, to_status from lives`;
  const certaintiesOf = <W extends { certainty: Certainty }>(list: readonly W[], keyOf: (write: W) => string) =>
    list.map((write): [string, Certainty] => [keyOf(write), write.certainty]);
  problems.push(
    ...compare(
      'booking',
      booked.map(({ notes }) => notes),
      certaintiesOf(of('made'), ({ mark }) => mark),
    ),
    ...compare(
      'message',
      sent.map(({ client_id }) => client_id),
      certaintiesOf(of('sent'), ({ clientId }) => clientId),
    ),
    ...compare(
      'move',
      moved.map(({ booking_id, to_status }) => `${booking_id} ${to_status}`),
      certaintiesOf(of('moved'), ({ bookingId, to }) => `${bookingId} ${to}`),
    ),
  );
  const idOf = new Map(booked.map(({ id, notes }) => [notes, id]));
  for (const { mark, bookingId } of of('made')) if (bookingId && idOf.get(mark) !== bookingId) problems.push(`the booking ${mark} has another id`);

  const textOf = new Map(
    (await sql<{ booking_id: string; review: string }[]>`select booking_id, review from reviews`).map((row) => [row.booking_id, row.review]),
  );
  const possible = new Map<string, (string | undefined)[]>();
  for (const { bookingId, text, certainty } of of('reviewed')) {
    possible.set(bookingId, certainty === 'yes' ? [text] : [...(possible.get(bookingId) ?? [undefined]), text]);
  }
  for (const [bookingId, texts] of possible) if (!texts.includes(textOf.get(bookingId))) problems.push(`the review of ${bookingId} is lost`);
  for (const bookingId of textOf.keys()) if (!possible.has(bookingId)) problems.push(`nobody has written the review of ${bookingId}`);
  return problems;
}

/** Each acknowledged one is there once, an unanswered one at most once, and nothing else. */
function compare(name: string, stored: readonly string[], writes: readonly [string, Certainty][]): string[] {
  const counts = new Map<string, number>();
  for (const key of stored) counts.set(key, (counts.get(key) ?? 0) + 1);
  const acknowledged = new Set(writes.flatMap(([key, certainty]) => (certainty === 'yes' ? [key] : [])));
  const known = new Set(writes.map(([key]) => key));
  return [
    ...[...acknowledged].filter((key) => !counts.has(key)).map((key) => `a ${name} was acknowledged and is lost: ${key}`),
    ...[...counts].filter(([, count]) => count > 1).map(([key]) => `a ${name} is there twice: ${key}`),
    ...[...counts.keys()].filter((key) => !known.has(key)).map((key) => `nobody has asked for the ${name} ${key}`),
  ];
}
