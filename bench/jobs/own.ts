import { sql } from 'drizzle-orm';
import { connect } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { jobs } from '#db/schema/jobs.ts';
import { createHub } from '#server/core/hub.ts';
import type { PlannedJob } from '#server/core/job-kinds.ts';
import { enqueue, type JobHandlers } from '#server/core/jobs.ts';
import { NOTIFY_CHANNEL } from '#server/core/notifier.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { IS_WEBHOOK, startJobRunner, startJobRunners } from '#server/infra/job-runner.ts';
import { contextAs } from '#tests/support/callers.ts';
import type { Item, Kind, Queue } from './queue.ts';

/** The item of the bench is passed as a text parameter of two job kinds. */
const toJob = (kind: Kind, item: Item): PlannedJob =>
  kind === 'webhook'
    ? { kind: 'webhook.send', params: { deliveryId: JSON.stringify(item), isReplay: false }, ownerId: item.owner }
    : { kind: 'mail.send', params: { mail: 'account_closed', name: JSON.stringify(item), to: '' } };

class RolledBack extends Error {}

export function ownQueue({ isFair }: { isFair: boolean }): Queue {
  return {
    name: isFair ? 'own' : 'own, before',
    settings: isFair ? '4 mails and 8 webhooks at a time, 2 of one owner' : 'without a limit for one owner',
    setUp: (url) => migrate(url, 'drizzle'),
    async openPlanner(url) {
      const { db, close } = connect(url, { max: 2, name: 'bench' });
      const now = () => new Date();
      return {
        async plan(kind, item, { isRolledBack } = {}) {
          const work = inUnitOfWork(contextAs({ db }, null, { now }), async (unit) => {
            enqueue(unit, toJob(kind, item));
            if (isRolledBack) throw new RolledBack();
          });
          await work.catch((error: unknown) => {
            if (!(error instanceof RolledBack)) throw error;
          });
        },
        async fill({ kind, count, owner, takesMs = 0, delaySeconds = 0 }) {
          const { kind: stored, params } = toJob(kind, { name: 'filled', owner, plannedAt: 0, takesMs });
          await db.execute(sql`insert into jobs (id, kind, params, owner_id, due_at)
            select gen_random_uuid(), ${stored}, ${JSON.stringify(params)}::jsonb, ${owner}::uuid,
              now() + ${delaySeconds}::int * interval '1 second' + n * interval '1 microsecond' from generate_series(1, ${count}::int) n`);
        },
        countWaiting: () => db.$count(jobs),
        clear: async () => void (await db.execute(sql`truncate jobs`)),
        close,
      };
    },
    async startWorker(url, handler) {
      const { db, sql: client } = connect(url, { name: 'worker' });
      const hub = await createHub({
        listen: async (onNotify, onListen) => (await client.listen(NOTIFY_CHANNEL, onNotify, onListen)).unlisten,
        readInboxes: async () => [],
        readAnnouncements: async () => [],
        findLiveSessions: async () => new Set(),
        onError: () => {},
      });
      const none = async () => {};
      const handlers: JobHandlers = {
        'mail.send': (_, params) => handler('mail', JSON.parse('name' in params ? params.name : '')),
        'webhook.send': (_, { deliveryId }) => handler('webhook', JSON.parse(deliveryId)),
        'photo.copy': none,
        'upload.sweep': none,
        'files.remove': none,
        'booking.unanswered': none,
        'booking.over': none,
        'booking.remind': none,
        'proposal.lapse': none,
        'listing.refresh': none,
        'searches.check': none,
        'push.send': none,
        'archive.make': none,
        'archive.expire': none,
      };
      const context = contextAs({ db }, null, { now: () => new Date() });
      const log = { warn: console.error, error: console.error };
      const parts = { db, hub, handlers, context: () => context, now: () => new Date(), log, sweep: async () => true };
      if (isFair) return void startJobRunners(parts);
      startJobRunner({ ...parts, where: sql`not ${IS_WEBHOOK}` });
      startJobRunner({ ...parts, where: IS_WEBHOOK, concurrency: 8 });
    },
  };
}
