// spec s14-http.1 | S14 1 | The HTTP layer beside peers that answer the same JSON from the same database: P1 to P4, lists of who is signed in, and
//   bookings, each in a fixed number of rounds | bench/http/ratios.ts, bench/http/calls.ts
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { freePort } from '#tests/support/server.ts';
import { bundle } from './bundle.ts';
import { BOOKING_CONTENDERS, BOOKING_GOAL, prepareBookings } from './http/bookings.ts';
import { type Call, type Contender, callsOf, hasGoal, type ServerName } from './http/calls.ts';
import { postmasterOf } from './http/cpu.ts';
import { differenceOf } from './http/difference.ts';
import { createMeter, type Meter, readJson, toText } from './http/meter.ts';
import { pinProcesses, type Server, startLoad, startServer } from './http/processes.ts';
import { connectProfiler, linesOfProfile, summarise } from './http/profile.ts';
import { exitCodeOf, judge, runRounds, type Verdict } from './http/ratios.ts';
import { lineOf, linesOf, type Measured, tablesOf } from './http/report.ts';
import { startBench } from './rest/cases.ts';
import { describeMachine, writeSection } from './results.ts';

const NAMES: readonly ServerName[] = ['product', 'bare', 'fastify', 'express'];
const PROGRAMS = ['http/product', 'http/load', 'peers/bare', 'peers/fastify', 'peers/express'];
/** The product does not start without its pages, though none is asked for. */
const CLIENT = 'dist/client';
const CONNECTIONS = 16;
const ROUND_MS = 400;
const FIRST_REQUESTS = 400;
const MIN_REQUESTS = 100;
const PROFILED_REQUESTS = 1500;
const WARM_UP_ROUNDS = 2;
const BOOKINGS_A_ROUND = 200;
/** V8 compiles what a booking runs during the first two thousand. The other calls are asked more often than that in two rounds. */
const BOOKING_WARM_UP_ROUNDS = 12;
const BOOKINGS = 'a booking';

