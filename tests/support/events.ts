import type { Db } from '#db/client.ts';
import { type Caller, createCaller } from '#server/api/router.ts';
import type { DomainEvent } from '#server/core/events.ts';
import { type CallerOptions, contextAs } from './callers.ts';
import type { User } from './factories.ts';

export function callerWithEvents(database: { db: Db }, person: User | null, options: CallerOptions = {}): { caller: Caller; events: DomainEvent[] } {
  const events: DomainEvent[] = [];
  const ctx = contextAs(database, person, options);
  const collect = async (_: unknown, batch: readonly DomainEvent[]) => void events.push(...batch);
  return { caller: createCaller({ ...ctx, projectors: [...ctx.projectors, collect] }), events };
}
