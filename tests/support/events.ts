import { expect } from 'vitest';
import type { Db } from '#db/client.ts';
import { type Caller, createCaller } from '#server/api/router.ts';
import type { DomainEvent } from '#server/core/events.ts';
import { NOTIFY_CHANNEL } from '#server/core/notifier.ts';
import { type CallerOptions, contextAs, notifierOf } from './callers.ts';
import type { TestDatabase } from './database.ts';
import type { User } from './factories.ts';

export function callerWithEvents(database: { db: Db }, person: User | null, options: CallerOptions = {}): { caller: Caller; events: DomainEvent[] } {
  const events: DomainEvent[] = [];
  const ctx = contextAs(database, person, options);
  const collect = async (_: unknown, batch: readonly DomainEvent[]) => void events.push(...batch);
  return { caller: createCaller({ ...ctx, projectors: [...ctx.projectors, collect] }), events };
}

export async function collectEvents({ sql, db }: TestDatabase, work: () => Promise<unknown>): Promise<string[]> {
  const names: string[] = [];
  const { unlisten } = await sql.listen(NOTIFY_CHANNEL, (payload) => void names.push(...payload.split(' ')));
  await work();
  await notifierOf(db).close();
  await sql`select pg_notify(${NOTIFY_CHANNEL}, 'end')`;
  await expect.poll(() => names).toContain('end');
  await unlisten();
  return names.filter((name) => name !== 'end');
}
