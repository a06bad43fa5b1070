// spec s7.2 | S7 | A REST adapter reaches at least 0.95x of the throughput of the procedure behind it | bench/rest.ts
import { parseArgs } from 'node:util';
import { buildProcesses, startLoad, startServer } from './rest/processes.ts';
import { type Case, startWorld } from './rest/world.ts';
import { median } from './search/measure.ts';

const GOAL = 0.95;
const CONNECTIONS = 8;
const ROUND_MS = 300;
const WARM_UP = 5;
const FIRST = 400;
const LONGER = 2;

/** `cpu` in microseconds a request. */
type Side = { perSecond: number; cpu: number };
type Round = { rest: Side; trpc: Side };
type Measured = { case: Case; requests: number; rounds: Round[] };

const ratioOf = ({ rounds }: Measured, what: keyof Side): number => median(rounds.map(({ rest, trpc }) => rest[what] / trpc[what]));

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** What a REST call costs beside the tRPC procedure behind it: both over HTTP, in turn, in the same process on the same data. */
async function main(): Promise<void> {
  const { tutors, rounds, only, flags } = wishOf();
  await buildProcesses();
  const world = await startWorld(tutors);
  const server = await startServer(world.url, { folder: world.folder, flags });
  const load = startLoad();
  const missed: string[] = [];
  try {
    const headers = { authorization: `Bearer ${world.token}` };
    const run = (path: string, requests: number) => load.run({ url: server.url + path, headers, requests, connections: CONNECTIONS });
    const side = async (path: string, requests: number): Promise<Side> => {
      const before = await server.cpu();
      const { ms, refused } = await run(path, requests);
      if (refused > 0) throw new Error(`${refused} of ${requests} were refused: ${path}`);
      return { perSecond: (requests / ms) * 1000, cpu: ((await server.cpu()) - before) / requests };
    };
    const round = async ({ rest, trpc }: Case, requests: number, isRestFirst: boolean): Promise<Round> => {
      const first = await side(isRestFirst ? rest : trpc, requests);
      const second = await side(isRestFirst ? trpc : rest, requests);
      return isRestFirst ? { rest: first, trpc: second } : { rest: second, trpc: first };
    };

    const all: Measured[] = [];
    const sizes: string[] = [];
    for (const one of world.cases.filter((_, nth) => only.length === 0 || only.includes(nth + 1))) {
      await run(one.rest, FIRST);
      await run(one.trpc, FIRST);
      const rest = await run(one.rest, FIRST);
      const trpc = await run(one.trpc, FIRST);
      all.push({ case: one, requests: Math.ceil((FIRST * ROUND_MS) / rest.ms), rounds: [] });
      sizes.push(`${one.name}: ${rest.bytes} and ${trpc.bytes} bytes`);
    }
    const measure = async (some: readonly Measured[], times: number) => {
      for (let nth = 0; nth < times; nth += 1) {
        for (const one of some) one.rounds.push(await round(one.case, one.requests, nth % 2 === 0));
      }
    };
    await measure(all, WARM_UP);
    for (const one of all) one.rounds.length = 0;
    await measure(all, rounds);
    // Other load makes few rounds differ: a close result is measured for longer, and all rounds count.
    await measure(
      all.filter((one) => ratioOf(one, 'perSecond') < GOAL),
      LONGER * rounds,
    );

    say(`REST beside the same procedure over tRPC: ${tutors} tutors, ${CONNECTIONS} connections, rounds of about ${ROUND_MS} ms in turn`);
    for (const line of sizes) say(`       ${line}`);
    for (const one of all) {
      const ratio = ratioOf(one, 'perSecond');
      if (ratio < GOAL) missed.push(one.case.name);
      say(
        `${ratio < GOAL ? 'FAILED' : 'ok    '} ${one.case.name.padEnd(34)} ${ratio.toFixed(2)}x the requests (goal: at least ${GOAL}x)${detailsOf(one)}`,
      );
    }
    say(missed.length === 0 ? 'Every goal is reached.' : `${missed.length} goals are missed.`);
    process.exitCode = missed.length === 0 ? 0 : 1;
  } finally {
    await load.stop();
    await server.stop();
    await world.stop();
  }
}

function detailsOf(one: Measured): string {
  const ratios = one.rounds.map(({ rest, trpc }) => rest.perSecond / trpc.perSecond).sort((a, b) => a - b);
  const middle = (which: keyof Round, what: keyof Side) => median(one.rounds.map((round) => round[which][what])).toFixed(0);
  return [
    `, ${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)} in ${ratios.length} rounds`,
    `; ${middle('rest', 'perSecond')} and ${middle('trpc', 'perSecond')} a second`,
    `; ${middle('rest', 'cpu')} and ${middle('trpc', 'cpu')} µs of processor time each, ${ratioOf(one, 'cpu').toFixed(2)}x`,
  ].join('');
}

function wishOf() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { tutors: text, rounds: text, only: text, profile: { type: 'boolean' } } });
  const whole = (value: string | undefined, usual: number) => {
    const count = Number(value ?? usual);
    if (!Number.isInteger(count) || count < 1) throw new Error('npm run bench:rest -- [--tutors 2000] [--rounds 15] [--only NR,NR] [--profile]');
    return count;
  };
  return {
    tutors: whole(values.tutors, 2000),
    rounds: whole(values.rounds, 15),
    only: (values.only?.split(',') ?? []).map((nr) => whole(nr, 0)),
    flags: values.profile ? ['--cpu-prof'] : [],
  };
}

await main();
