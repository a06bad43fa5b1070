import { sql } from 'drizzle-orm';
import { connect } from '#db/client.ts';
import { loadGraphile } from './libraries.ts';
import { type Item, type Kind, MAIL_SLOTS, type Queue, SLOTS_OF_OWNER, WEBHOOK_SLOTS } from './queue.ts';

/** It has no limit for an owner; the jobs of a named queue run one after the other, so an owner has as many queues as slots. */
const queueOf = (kind: Kind, owner: string, number: number): string | null => (kind === 'webhook' ? `${owner}:${number % SLOTS_OF_OWNER}` : null);

/** The documentation's settings for throughput, or those with the lowest latency. */
export function graphileQueue({ isBatched }: { isBatched: boolean }): Queue {
  let number = 0;
  return {
    name: isBatched ? 'graphile-worker, batched' : 'graphile-worker',
    settings: isBatched ? 'local queue of 500, 24 at a time, completed in batches' : '4 mails and 8 webhooks at a time, 2 queues an owner',
    async setUp(url) {
      const { runMigrations, Logger } = await loadGraphile();
      await runMigrations({ connectionString: url, logger: new Logger(() => () => {}) });
    },
    async openPlanner(url) {
      const { db, close } = connect(url, { max: 2, name: 'bench', statementTimeoutMs: 120_000 });
      return {
        async plan(kind, item, { isRolledBack } = {}) {
          number += 1;
          const queue = queueOf(kind, item.owner, number);
          await db
            .transaction(async (transaction) => {
              await transaction.execute(
                sql`select graphile_worker.add_job(${kind}::text, ${JSON.stringify(item)}::json, queue_name => ${queue}::text, max_attempts => 6)`,
              );
              if (isRolledBack) transaction.rollback();
            })
            .catch((error: unknown) => {
              if (!isRolledBack) throw error;
            });
        },
        async fill({ kind, count, owner, takesMs = 0, delaySeconds = 0 }) {
          const item: Item = { name: 'filled', owner, plannedAt: 0, takesMs };
          const queue = kind === 'webhook' ? sql`${owner}::text || ':' || n % ${SLOTS_OF_OWNER}::int` : sql`null`;
          const spec = sql`${kind}::text, ${JSON.stringify(item)}::json, ${queue}, now() + ${delaySeconds}::int * interval '1 second', 6, null, null, null`;
          await db.execute(sql`select count(*) from graphile_worker.add_jobs(array(
            select row(${spec})::graphile_worker.job_spec from generate_series(1, ${count}::int) n))`);
        },
        async countWaiting() {
          const [row] = await db.execute<{ count: number }>(sql`select count(*)::int as count from graphile_worker._private_jobs`);
          return row?.count ?? 0;
        },
        clear: async () => void (await db.execute(sql`truncate graphile_worker._private_jobs, graphile_worker._private_job_queues`)),
        close,
      };
    },
    async startWorker(url, handler) {
      const { run, Logger } = await loadGraphile();
      const shared = { logger: new Logger(() => () => {}), noHandleSignals: true, pollInterval: 2_000 };
      const batches = { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 };
      const start = (kind: Kind, concurrentJobs: number) =>
        run({
          ...shared,
          preset: {
            worker: {
              connectionString: `${url}?application_name=worker`,
              concurrentJobs,
              maxPoolSize: concurrentJobs + 1,
              ...(isBatched && kind === 'mail' && batches),
            },
          },
          taskList: { [kind]: (payload: unknown) => handler(kind, payload as Item) },
        });
      await start('mail', isBatched ? 24 : MAIL_SLOTS);
      await start('webhook', WEBHOOK_SLOTS);
    },
  };
}
