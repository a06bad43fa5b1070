import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { connect } from '#db/client.ts';
import { HOUR } from '#tests/support/factories.ts';
import { launchOwnPostgres, type OwnPostgres } from '#tests/support/faults/own-postgres.ts';
import { UNREACHED_LIMITS } from '#tests/support/faults/server-limits.ts';
import { startServer } from '#tests/support/server.ts';
import { chooser } from './chooser.ts';
import { findBrokenRules, findLostWrites } from './invariants.ts';
import { studentStep, tutorStep, type World } from './operations.ts';
import { createPeople } from './people.ts';
import { createRecord, type Record } from './record.ts';

const STUDENTS = 14;
const TEACHERS = 6;
/** The rules are looked at this often, and once in the end. */
const CHECKS = 5;

export type Drive = {
  seed: string;
  operations: number;
  faultEveryMs: number;
  seconds?: number;
  perSecond?: number;
  watch?: Watch;
  report?: (line: string) => void;
};
/** Called once the servers run; what it returns is called before they are stopped, when nobody asks any more. */
type Watch = (running: { leader: number; sql: Sql; url: string }) => () => Promise<void>;
export type Driven = { record: Record; faults: { [name: string]: number }; seconds: number; problems: string[] };

/** Twenty people use two server processes, which are killed at random, and so is PostgreSQL; `problems` is empty when all is as it must be. */
export async function drive({
  seed,
  operations,
  faultEveryMs,
  seconds = Infinity,
  perSecond = Infinity,
  watch,
  report = () => {},
}: Drive): Promise<Driven> {
  const postgres = await launchOwnPostgres();
  const connection = connect(postgres.url, { max: 8, statementTimeoutMs: 120_000, name: 'driver' });
  await connection.sql.file('tests/support/random-operations/lives.sql').simple();
  const people = await createPeople(connection.db, { students: STUDENTS, teachers: TEACHERS });
  const server = await startServer({ databaseUrl: postgres.url, env: { WEB_CONCURRENCY: '2', RATE_LIMITS: UNREACHED_LIMITS, LOG_LEVEL: 'info' } });
  const record = createRecord();
  const world: World = { url: server.url, sql: connection.sql, people, record, firstMonday: firstMonday() };
  const started = performance.now();
  const isOver = () => record.operations >= operations || performance.now() - started > seconds * 1000;

  const actors = [
    ...people.students.map((student, index) => live(`student ${index}`, (choose, mark) => studentStep(world, student, choose, mark))),
    ...people.teachers.map((teacher, index) => live(`tutor ${index}`, (choose, mark) => tutorStep(world, teacher, choose, mark))),
  ];
  async function live(name: string, step: (choose: ReturnType<typeof chooser>, mark: string) => Promise<void>): Promise<void> {
    const choose = chooser(seed, name);
    for (let index = 0; !isOver(); index += 1) {
      while (performance.now() - started < (record.operations / perSecond) * 1000) await pause(5);
      record.operations += 1;
      await step(choose, markOf(`${seed} ${name} ${index}`));
    }
  }
  const endWatch = watch?.({ leader: server.process.pid ?? 0, sql: connection.sql, url: server.url });
  const living = Promise.all(actors);
  const faulting = makeFaults({
    seed,
    faultEveryMs,
    isOver,
    postgres,
    sql: connection.sql,
    leader: server.process.pid ?? 0,
    report: (name) => report(`${name} after ${record.operations} operations`),
  });
  for (let check = 1; check < CHECKS && !isOver(); check += 1) {
    while (!isOver() && record.operations < (check * operations) / CHECKS) await pause(100);
    await whileReachable(async () => record.problems.push(...(await findBrokenRules(connection.sql))), isOver);
  }
  await living;
  const faults = await faulting;
  const took = (performance.now() - started) / 1000;
  await postgres.untilReady();
  await endWatch?.();
  if (record.hangs > 0) record.problems.push(`${record.hangs} requests hang`);
  const problems = [...record.problems, ...(await findBrokenRules(connection.sql)), ...(await findLostWrites(connection.sql, record))];
  await server.stop();
  await connection.close();
  await postgres.close();
  return { record, faults, seconds: took, problems };
}

type Faults = {
  seed: string;
  faultEveryMs: number;
  isOver: () => boolean;
  postgres: OwnPostgres;
  sql: Sql;
  leader: number;
  report: (name: string) => void;
};

async function makeFaults({ seed, faultEveryMs, isOver, postgres, sql, leader, report }: Faults): Promise<Driven['faults']> {
  const choose = chooser(seed, 'faults');
  const faults: Driven['faults'] = {
    'a server process killed': 0,
    'PostgreSQL killed': 0,
    'PostgreSQL stopped and started': 0,
    'a table locked for three seconds': 0,
  };
  for (let next = performance.now() + faultEveryMs; !isOver(); await pause(50)) {
    if (performance.now() < next) continue;
    const kind = choose.below(6);
    const name =
      kind < 3
        ? 'a server process killed'
        : kind === 3
          ? 'PostgreSQL killed'
          : kind === 4
            ? 'PostgreSQL stopped and started'
            : 'a table locked for three seconds';
    if (kind < 3) killWorker(leader, choose.below(2));
    else if (kind === 3) postgres.crash();
    else if (kind === 5) await lockBookings(sql);
    else
      await postgres
        .stop('orderly')
        .then(() => pause(1000))
        .then(postgres.start);
    await postgres.untilReady();
    faults[name] = (faults[name] ?? 0) + 1;
    report(name);
    next = performance.now() + faultEveryMs;
  }
  return faults;
}

export function workersOf(leader: number): number[] {
  return readFileSync(`/proc/${leader}/task/${leader}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

/** As a migration or a forgotten session does: everything about bookings waits. */
async function lockBookings(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`lock table bookings in access exclusive mode`;
    await tx`select pg_sleep(3)`;
  });
}

function killWorker(leader: number, index: number): void {
  const pid = workersOf(leader)[index];
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
}

async function whileReachable(work: () => Promise<unknown>, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const isDone = await work().then(
      () => true,
      () => false,
    );
    if (isDone) return;
    await pause(200);
  }
}

/** A UUID that is always the same for the same operation. */
function markOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function firstMonday(): Date {
  const monday = new Date(Date.now() + 3 * 24 * HOUR);
  while (monday.getUTCDay() !== 1) monday.setUTCDate(monday.getUTCDate() + 1);
  monday.setUTCHours(3, 30, 0, 0);
  return monday;
}
