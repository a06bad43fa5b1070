import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from 'postgres';
import type { OwnPostgres } from '#tests/support/faults/own-postgres.ts';
import type { Chooser } from './chooser.ts';
import type { Record } from './record.ts';

export type FaultName = 'a server process killed' | 'PostgreSQL killed' | 'PostgreSQL stopped and started' | 'a table locked for three seconds';
/** `standstills`: milliseconds from the beginning of each to the next request that succeeds. */
export type Faults = { counts: { [N in FaultName]: number }; standstills: number[] };
/** `sparesOldest`: one process lives through it all, so that its memory can be compared with itself. */
export type FaultPlan = { everyMs: number; sparesOldest: boolean };
type Surroundings = { postgres: OwnPostgres; sql: Sql; leader: number; record: Record; isOver: () => boolean; report: (line: string) => void };

const KINDS: readonly FaultName[] = [
  'a server process killed',
  'a server process killed',
  'a server process killed',
  'PostgreSQL killed',
  'PostgreSQL stopped and started',
  'a table locked for three seconds',
];

export async function makeFaults(choose: Chooser, { everyMs, sparesOldest }: FaultPlan, surroundings: Surroundings): Promise<Faults> {
  const { postgres, sql, leader, record, isOver, report } = surroundings;
  const makers: { [N in FaultName]: () => unknown } = {
    'a server process killed': () => killWorker(leader, sparesOldest ? 1 : choose.below(2)),
    'PostgreSQL killed': () => postgres.crash(),
    'PostgreSQL stopped and started': async () => {
      await postgres.stop('orderly');
      await pause(1000);
      await postgres.start();
    },
    'a table locked for three seconds': () => lockBookings(sql),
  };
  const counts = { 'a server process killed': 0, 'PostgreSQL killed': 0, 'PostgreSQL stopped and started': 0, 'a table locked for three seconds': 0 };
  const standstills: number[] = [];
  for (let next = performance.now() + everyMs; !isOver(); await pause(50)) {
    if (performance.now() < next) continue;
    const name = choose.oneOf(KINDS);
    const from = performance.now();
    await makers[name]();
    await postgres.untilReady();
    while (record.answeredAt < from && !isOver()) await pause(10);
    counts[name] += 1;
    const standstill = Math.round(record.answeredAt - from);
    if (standstill < 0) break;
    standstills.push(standstill);
    report(`${name} after ${record.operations} operations, the next answer after ${standstill} ms`);
    next = performance.now() + everyMs;
  }
  return { counts, standstills };
}

/** From the oldest to the youngest. */
export function workersOf(leader: number): number[] {
  return readFileSync(`/proc/${leader}/task/${leader}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

function killWorker(leader: number, index: number): void {
  const pid = workersOf(leader)[index];
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
}

/** As a migration or a forgotten session does: everything about bookings waits. */
async function lockBookings(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`lock table bookings in access exclusive mode`;
    await tx`select pg_sleep(3)`;
  });
}