type Bookings = Awaited<ReturnType<typeof prepareBookings>>;
type Profiler = Awaited<ReturnType<typeof connectProfiler>>;
type Servers = Readonly<Record<ServerName, Server>>;
type Tokens = Readonly<Record<'student' | 'tutor', string>>;
type Bench = { servers: Servers; tokens: Tokens; meter: Meter; rounds: number };

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { tutors, rounds, only, write, isProfile } = readOptions();
  if (!existsSync(CLIENT)) throw new Error(`${CLIENT} is not there: run npm run build first`);
  const bundled = await bundle('bench-http', PROGRAMS);
  const setup = await startBench(tutors);
  const sql = postgres(setup.url, { max: 1, onnotice: () => {} });
  const stops: (() => Promise<void>)[] = [setup.stop, () => sql.end()];
  try {
    const started: Server[] = [];
    const inspector = isProfile ? await freePort() : null;
    for (const name of NAMES) {
      const flags = name === 'product' && inspector !== null ? [`--inspect=127.0.0.1:${inspector}`] : [];
      const server = await startServer(bundled, { name, databaseUrl: setup.url, folder: setup.folder, flags });
      stops.push(server.stop);
      started.push(server);
    }
    const load = startLoad(bundled);
    stops.push(load.stop);
    // One of each name was started.
    const servers = Object.fromEntries(started.map((server) => [server.name, server])) as Servers;
    const [server] = await sql<{ pid: number; version: string }[]>`select pg_backend_pid() as pid, current_setting('server_version') as version`;
    const postmaster = server ? postmasterOf(server.pid) : null;
    const pinned = pinProcesses({ servers: started, postmaster, load: load.pid });
    const machine = describeMachine(server?.version ?? 'unknown');
    print(machine);
    print(`${tutors} tutors, ${CONNECTIONS} connections, ${rounds} rounds of about ${ROUND_MS} ms in turn; ${pinned}`);
    if (postmaster === null) print('The processor time of PostgreSQL is left out: its processes cannot be read here.');

    const tokens = { student: setup.token, tutor: setup.tokenOfTutor };
    const bench: Bench = { servers, tokens, meter: createMeter({ load, postmaster, connections: CONNECTIONS }), rounds };
    const calls = callsOf(setup.cases, setup.tutorId);
    const isChosen = (index: number) => only.length === 0 || only.includes(index + 1);
    const chosen = calls.filter((_, index) => isChosen(index));
    for (const call of chosen) await compare(call, bench);
    const bookings = isChosen(calls.length) ? await prepareBookings({ databaseUrl: setup.url, sql, servers, requests: BOOKINGS_A_ROUND }) : null;
    await bookings?.compare();
    if (inspector !== null) {
      await printProfiles(await connectProfiler(inspector), bench, { calls: chosen, bookings });
      return;
    }

    const measured: Measured[] = [];
    const add = (one: Measured) => {
      measured.push(one);
      for (const line of linesOf(one)) print(line);
    };
    for (const call of chosen) add(await measure(call, bench));
    if (bookings) add(await measureBookings(bookings, bench));
    const verdicts: Verdict[] = measured.flatMap(({ call, goals, rounds }) => goals.filter(hasGoal).map((goal) => judge(call, goal, rounds)));
    for (const verdict of verdicts) print(lineOf(verdict));
    const missed = verdicts.filter(({ isReached }) => !isReached).length;
    print(missed === 0 ? 'Every goal is reached.' : `${missed} goals are missed.`);
    if (write)
      writeSection(
        'HTTP',
        [machine, `${tutors} tutors, ${CONNECTIONS} connections, ${rounds} rounds; ${pinned}.`, tablesOf(measured, verdicts)].join('\n\n'),
      );
    process.exitCode = exitCodeOf(verdicts);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

type Profiled = { calls: readonly Call[]; bookings: Bookings | null };

/** Where the time of the product goes, call by call, instead of the rounds. */
async function printProfiles(profiler: Profiler, { servers, tokens, meter }: Bench, { calls, bookings }: Profiled): Promise<void> {
  const show = async (name: string, times: number, work: () => Promise<unknown>) => {
    await work();
    print(`\n${name}\n${linesOfProfile(summarise(await profiler.profile(work)), times).join('\n')}`);
  };
  for (const { name, contenders } of calls) {
    for (const { path, name: of, caller } of contenders.filter(({ server }) => server === 'product')) {
      const requests = Array.from({ length: PROFILED_REQUESTS }, () => toText({ path, token: caller && tokens[caller] }));
      await show(`${name}: ${of}`, requests.length, () => meter(servers.product, requests));
    }
  }
  if (bookings) {
    const measure = () => bookings.measure(meter, BOOKING_GOAL.of);
    for (let round = 1; round < BOOKING_WARM_UP_ROUNDS; round += 1) await measure();
    await show(`${BOOKINGS}: ${BOOKING_GOAL.of}`, BOOKINGS_A_ROUND, measure);
  }
  profiler.close();
}

/** Nothing is timed before all who answer in one shape have answered the same. */
async function compare({ name, contenders }: Call, { servers, tokens }: Bench): Promise<void> {
  const first = new Map<string, { of: string; json: unknown }>();
  for (const { name: of, server, path, shape, caller } of contenders) {
    const json = await readJson(servers[server], { path, token: caller && tokens[caller] });
    const other = first.get(shape);
    if (!other) first.set(shape, { of, json });
    const difference = other ? differenceOf(other.json, json) : null;
    if (difference !== null) throw new Error(`${name}: ${other?.of} and ${of} differ at ${difference}`);
  }
}

async function measure({ name, contenders, goals }: Call, bench: Bench): Promise<Measured> {
  const { servers, tokens, meter, rounds } = bench;
  const textOf = ({ path, caller }: Contender) => toText({ path, token: caller && tokens[caller] });
  const requests = new Map<string, string[]>();
  const bytes: Record<string, number> = {};
  const run = (contender: Contender, count: number) =>
    meter(
      servers[contender.server],
      Array.from({ length: count }, () => textOf(contender)),
    );
  for (const contender of contenders) {
    await run(contender, FIRST_REQUESTS);
    const first = await run(contender, FIRST_REQUESTS);
    bytes[contender.name] = first.bytes;
    const count = Math.max(MIN_REQUESTS, Math.ceil((FIRST_REQUESTS * ROUND_MS) / first.ms));
    requests.set(
      contender.name,
      Array.from({ length: count }, () => textOf(contender)),
    );
  }
  const names = contenders.map((contender) => contender.name);
  const serverOf = new Map(contenders.map((contender) => [contender.name, servers[contender.server]]));
  const side = (contender: string) => {
    const server = serverOf.get(contender);
    if (!server) throw new Error(`nobody is called ${contender}`);
    return meter(server, requests.get(contender) ?? []);
  };
  await runRounds(WARM_UP_ROUNDS, names, side);
  return { call: name, contenders: names, goals, bytes, rounds: await runRounds(rounds, names, side) };
}

async function measureBookings({ measure }: Bookings, { meter, rounds }: Bench): Promise<Measured> {
  const bytes: Record<string, number> = {};
  const side = async (contender: string) => {
    const measured = await measure(meter, contender);
    bytes[contender] = measured.bytes;
    return measured;
  };
  await runRounds(BOOKING_WARM_UP_ROUNDS, BOOKING_CONTENDERS, side);
  return { call: BOOKINGS, contenders: BOOKING_CONTENDERS, goals: [BOOKING_GOAL], bytes, rounds: await runRounds(rounds, BOOKING_CONTENDERS, side) };
}

function readOptions() {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({ options: { tutors: text, rounds: text, only: text, write: flag, profile: flag } });
  const toCount = (value: string | undefined, defaultValue: number) => {
    const count = Number(value ?? defaultValue);
    if (!Number.isInteger(count) || count < 1)
      throw new Error('npm run bench:http -- [--tutors 10000] [--rounds 15] [--only 1,2] [--write] [--profile]');
    return count;
  };
  return {
    tutors: toCount(values.tutors, 10_000),
    rounds: toCount(values.rounds, 15),
    only: (values.only?.split(',') ?? []).map((number) => toCount(number, 0)),
    write: values.write,
    isProfile: values.profile,
  };
}

await main();
