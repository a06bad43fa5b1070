import { randomUUID } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { findBrokenRules } from '#tests/support/random-operations/invariants.ts';
import { findLostWrites } from '#tests/support/random-operations/lost-writes.ts';
import type { Write } from '#tests/support/random-operations/record.ts';
import { createSmallLife, type SmallLife } from '#tests/support/random-operations/small-life.ts';
import { compareStream, type ReceivedEvent } from '#tests/support/random-operations/streams.ts';

const database = useDatabase();
let life: SmallLife;

beforeAll(async () => {
  await database.sql.file('tests/support/random-operations/lives.sql').simple();
  life = await createSmallLife(database);
});

/** In a transaction that is rolled back. */
async function afterBreaking<T>(breakIt: (sql: TransactionSql) => Promise<unknown>, look: (sql: TransactionSql) => Promise<T>): Promise<T> {
  let found: { value: T } | undefined;
  const rollback = new Error('rolled back');
  await database.sql
    .begin(async (sql) => {
      await breakIt(sql);
      found = { value: await look(sql) };
      throw rollback;
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  if (!found) throw new Error('nothing was looked at');
  return found.value;
}

const hideFromTrigger = (sql: TransactionSql) => sql`select set_config('vidya.time_passes', 'yes', true)`;
const HEARD = 'a party has not heard of a step exactly once';

// spec s13-faults.10 | S13 6 | Each rule that the random operations are checked by is seen to fail when it is broken in the database |
//   tests/support/random-operations/invariants.ts
describe('what the random operations are checked by', () => {
  test('finds nothing in a life that the product has made', async () => {
    expect(await findBrokenRules(database.sql)).toEqual([]);
    expect(await findLostWrites(database.sql, life)).toEqual([]);
  });

  type Break = (sql: TransactionSql) => Promise<unknown>;
  const BREAKS: readonly [name: string, rules: readonly string[], breakIt: Break][] = [
    [
      'two sessions at the same time',
      ['two sessions of a person overlap'],
      async (sql) => {
        await sql`alter table bookings drop constraint bookings_tutor_never_twice, drop constraint bookings_student_never_twice`;
        await hideFromTrigger(sql);
        await sql`
          update bookings set start_time = other.start_time + interval '30 minutes', end_time = other.end_time + interval '30 minutes'
          from bookings other where bookings.id = ${life.moved} and other.id = ${life.waiting}`;
      },
    ],
    [
      'two sessions of a tutor with two students at the same time',
      ['two sessions of a person overlap', HEARD],
      async (sql) => {
        await sql`alter table bookings drop constraint bookings_tutor_never_twice, drop constraint bookings_student_never_twice`;
        await sql`
          insert into bookings (id, tutor_user_id, subject_name, start_time, end_time, learning_method, amount_cents, contact_number, created_at, updated_at)
          select gen_random_uuid(), tutor_user_id, 'Physics', start_time, end_time, 'online', 0, '', now(), now() from bookings where id = ${life.waiting}`;
      },
    ],
    [
      'one booking more of a student with a tutor than there is',
      ['the bookings of a student with a tutor are counted wrongly'],
      (sql) => sql`update tutor_students set bookings = bookings + 1`,
    ],
    ['a move back', ['a move is illegal', HEARD], (sql) => sql`update bookings set status = 'pending' where id = ${life.moved}`],
    [
      'a change of status and time at once',
      ['a move is illegal', 'a time was not changed exactly once for each accepted proposal', HEARD, 'a rating or a count of a tutor is wrong'],
      (sql) => sql`update bookings set status = 'completed', start_time = start_time - interval '5 minutes' where id = ${life.moved}`,
    ],
    [
      'a status that no move has brought',
      ['a booking is not where its last move has brought it'],
      async (sql) => {
        await hideFromTrigger(sql);
        await sql`update bookings set status = 'pending' where id = ${life.moved}`;
      },
    ],
    [
      'a second open proposal',
      ['a booking has two open proposals', HEARD],
      async (sql) => {
        await sql`drop index booking_proposals_one_open_key`;
        await sql`
          insert into booking_proposals (id, booking_id, proposed_by, start_time, end_time, from_start, lapses_at, created_at)
          select gen_random_uuid(), booking_id, proposed_by, start_time, end_time, from_start, lapses_at, now() from booking_proposals where id = ${life.proposalId}`;
      },
    ],
    [
      'an open proposal for a booking that is over',
      ['a booking is not where its last move has brought it', 'a proposal is open for a booking that is not confirmed'],
      async (sql) => {
        await hideFromTrigger(sql);
        await sql`update bookings set status = 'pending' where id = ${life.waiting}`;
      },
    ],
    [
      'a change of time that nobody has proposed',
      ['a time was not changed exactly once for each accepted proposal', HEARD],
      (sql) => sql`update bookings set start_time = start_time + interval '5 minutes' where id = ${life.moved}`,
    ],
    [
      'an accepted proposal that has changed nothing',
      ['a time was not changed exactly once for each accepted proposal'],
      (sql) => sql`update booking_proposals set state = 'accepted', settled_at = now() where id = ${life.proposalId}`,
    ],
    [
      'a gap in the events of a person',
      ['the events of a person have a gap, or one twice', 'a notification has not become an event exactly once'],
      (sql) => sql`delete from inbox_events where user_id = ${life.studentId} and seq = 2`,
    ],
    [
      'one number for two events',
      ['the events of a person have a gap, or one twice', 'a notification has not become an event exactly once'],
      async (sql) => {
        await sql`alter table inbox_events drop constraint inbox_events_user_id_seq_pk`;
        await sql`insert into inbox_events select * from inbox_events where user_id = ${life.studentId} and seq = 2`;
      },
    ],
    [
      'a notification twice',
      [HEARD, 'a notification has not become an event exactly once'],
      (sql) => sql`
        insert into notifications (id, user_id, kind, params, type, category, title, message, created_at, updated_at)
        select gen_random_uuid(), user_id, kind, params, type, category, title, message, created_at, updated_at
        from notifications where kind = 'booking.confirmed' and user_id = ${life.studentId} limit 1`,
    ],
    [
      'a notification of one party that went to the other',
      [HEARD, 'a notification has not become an event exactly once'],
      (sql) => sql`update notifications set user_id = ${life.tutorUserId} where kind = 'booking.confirmed' and user_id = ${life.studentId}`,
    ],
    ['a lost notification', [HEARD], (sql) => sql`delete from notifications where kind = 'proposal.made' and user_id = ${life.tutorUserId}`],
    ['a wrong rating', ['a rating or a count of a tutor is wrong'], (sql) => sql`update tutor_profiles set rating = 1`],
    ['a wrong number of sessions', ['a rating or a count of a tutor is wrong'], (sql) => sql`update tutor_profiles set total_sessions = 2`],
  ];
  test.each(BREAKS)('finds %s', async (_, rules, breakIt) => {
    const found = await afterBreaking(breakIt, (sql) => findBrokenRules(sql));
    expect(found.map((text) => text.slice(0, text.indexOf(': ')))).toEqual(rules);
  });

  const LOSSES: readonly [name: string, problem: RegExp, breakIt: Break][] = [
    [
      'a lost booking',
      /^a booking was acknowledged and is lost/,
      async (sql) => {
        await sql`delete from bookings where id = ${life.waiting}`;
      },
    ],
    [
      'a booking with another id',
      /^the booking .* has another id/,
      (sql) => sql`
        update bookings set notes = other.notes from bookings other
        where (bookings.id, other.id) in ((${life.waiting}, ${life.moved}), (${life.moved}, ${life.waiting}))`,
    ],
    [
      'a doubled booking',
      /^a booking is there twice/,
      (sql) => sql`
        insert into bookings (id, subject_name, notes, start_time, end_time, learning_method, amount_cents, contact_number, created_at, updated_at)
        select gen_random_uuid(), 'Physics', notes, start_time, end_time, 'online', 0, '', now(), now() from bookings where id = ${life.waiting}`,
    ],
    ['a lost message', /^a message was acknowledged and is lost/, (sql) => sql`delete from messages`],
    [
      'a doubled message',
      /^a message is there twice/,
      async (sql) => {
        await sql`drop index messages_client_id_key`;
        await sql`
          insert into messages (id, thread_id, sent_by, client_id, text, created_at)
          select gen_random_uuid(), thread_id, sent_by, client_id, text, created_at from messages`;
      },
    ],
    ['a lost move', /^a move was acknowledged and is lost/, (sql) => sql`delete from lives where to_status = 'completed'`],
    [
      'a doubled move',
      /^a move is there twice/,
      (sql) => sql`insert into lives (booking_id, from_status, to_status) values (${life.held}, 'confirmed', 'completed')`,
    ],
    ['a lost proposal', /^a proposal was acknowledged and is lost/, (sql) => sql`delete from booking_proposals where id = ${life.proposalId}`],
    [
      'a lost acceptance',
      /^a settlement of a proposal was acknowledged and is lost/,
      (sql) => sql`update booking_proposals set state = 'withdrawn' where state = 'accepted'`,
    ],
    ['a lost review', /^the review of .* is lost/, (sql) => sql`delete from reviews`],
    ['a review with an older text', /^the review of .* is lost/, (sql) => sql`update reviews set review = 'What was there before'`],
  ];
  // spec s13-faults.11 | S13 6 | A write that was acknowledged and is lost, one that is there twice, and one that nobody has requested are found |
  //   tests/support/random-operations/lost-writes.ts
  test.each(LOSSES)('finds %s', async (_, problem, breakIt) => {
    const found = await afterBreaking(breakIt, (sql) => findLostWrites(sql, life));
    expect(found).toContainEqual(expect.stringMatching(problem));
  });

  // spec s13-faults.11
  test.each(['made', 'sent', 'moved', 'proposed', 'settled', 'reviewed'] as const)('finds what nobody has requested: %s', async (kind) => {
    const writes = life.writes.filter((write) => write.kind !== kind);
    const found = await findLostWrites(database.sql, { writes });
    expect(found).not.toEqual([]);
    for (const problem of found) expect(problem).toMatch(/^nobody has /);
  });

  // spec s13-faults.11
  test('accepts what was left unanswered, whether it has happened or not', async () => {
    const unanswered: Write[] = [
      ...life.writes.map((write): Write => ({ ...write, certainty: 'unknown' })),
      { kind: 'made', mark: randomUUID(), bookingId: null, certainty: 'unknown' },
      { kind: 'reviewed', bookingId: life.held, text: 'A review that never came', certainty: 'unknown' },
    ];
    expect(await findLostWrites(database.sql, { writes: unanswered })).toEqual([]);
  });

  // spec s13-faults.11, proposals.15
  test('accepts a time that was proposed once more, which is the same proposal', async () => {
    const again = life.writes.filter(({ kind }) => kind === 'proposed');
    expect(await findLostWrites(database.sql, { writes: [...life.writes, ...again] })).toEqual([]);
  });

  const event = (seq: number, type = 'booking_update'): ReceivedEvent => ({ seq, type });
  const RESET = event(4, 'reset');
  const STORED = [event(5), event(6), event(7)];

  // spec s13-faults.12 | S13 6 | An event that a live stream lacks, has twice, out of order or as another one is found, and so is a reset |
  //   tests/support/random-operations/streams.ts
  test.each<[name: string, received: readonly ReceivedEvent[], problems: readonly string[]]>([
    ['nothing when each event is there once and in order', [RESET, ...STORED], []],
    ['a lost event', [RESET, event(5), event(7)], ['lacks event 6']],
    ['a lost end', [RESET, event(5), event(6)], ['lacks event 7']],
    ['a doubled event', [RESET, event(5), event(6), event(6), event(7)], ['has event 6 twice']],
    ['events in the wrong order', [RESET, event(6), event(5), event(7)], ['has event 5 after event 6']],
    [
      'another event under the same number',
      [RESET, event(5), event(6, 'new_message'), event(7)],
      ['has event 6 as new_message, which is stored as booking_update'],
    ],
    ['a reset on the way', [RESET, event(5), event(6), event(7, 'reset')], ['was reset at event 7']],
    ['an event that is not stored', [RESET, ...STORED, event(8)], ['has event 8 as booking_update, which is stored as undefined']],
  ])('finds of a stream: %s', (_, received, problems) => {
    expect(compareStream(received, STORED)).toEqual(problems);
  });
});
