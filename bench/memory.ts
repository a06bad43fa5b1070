// spec s14-http.2 | S14 5 | The built server in one process: at most 110 MB idle, 180 MB after 50,000 mixed requests, and 15 KB for a WebSocket
//   | bench/memory/sockets.ts
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from '#db/client.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { aStudent } from '#tests/support/factories.ts';
import { startServer } from '#tests/support/server.ts';
import { bundle } from './bundle.ts';
import { canReadProcesses, residentOf } from './http/cpu.ts';
import { toText } from './http/meter.ts';
import { startLoad } from './http/processes.ts';
import { exitCodeOf } from './http/ratios.ts';
import { measureSockets } from './memory/sockets.ts';
import { startBench } from './rest/cases.ts';
import { describeMachine, writeSection } from './results.ts';

/** Megabytes, and kilobytes per socket. */
const GOALS = { idle: 110, loaded: 180, socket: 15 };
const CONNECTIONS = 16;
const FIRST_MS = 20_000;
const SETTLE_MS = 5_000;
const SHOWN_LINES = 50;
/** One client sends all of them. */
const LIMITS = { RATE_LIMITS: 'read=9999999/1' };
const PAGES = ['/', '/tutors', '/login'];

/** `isReached` is true, and `verdict` empty, where there is no goal. */
type Figure = { name: string; text: string; goal: string; isReached: boolean; verdict: string };

const print = (line: string) => void process.stdout.write(`${line}\n`);
const toFigure = (name: string, value: number, { most, unit }: { most: number | null; unit: string }): Figure => ({
  name,
  text: `${value.toFixed(unit === 'kB' ? 1 : 0)} ${unit}`,
  goal: most === null ? 'none' : `at most ${most} ${unit}`,
  isReached: most === null || value <= most,
  verdict: most === null ? '' : value <= most ? 'ok' : 'FAILED',
});

/** What the built server occupies as production starts it, in one process. */
async function main(): Promise<void> {
  const { requests, seconds, sockets, write } = readOptions();
  if (!canReadProcesses) throw new Error('The memory of a process is read from /proc, which this system has not.');
  const bundled = await bundle('bench-memory', ['http/load']);
  const setup = await startBench(2000);
  const stops: (() => Promise<unknown>)[] = [setup.stop];
  try {
    const { db, sql, close } = connect(setup.url, { max: 2 });
    stops.push(close);
    const [version] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
    const machine = describeMachine(version?.version ?? 'unknown');
    const figures = await measureRequests({ bundled, setup, requests, seconds });
    const sessions = createSessions(db);
    const tokens: string[] = [];
    for (let index = 0; index < sockets; index += 1)
      tokens.push(await sessions.createSession((await aStudent(db)).id, { isRemembered: true, origin: 'password', userAgent: '' }));
    const perSocket = await measureSockets({ databaseUrl: setup.url, folder: setup.folder, tokens });
    figures.push(toFigure(`a WebSocket, of ${sockets}`, perSocket, { most: GOALS.socket, unit: 'kB' }));

    print(machine);
    for (const { name, text, goal, verdict } of figures) print(`${verdict.padEnd(6)} ${name.padEnd(48)} ${text} (goal: ${goal})`);
    const rows = figures.map(({ name, text, goal, verdict }) => `| ${name} | ${text} | ${goal} | ${verdict} |`);
    const table = ['| resident memory of the server | measured | goal | |', '| --- | --- | --- | --- |', ...rows].join('\n');
    if (write) writeSection('Memory', `${machine}\n\n${table}`);
    const missed = figures.filter(({ isReached }) => !isReached).length;
    print(missed === 0 ? 'Every goal is reached.' : `${missed} goals are missed.`);
    process.exitCode = exitCodeOf(figures);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

type Setup = Awaited<ReturnType<typeof startBench>>;
type Options = { bundled: string; setup: Setup; requests: number; seconds: number };

async function measureRequests({ bundled, setup, requests, seconds }: Options): Promise<Figure[]> {
  const start = () => startServer({ databaseUrl: setup.url, env: { DATA_DIR: setup.folder, ...LIMITS }, mostLines: SHOWN_LINES });
  // The first one does what is due in data that were made for measuring.
  const first = await start();
  await pause(FIRST_MS);
  await first.stop();
  const server = await start();
  const load = startLoad(bundled);
  try {
    const resident = () => residentOf(server.process.pid ?? 0);
    await pause(SETTLE_MS);
    const started = resident();
    // V8 gives back what starting has left once a process has had nothing to do for half a minute.
    await pause(seconds * 1000);
    const idle = resident();
    const own = setup.cases.flatMap(({ rest, trpc }) => [rest, trpc]);
    const visited = [...PAGES, `/tutors/${setup.tutorId}`];
    const mixed = [...own.map((path) => toText({ path, token: setup.token })), ...visited.map((path) => toText({ path, token: null }))];
    const texts = Array.from({ length: requests }, (_, index) => mixed[index % mixed.length] ?? '');
    const { failed, lastBody } = await load.run({ url: server.url, requests: texts, connections: CONNECTIONS });
    if (failed > 0) throw new Error(`${failed} requests were refused: ${lastBody.slice(0, 600)}`);
    const loaded = resident();
    await pause(seconds * 1000);
    return [
      toFigure('right after the start', started, { most: null, unit: 'MB' }),
      toFigure(`idle, ${seconds} s later`, idle, { most: GOALS.idle, unit: 'MB' }),
      toFigure(`after ${requests.toLocaleString('en')} mixed requests`, loaded, { most: GOALS.loaded, unit: 'MB' }),
      toFigure(`${seconds} s after them`, resident(), { most: null, unit: 'MB' }),
    ];
  } finally {
    await load.stop();
    await server.stop();
  }
}

function readOptions() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { requests: text, seconds: text, sockets: text, write: { type: 'boolean', default: false } } });
  const toCount = (value: string | undefined, defaultValue: number) => {
    const count = Number(value ?? defaultValue);
    if (Number.isInteger(count) && count >= 1) return count;
    throw new Error('npm run bench:memory -- [--requests 50000] [--seconds 60] [--sockets 1000] [--write]');
  };
  return {
    requests: toCount(values.requests, 50_000),
    seconds: toCount(values.seconds, 60),
    sockets: toCount(values.sockets, 1000),
    write: values.write,
  };
}

await main();
