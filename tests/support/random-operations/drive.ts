import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { connect } from '#db/client.ts';
import { HOUR } from '#tests/support/factories.ts';
import { launchOwnPostgres, type OwnPostgres } from '#tests/support/faults/own-postgres.ts';
import { UNREACHED_LIMITS } from '#tests/support/faults/server-limits.ts';
import { type ServerProcess, startServer } from '#tests/support/server.ts';
import type { World } from './calls.ts';
import { type Chooser, chooser } from './chooser.ts';
import { type FaultPlan, type Faults, makeFaults } from './faults.ts';
import { findBrokenRules } from './invariants.ts';
import { findLostWrites } from './lost-writes.ts';
import { studentStep, tutorStep } from './operations.ts';
import { createPeople, type People } from './people.ts';
import { createRecord, type Record } from './record.ts';
import { findStreamProblems, holdStream } from './streams.ts';

const STUDENTS = 14;
const TEACHERS = 6;
/** Who hold a stream of their events, of the students and of the tutors. */
const STREAMS = { students: 5, teachers: 3 };
/** The rules are looked at this often, and once in the end. */
const CHECKS = 5;
const MAX_LINES = 1000;

export type Drive = {
  seed: string;
  operations: number;
  faults?: FaultPlan;
  seconds?: number;
  perSecond?: number;
  /** One in so many operations signs in with the password, and out again. */
  signInEvery?: number;
  /** Of the server's processes. */
  env?: NodeJS.ProcessEnv;
  /** Where the server finds PostgreSQL, and by which variables, if not directly. */
  through?: (url: string) => Promise<{ url: string; env: NodeJS.ProcessEnv }>;
  watch?: Watch;
  report?: (line: string) => void;
};
/** Called before anybody asks; what it returns is called before the servers are stopped, when nobody asks any more. */
type Watch = (running: { leader: number; sql: Sql; port: number }) => Promise<() => Promise<void>>;
export type Driven = { record: Record; faults: Faults; events: number; seconds: number; problems: string[] };

/** Twenty people use two server processes, which are killed at random, as is PostgreSQL. `problems` is empty if all invariants hold. */
export async function drive(options: Drive): Promise<Driven> {
  const postgres = await launchOwnPostgres();
  const connection = connect(postgres.url, { max: 8, statementTimeoutMs: 120_000, name: 'driver' });
  await connection.sql.file('tests/support/random-operations/lives.sql').simple();
  const people = await createPeople(connection.db, { students: STUDENTS, teachers: TEACHERS });
  const reached = (await options.through?.(postgres.url)) ?? { url: postgres.url, env: {} };
  const server = await startServer({
    databaseUrl: reached.url,
    env: { WEB_CONCURRENCY: '2', RATE_LIMITS: UNREACHED_LIMITS, LOG_LEVEL: 'info', ...reached.env, ...options.env },
    mostLines: MAX_LINES,
  });
  try {
    return await driveOn({ postgres, sql: connection.sql, people, server }, options);
  } finally {
    await server.stop();
    await connection.close();
    await postgres.close();
  }
}

type Running = { postgres: OwnPostgres; sql: Sql; people: People; server: ServerProcess };

async function driveOn({ postgres, sql, people, server }: Running, options: Drive): Promise<Driven> {
  const { operations, seconds = Infinity, report = () => {}, watch } = options;
  const { faults = { everyMs: Infinity, sparesOldest: false }, signInEvery = 500 } = options;
  const leader = server.process.pid ?? 0;
  const record = createRecord();
  const world: World = { url: server.url, sql, people, record, firstMonday: firstMonday(), signInEvery };
  const endWatch = await watch?.({ leader, sql, port: Number(new URL(server.url).port) });
  const streams = await Promise.all(listHolders(people).map((person) => holdStream(server.url, person)));

  const started = performance.now();
  const isOver = () => record.operations >= operations || performance.now() - started > seconds * 1000;
  const living = liveAll(world, { ...options, started, isOver });
  const faulting = makeFaults(chooser(options.seed, 'faults'), faults, { postgres, sql, leader, record, isOver, report });
  for (let check = 1; check < CHECKS && !isOver(); check += 1) {
    while (!isOver() && record.operations < (check * operations) / CHECKS) await pause(100);
    await whileReachable(async () => record.problems.push(...(await findBrokenRules(sql))), isOver);
  }
  await living;
  const made = await faulting;
  const took = (performance.now() - started) / 1000;
  await postgres.untilReady();

  const problems = [
    ...record.problems,
    ...(record.hangs > 0 ? [`${record.hangs} requests hang`] : []),
    ...(await findStreamProblems(sql, streams)),
    ...(await findBrokenRules(sql)),
    ...(await findLostWrites(sql, record)),
  ];
  for (const { close } of streams) await close();
  for (const { client } of [...people.students, ...people.teachers]) client.close();
  await endWatch?.();
  return { record, faults: made, events: streams.reduce((sum, { received }) => sum + received.length, 0), seconds: took, problems };
}

type Life = Pick<Drive, 'seed' | 'perSecond'> & { started: number; isOver: () => boolean };

async function liveAll(world: World, { seed, perSecond = Infinity, started, isOver }: Life): Promise<void> {
  const { record, people } = world;
  async function live(name: string, step: (choose: Chooser, mark: string) => Promise<void>): Promise<void> {
    const choose = chooser(seed, name);
    for (let index = 0; !isOver(); index += 1) {
      while (performance.now() - started < (record.operations / perSecond) * 1000) await pause(5);
      record.operations += 1;
      await step(choose, markOf(`${seed} ${name} ${index}`)).catch((error: unknown) => noteMistake(record, error));
    }
  }
  await Promise.all([
    ...people.students.map((student, index) => live(`student ${index}`, (choose, mark) => studentStep(world, student, choose, mark))),
    ...people.teachers.map((teacher, index) => live(`tutor ${index}`, (choose, mark) => tutorStep(world, teacher, choose, mark))),
  ]);
}

function listHolders({ students, teachers }: People) {
  return [...students.slice(0, STREAMS.students), ...teachers.slice(0, STREAMS.teachers)];
}

/** What an actor reads from the database directly fails while PostgreSQL is away; other errors are mistakes of this driver. */
function noteMistake(record: Record, error: unknown): void {
  const isMistake = error instanceof TypeError || error instanceof SyntaxError || error instanceof ReferenceError;
  if (isMistake) record.problems.push(`${error.stack}`);
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
