import type { Ctx } from './context.ts';
import { type Delivery, deliver } from './deliver.ts';
import { getSqlState } from './errors.ts';
import type { DomainEvent, EventRecorder, ProjectionContext, Projector } from './events.ts';
import { observeSecurity, toSecurityEntry } from './security-log.ts';

export type Unit<C extends Ctx> = Omit<C, 'begin' | 'projectors'> & EventRecorder;

const MAX_ROUNDS = 10;
/** Deadlock, serialization failure, and foreign key violation, which means that an account was deleted between two statements. */
const RETRYABLE_STATES = ['40P01', '40001', '23503'];

/** Writes, projects and delivers in one transaction. `work` may run twice, so it touches nothing but the database. */
export async function inUnitOfWork<C extends Ctx, T>(ctx: C, work: (unit: Unit<C>) => Promise<T>): Promise<T> {
  let recorded: DomainEvent[] = [];
  let topics: readonly string[] = [];
  const attempt = () =>
    ctx.begin(async (db, last) => {
      recorded = [];
      const result = await work({ ...ctx, db, record: (event) => void recorded.push(event) });
      topics = await deliver(db, await project({ db, now: ctx.now, platform: ctx.platform }, ctx.projectors, recorded), last);
      return result;
    });
  const committed = attempt().catch((error: unknown) => {
    if (RETRYABLE_STATES.includes(getSqlState(error) ?? '')) return attempt();
    throw error;
  });
  // Before this request is answered: the next request may come sooner than the notification of PostgreSQL. Also after an error, because a
  // lost connection leaves open whether the transaction was committed.
  const result = await committed.finally(() => ctx.onDelivered(topics));
  for (const entry of recorded.map(toSecurityEntry)) if (entry) observeSecurity(ctx, entry);
  return result;
}

/** For projectors that do not read what the others write: their first statements are sent in one packet. */
export const concurrently =
  (...projectors: readonly Projector[]): Projector =>
  async (context, events) => {
    // Waits for all: when one has failed, none may still be using the transaction.
    const outcomes = await Promise.allSettled(projectors.map((projector) => projector(context, events)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  };

async function project(
  base: Pick<ProjectionContext, 'db' | 'now' | 'platform'>,
  projectors: readonly Projector[],
  recorded: DomainEvent[],
): Promise<Delivery[]> {
  const deliveries: Delivery[] = [];
  for (let batch = recorded, round = 0; batch.length > 0; round += 1) {
    if (round === MAX_ROUNDS) throw new Error('events chase each other');
    const next: DomainEvent[] = [];
    const context: ProjectionContext = {
      ...base,
      record: (event) => void next.push(event),
      deliver: (delivery) => void deliveries.push(delivery),
    };
    for (const projector of projectors) await projector(context, batch);
    batch = next;
  }
  return deliveries;
}
