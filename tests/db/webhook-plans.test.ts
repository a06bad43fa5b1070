import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aTutor, NOW, signedIn, type Tutor } from '#tests/support/factories.ts';
import { analyze, explainStatement, PLAN_MODES } from '#tests/support/plans.ts';
import { mondayAt } from '#tests/support/proposals.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const OWNERS = 2_000;
const EACH = 20;
const MANY = 3_000;
const OTHER_HOOKS = 20_000;
const OWN = [expect.stringMatching(/^webhook_endpoints_(pkey|user_url_key)$/)];
const database = useDatabase();
let tutor: Tutor;
let webhookId: string;

beforeAll(async () => {
  const { db } = database;
  tutor = await aTutor(db);
  webhookId = (
    await callerAs(database, await signedIn(database.db, tutor.user)).webhooks.add({
      url: 'https://hooks.example.com/',
      events: ['booking.confirmed'],
    })
  ).id;
  await db.execute(sql`insert into users (id, name, email, role)
    select gen_random_uuid(), 'Owner', n || '@bulk.example', 'tutor' from generate_series(1, ${OWNERS}::int) n`);
  await db.execute(sql`insert into webhook_endpoints (id, user_id, url, events, sealed_secret)
    select gen_random_uuid(), id, 'https://hooks.example.com/', '{booking.created}', 'sealed' from users where name = 'Owner'`);
  await db.execute(sql`insert into webhook_deliveries (id, endpoint_id, event, body, state, created_at)
    select gen_random_uuid(), id, 'booking.created', '{}', 'delivered', ${NOW.toISOString()}::timestamptz - n * interval '1 hour'
    from webhook_endpoints, lateral generate_series(1, case when id = ${webhookId}::uuid then ${MANY}::int else ${EACH}::int end) n`);
  await db.execute(sql`insert into webhook_attempts (id, delivery_id, at, milliseconds, status)
    select gen_random_uuid(), id, created_at, 20, 200 from webhook_deliveries`);
  await db.execute(sql`insert into users (id, name, email, role)
    select gen_random_uuid(), 'Other', n || '@others.example', 'student' from generate_series(1, ${OTHER_HOOKS}::int) n`);
  await analyze(database);
}, 60_000);

// spec webhooks.22
describe.each(PLAN_MODES)('with %s', (mode) => {
  const plansOf = async (work: (db: ReturnType<typeof createRecordingDb>['db']) => Promise<unknown>) => {
    const { db, statements } = createRecordingDb(database);
    await work(db);
    const ofWebhooks = statements.filter(({ text }) => /[" ]webhook_/.test(text) && !text.startsWith('insert'));
    return Promise.all(ofWebhooks.map((statement) => explainStatement(database, statement, mode)));
  };

  test('a page of the log is read in the order of its index, and its attempts by theirs', async () => {
    const own = (db: ReturnType<typeof createRecordingDb>['db']) => callerAs({ db }, tutor.user).webhooks;
    const { nextCursor } = await own(database.db).deliveries({ id: webhookId });
    const [endpoint, page, attempts, ...more] = await plansOf((db) => own(db).deliveries({ id: webhookId, cursor: nextCursor }));
    expect(endpoint?.indexes, endpoint?.text).toEqual(OWN);
    expect(page, page?.text).toMatchObject({ indexes: ['webhook_deliveries_endpoint_idx'], sorts: false });
    expect(attempts?.indexes, attempts?.text).toEqual(['webhook_attempts_delivery_idx']);
    expect(more).toEqual([]);
  });

  test('the endpoints of an event are found by their owners, and pending deliveries by their endpoint', async () => {
    const booking = await aBooking(database.db, { tutor, startTime: mondayAt(9, PLAN_MODES.indexOf(mode)) });
    const [endpoints, ...more] = await plansOf((db) => callerAs({ db }, tutor.user).bookings.setStatus({ id: booking.id, status: 'confirmed' }));
    expect(endpoints?.indexes.sort(), endpoints?.text).toEqual(['users_pkey', 'webhook_endpoints_user_url_key']);
    expect(more).toEqual([]);
    const off = await plansOf((db) => callerAs({ db }, tutor.user).webhooks.switch({ id: webhookId, isOn: false }));
    await callerAs(database, tutor.user).webhooks.switch({ id: webhookId, isOn: true });
    expect(off.map(({ indexes }) => indexes)).toEqual([OWN, ['webhook_deliveries_endpoint_idx'], OWN]);
  });
});
