import { graphileQueue } from './graphile.ts';
import { ownQueue } from './own.ts';
import { pgBossQueue } from './pg-boss.ts';
import type { Queue } from './queue.ts';

export const QUEUES = {
  own: ownQueue({ isFair: true }),
  before: ownQueue({ isFair: false }),
  boss: pgBossQueue({ groups: 'node' }),
  bossByDatabase: pgBossQueue({ groups: 'database' }),
  graphile: graphileQueue({ isBatched: false }),
  graphileBatched: graphileQueue({ isBatched: true }),
} satisfies Record<string, Queue>;

export type QueueName = keyof typeof QUEUES;
