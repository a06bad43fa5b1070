import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { NO_CLIENT } from '#server/core/context.ts';
import { openMailedLink, revokeMailedLinks } from '#server/core/mailed-links.ts';
import { findResetByLink, hasResetRequest, tryResetCode } from '#server/core/password-resets.ts';
import { findAccountByEmail, hasLaterResetRequest } from '#server/features/mail/mail.queries.ts';
import { IS_OUTBOUND, startJobRunner, startWebhookRunner } from '#server/infra/job-runner.ts';
import { sweepExpired } from '#server/infra/sweep.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, NOW, type User } from '#tests/support/factories.ts';
import { startTestRunner } from '#tests/support/job-runners.ts';
import { analyze, explainStatement, PLAN_MODES } from '#tests/support/plans.ts';
import { createRecordingDb, type Statement } from '#tests/support/statements.ts';

const MANY = 20_000;
const database = useDatabase();
const now = () => NOW;
let person: User;

beforeAll(async () => {
  const { db } = database;
  person = await aStudent(db);
  const at = NOW.toISOString();
  await db.execute(sql`insert into users (id, name, email, role) select gen_random_uuid(), 'Person', n || '@bulk.example', 'student'
    from generate_series(1, ${MANY}::int) n`);
  await db.execute(sql`insert into codes (user_id, purpose, hash, email, expires_at)
    select id, 'password_reset', 'hash ' || id, email, ${at}::timestamptz + interval '1 hour' from users`);
  await db.execute(sql`insert into password_resets (request_hash, user_id, email, code_hash, link_hash, is_known, code_expires_at, expires_at)
    select 'request ' || id, id, email, 'code', 'link ' || id, false, ${at}::timestamptz, ${at}::timestamptz + interval '1 hour' from users`);
  await db.execute(sql`insert into challenges (hash, purpose, user_id, expires_at)
    select 'challenge ' || id, 'second_step', id, ${at}::timestamptz + interval '1 hour' from users`);
  await db.execute(sql`insert into known_devices (user_id, device_hash, last_used_at) select id, 'device', ${at}::timestamptz from users`);
  await db.execute(sql`insert into limits (key, count, resets_at)
    select 'login 900 ' || n, 1, ${at}::timestamptz + n * interval '1 second' from generate_series(-50, ${MANY}::int) n`);
  // Most jobs wait for days, some are dead, a few are due.
  await db.execute(sql`insert into jobs (id, kind, due_at, dead_at)
    select gen_random_uuid(), 'files.remove', ${at}::timestamptz + n * interval '1 minute', case when n % 20 = 0 then ${at}::timestamptz end
    from generate_series(-5, ${MANY}::int) n`);
  await db.execute(sql`insert into jobs (id, kind, params, due_at)
    select gen_random_uuid(), 'mail.send', jsonb_build_object('mail', 'password_reset', 'email', n || '@bulk.example', 'askedAt', '2026', 'asker', jsonb_build_object('device', 'device')),
      ${at}::timestamptz + interval '1 day' from generate_series(1, ${MANY}::int) n`);
  await db.execute(sql`insert into sessions (id, user_id, lifetime_hours, expires_at)
    select 'session ' || id, id, 12, ${at}::timestamptz + interval '1 hour' from users`);
  await db.execute(sql`insert into inbox_events (user_id, seq, kind, payload, created_at)
    select id, 1, 'news', '{}', ${at}::timestamptz from users`);
  await db.execute(sql`insert into notifications (id, user_id, kind, type, category, title, message, created_at)
    select gen_random_uuid(), id, 'custom', 'info', 'general', 'News', 'Words', ${at}::timestamptz from users`);
  await db.execute(sql`insert into message_threads (id, student_id) select gen_random_uuid(), id from users`);
  await db.execute(sql`insert into request_keys (user_id, key, body_hash, answer, created_at)
    select id, 'one click', 'of what was asked', '{}', ${at}::timestamptz from users`);
  await db.execute(sql`insert into bookings (id, subject_name, status, start_time, end_time, learning_method, amount_cents, contact_number)
    select gen_random_uuid(), 'Physics', (case when n % 40 = 0 then 'pending' else 'completed' end)::booking_status,
      ${at}::timestamptz + n * interval '1 hour', ${at}::timestamptz + (n + 1) * interval '1 hour', 'online', 100, '0771234567'
    from generate_series(1, ${MANY}::int) n`);
  await db.execute(sql`insert into jobs (id, kind, key, due_at)
    select gen_random_uuid(), 'booking.unanswered', 'booking.unanswered ' || id, start_time from bookings where status = 'pending'`);
  await db.execute(sql`insert into webhook_endpoints (id, user_id, url, events, sealed_secret)
    values (${person.id}::uuid, ${person.id}::uuid, 'https://hooks.example.com/', '{booking.created}', 'sealed')`);
  await db.execute(sql`insert into jobs (id, kind, owner_id, due_at)
    select gen_random_uuid(), 'webhook.send', id, ${at}::timestamptz + interval '1 day' from users`);
  await db.execute(sql`insert into webhook_deliveries (id, endpoint_id, event, body, state, created_at)
    select gen_random_uuid(), ${person.id}::uuid, 'booking.created', '{}', 'delivered', ${at}::timestamptz from generate_series(1, ${MANY}::int) n`);
  await db.execute(sql`insert into reports (id, reporter_id, about, snapshot, reason, state, created_at)
    select gen_random_uuid(), ${person.id}::uuid, 'message', '', 'spam', (enum_range(null::report_state))[1 + n % 4], ${at}::timestamptz from generate_series(1, ${MANY}::int) n`);
  await analyze(database);
}, 60_000);

