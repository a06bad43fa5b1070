import type { Ctx } from './context.ts';
import { type Delivery, deliver } from './deliver.ts';
import type { DomainEvent, EventRecorder, ProjectionContext, Projector } from './events.ts';
import { getSqlState } from './failures.ts';

/** A context inside a transaction: it records events and cannot begin another. */
export type Unit<C extends Ctx> = Omit<C, 'begin' | 'projectors'> & EventRecorder;

const MOST_ROUNDS = 10;
/** A deadlock, a conflict of two transactions, somebody who has left between two statements. */
const WORTH_REPEATING = ['40P01', '40001', '23503'];

/** Write, project, deliver in one transaction. `work` may run twice, so it touches nothing but the database. */
export async function inUnitOfWork<C extends Ctx, T>(ctx: C, work: (unit: Unit<C>) => Promise<T>): Promise<T> {
  const { begin, projectors, ...rest } = ctx;
  const once = () =>
    begin(async (db) => {
      const recorded: DomainEvent[] = [];
      const value = await work({ ...rest, db, record: (event) => void recorded.push(event) });
      await deliver(db, await project({ db, now: ctx.now, platform: ctx.platform }, projectors, recorded));
      return value;
    });
  return once().catch((error: unknown) => {
    if (WORTH_REPEATING.includes(getSqlState(error) ?? '')) return once();
    throw error;
  });
}

/** Every projector sees every batch; what projectors record is the next batch. */
async function project(
  base: Pick<ProjectionContext, 'db' | 'now' | 'platform'>,
  projectors: readonly Projector[],
  recorded: DomainEvent[],
): Promise<Delivery[]> {
  const deliveries: Delivery[] = [];
  for (let batch = recorded, round = 0; batch.length > 0; round += 1) {
    if (round === MOST_ROUNDS) throw new Error('events chase each other');
    const next: DomainEvent[] = [];
    const settling: ProjectionContext = {
      ...base,
      record: (event) => void next.push(event),
      deliver: (delivery) => void deliveries.push(delivery),
    };
    for (const projector of projectors) await projector(settling, batch);
    batch = next;
  }
  return deliveries;
}
