import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { IS_REST, startWebhookRunner } from '#server/infra/job-runner.ts';
import { useDatabase } from '#tests/support/database.ts';
import { NOW } from '#tests/support/factories.ts';
import { startTestRunner } from '#tests/support/job-runners.ts';
import { countBlocks, explainStatement, PLAN_MODES, vacuum } from '#tests/support/plans.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const BACKLOG = 100_000;
const OTHERS = 200;
const MAX_BLOCKS = 8 * OTHERS;
const LARGE = '00000000-0000-7000-8000-000000000000';
const database = useDatabase();
const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

beforeAll(async () => {
  const at = NOW.toISOString();
  await database.db.execute(sql`insert into jobs (id, kind, params, owner_id, due_at)
    select gen_random_uuid(), 'webhook.send', '{"deliveryId":"large"}', ${LARGE}::uuid, ${at}::timestamptz - n * interval '1 second'
    from generate_series(1, ${BACKLOG}::int) n`);
  // The statistics know one owner, as after a burst.
  await vacuum(database);
  await database.db.execute(sql`insert into jobs (id, kind, params, owner_id, due_at)
    select gen_random_uuid(), 'webhook.send', '{"deliveryId":"later"}', gen_random_uuid(), ${at}::timestamptz + interval '1 hour'
    from generate_series(1, ${OTHERS}::int) n`);
}, 60_000);

describe.each(PLAN_MODES)('with %s', (mode) => {
  test('nor when the next mail is', async () => {
    const { db, statements } = createRecordingDb(database);
    const runner = startTestRunner({ db }, { now: () => NOW, which: IS_REST });
    const sent = () => ['set "claimed_until"', 'least(min('].flatMap((part) => statements.find(({ text }) => text.includes(part)) ?? []);
    try {
      await expect.poll(() => sent().length, { timeout: 20_000 }).toBe(2);
      for (const statement of sent()) {
        const plan = await explainStatement(database, statement, mode);
        expect.soft(new Set(plan.indexes), plan.text).toContain('jobs_rest_due_idx');
        expect.soft(await countBlocks(database, statement, mode), plan.text).toBeLessThan(MAX_BLOCKS);
      }
    } finally {
      await runner.close();
    }
  });

  // spec s13-jobs.5 | S13 5 | Behind 100,000 due webhooks of one owner, those of others are found by an index | src/db/locks.ts
  test('a hundred thousand due webhooks of one owner are not read when the next of another is looked for', async () => {
    const other = crypto.randomUUID();
    await database.db.execute(sql`update jobs set claimed_until = null where claimed_until is not null`);
    await database.db.execute(sql`insert into jobs (id, kind, params, owner_id, due_at)
      values (gen_random_uuid(), 'webhook.send', '{"deliveryId":"other"}', ${other}::uuid, ${NOW.toISOString()}::timestamptz)`);
    const { db, statements } = createRecordingDb(database);
    const { open, opened } = gate();
    const called: string[] = [];
    const send = async (_: unknown, { deliveryId }: { deliveryId: string }) => {
      called.push(deliveryId);
      await opened;
    };
    const runner = startTestRunner({ db }, { now: () => NOW, start: startWebhookRunner, handlers: { 'webhook.send': send } });
    try {
      await expect.poll(() => [...called].sort(), { timeout: 20_000 }).toEqual(['large', 'large', 'other']);
      const nextDue = () => statements.filter(({ text }) => text.includes('least(min('));
      await expect.poll(() => nextDue().length, { timeout: 20_000 }).toBeGreaterThan(0);
      const claims = statements.filter(({ text }) => text.includes('recursive owners'));
      expect(claims.some(({ params }) => params.some((param) => String(param).includes(LARGE)))).toBe(true);
      for (const claim of claims) {
        const plan = await explainStatement(database, claim, mode);
        expect.soft(plan, plan.text).toMatchObject({ read: [], sorts: false, indexes: expect.arrayContaining(['jobs_webhooks_owner_idx']) });
        expect.soft(await countBlocks(database, claim, mode), plan.text).toBeLessThan(MAX_BLOCKS);
      }
      for (const statement of nextDue()) {
        const plan = await explainStatement(database, statement, mode);
        expect.soft(plan, plan.text).toMatchObject({ read: [], sorts: false, indexes: expect.arrayContaining(['jobs_webhooks_due_idx']) });
        expect.soft(await countBlocks(database, statement, mode), plan.text).toBeLessThan(MAX_BLOCKS);
      }
    } finally {
      open();
      await runner.close();
    }
  }, 60_000);
});
