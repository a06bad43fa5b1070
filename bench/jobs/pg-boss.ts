import { sql } from 'drizzle-orm';
import { connect } from '#db/client.ts';
import { loadPgBoss } from './libraries.ts';
import { type Item, type Kind, type Queue, SLOTS_OF_OWNER, WEBHOOK_SLOTS } from './queue.ts';

const CHUNK = 1_000;
const KINDS: readonly Kind[] = ['mail', 'webhook'];
/** What the documentation recommends for short waits and for long queues. */
const OFTEN = { pollingIntervalSeconds: 0.5, burstWhenBatchFull: true };

/** `node` counts what runs in its own process, like ours; `database` counts in all of them. */
export function pgBossQueue({ groups }: { groups: 'node' | 'database' }): Queue {
  const limit = groups === 'node' ? { localGroupConcurrency: SLOTS_OF_OWNER } : { groupConcurrency: SLOTS_OF_OWNER };
  return {
    name: `pg-boss, groups by ${groups}`,
    settings: `LISTEN, batches of 100 mails, 8 webhooks at a time, 2 of one group`,
    async setUp(url) {
      const { PgBoss } = await loadPgBoss();
      const boss = new PgBoss({ connectionString: url, max: 2, supervise: false, schedule: false });
      boss.on('error', () => {});
      await boss.start();
      for (const kind of KINDS) await boss.createQueue(kind, { notify: true, retryLimit: 5, retryBackoff: true, heartbeatSeconds: 30 });
      await boss.stop({ graceful: false });
    },
    async openPlanner(url) {
      const { PgBoss, fromDrizzle } = await loadPgBoss();
      const boss = new PgBoss({ connectionString: url, max: 1, application_name: 'bench', supervise: false, schedule: false });
      boss.on('error', console.error);
      await boss.start();
      const { db, close } = connect(url, { max: 2, name: 'bench' });
      return {
        async plan(kind, item, { isRolledBack } = {}) {
          await db
            .transaction(async (transaction) => {
              await boss.send(kind, item, { db: fromDrizzle(transaction, sql), group: { id: item.owner } });
              if (isRolledBack) transaction.rollback();
            })
            .catch((error: unknown) => {
              if (!isRolledBack) throw error;
            });
        },
        async fill({ kind, count, owner, takesMs = 0, delaySeconds = 0 }) {
          const data: Item = { name: 'filled', owner, plannedAt: 0, takesMs };
          const job = { data, group: { id: owner }, ...(delaySeconds > 0 && { startAfter: delaySeconds }) };
          for (let start = 0; start < count; start += CHUNK) await boss.insert(kind, Array(Math.min(CHUNK, count - start)).fill(job));
        },
        async countWaiting() {
          const [row] = await db.execute<{ count: number }>(
            sql`select count(*)::int as count from pgboss.job where state in ('created', 'active', 'retry')`,
          );
          return row?.count ?? 0;
        },
        clear: async () => void (await db.execute(sql`delete from pgboss.job`)),
        async close() {
          await boss.stop({ graceful: false });
          await close();
        },
      };
    },
    async startWorker(url, handler) {
      const { PgBoss } = await loadPgBoss();
      const boss = new PgBoss({ connectionString: url, max: 20, application_name: 'worker', useListenNotify: true });
      boss.on('error', console.error);
      await boss.start();
      const mails = { ...OFTEN, batchSize: 100 };
      await boss.work<Item>('mail', mails, async (found) => void (await Promise.all(found.map(({ data }) => handler('mail', data)))));
      await boss.work<Item>('webhook', { ...OFTEN, localConcurrency: WEBHOOK_SLOTS, ...limit }, async ([job]) => {
        if (job) await handler('webhook', job.data);
      });
    },
  };
}