async function sentBy(work: (db: ReturnType<typeof createRecordingDb>['db']) => Promise<unknown>): Promise<Statement[]> {
  const { db, statements } = createRecordingDb(database);
  await work(db);
  const relevant = statements.filter(({ text }) => /"(jobs|limits|codes|users|password_resets)"/.test(text));
  return [...new Map(relevant.map((statement) => [statement.text, statement])).values()];
}

describe.each(PLAN_MODES)('with %s', (mode) => {
  const expectNoneRead = async (statements: readonly Statement[]) => {
    for (const statement of statements) {
      const plan = await explainStatement(database, statement, mode);
      expect.soft(plan.read, `${statement.text}\n${plan.text}`).toEqual([]);
    }
  };

  test.each([
    ['a runner finds what is due, and when the next is, by the index of due jobs', {}, ['jobs_due_idx', 'jobs_due_idx']],
    [
      'that of calls to others finds its own among all that is planned by an index of them',
      { which: IS_OUTBOUND },
      ['jobs_abroad_due_idx', 'jobs_abroad_due_idx'],
    ],
    ['that of webhooks finds its own by indexes of them', { start: startWebhookRunner }, ['jobs_webhooks_owner_idx', 'jobs_webhooks_due_idx']],
  ])('%s', async (_, { start = startJobRunner, which }: { start?: typeof startJobRunner; which?: SQL }, indexes) => {
    const { db, statements } = createRecordingDb(database);
    const sent = (part: string) => statements.find(({ text }) => text.includes(part));
    const runner = startTestRunner({ db }, { now, which, start });
    await expect.poll(() => sent('least(min('), { timeout: 20_000 }).toBeDefined();
    await runner.close();
    for (const [statement, index] of [
      [sent('for update skip locked'), indexes[0]],
      [sent('least(min('), indexes[1]],
    ] as const) {
      const plan = await explainStatement(database, statement ?? expect.fail('it was not sent'), mode);
      expect.soft(plan, plan.text).toMatchObject({ read: [], sorts: false, indexes: expect.arrayContaining([index]) });
    }
  });

  test('a limit is counted, given back and refused by its key, and what is over is found by its time', async () => {
    const client = { ...NO_CLIENT, address: `of ${mode}` };
    const statements = await sentBy(async (db) => {
      const login = (password: string) =>
        callerAs({ db }, null, { client })
          .auth.login({ email: person.email, password })
          .catch(() => {});
      for (let attempt = 0; attempt < 11; attempt += 1) await login('a wrong one');
      await sweepExpired(db, NOW);
    });
    const ofLimits = statements.filter(({ text }) => text.includes('"limits"'));
    expect(ofLimits.map(({ text }) => text.split(' ')[0]).sort()).toEqual(['delete', 'insert', 'select', 'update']);
    await expectNoneRead(ofLimits);
  });

  test('what is over is found by its time, in every table', async () => {
    const { db, statements } = createRecordingDb(database);
    await sweepExpired(db, NOW);
    const cleanups = statements.filter(({ text }) => /^(delete|update "bookings")/.test(text));
    const plans = await Promise.all(cleanups.map((statement) => explainStatement(database, statement, mode)));
    const summaries = plans.map(({ read, indexes, text }) => [read, [...new Set(indexes)], /Seq Scan/.test(text)]);
    const indexes = [
      'limits_resets_at_idx',
      'codes_expires_at_idx',
      'password_resets_expires_at_idx',
      'known_devices_last_used_at_idx',
      'challenges_expires_at_idx',
    ];
    const latest = [
      'sessions_expires_at_idx',
      'notifications_newest_idx',
      'message_threads_of_nobody_idx',
      'inbox_events_created_at_idx',
      'jobs_dead_idx',
      'request_keys_created_at_idx',
      'webhook_deliveries_created_at_idx',
      ...['reports_newest_idx', 'reports_newest_idx'],
      'bookings_contacts_end_idx',
    ];
    expect(summaries).toEqual([...indexes, ...latest].map((index) => [[], [index], false]));
  });

  test('bookings that nobody has planned the clock for are found by the indexes of what is held and of keys', async () => {
    const { db, statements } = createRecordingDb(database);
    await sweepExpired(db, NOW);
    const statement = statements.find(({ text }) => /^select.*"bookings"/.test(text)) ?? expect.fail('it was not sent');
    const plan = await explainStatement(database, statement, mode);
    expect(plan, plan.text).toMatchObject({ read: [], sorts: false });
    expect([...new Set(plan.indexes)].sort()).toEqual([expect.stringMatching(/^bookings_(student|tutor)_never_twice$/), 'jobs_key_key']);
  });

  test('a later order for an address is found by it', async () => {
    const { db, statements } = createRecordingDb(database);
    expect(await hasLaterResetRequest(db, { email: '7@bulk.example', askedAt: '2025', asker: { device: 'device' } })).toBe(true);
    const plan = await explainStatement(database, statements[0] ?? expect.fail('it was not sent'), mode);
    expect(plan, plan.text).toMatchObject({ read: [], indexes: ['jobs_reset_email_idx'] });
  });

  test('a code is tried, a link opened and an account found without reading all of them', async () => {
    const context = contextAs(database, null);
    const statements = await sentBy(async (db) => {
      await tryResetCode({ ...context, db }, { email: person.email, code: '000000' });
      await hasResetRequest({ ...context, db }, { email: person.email, requestId: 'a request' });
      await findResetByLink({ ...context, db }, 'a token');
      await openMailedLink({ ...context, db }, 'a token');
      await revokeMailedLinks({ db }, person.id, 'email_change');
      await findAccountByEmail(db, person.email);
    });
    expect(statements).toHaveLength(7);
    await expectNoneRead(statements);
  });
});
