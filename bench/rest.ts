// spec s7.2 | S7 | A REST adapter reaches at least 0.95x of the throughput of the procedure behind it | bench/rest.ts
import { parseArgs } from 'node:util';
import { median } from './median.ts';
import { type Case, startBench } from './rest/cases.ts';
import { buildProcesses, startLoad, startServer } from './rest/processes.ts';

const GOAL = 0.95;
const CONNECTIONS = 8;
const ROUND_MS = 300;
const WARM_UP_ROUNDS = 5;
const FIRST_REQUESTS = 400;

/** `cpu` in microseconds a request. */
type Side = { perSecond: number; cpu: number };
type Round = { rest: Side; trpc: Side };
type Measured = { case: Case; requests: number; rounds: Round[] };

const ratioOf = ({ rounds }: Measured, measure: keyof Side): number => median(rounds.map(({ rest, trpc }) => rest[measure] / trpc[measure]));

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** What a REST call costs beside the tRPC procedure behind it: both over HTTP, in turn, in the same process on the same data. */
async function main(): Promise<void> {
  const { tutors, rounds, only, flags } = readOptions();
  await buildProcesses();
  const setup = await startBench(tutors);
  const server = await startServer(setup.url, { folder: setup.folder, flags });
  const load = startLoad();
  const missed: string[] = [];
  try {
    const headers = { authorization: `Bearer ${setup.token}` };
    const run = (path: string, requests: number) => load.run({ url: server.url + path, headers, requests, connections: CONNECTIONS });
    const side = async (path: string, requests: number): Promise<Side> => {
      const before = await server.cpu();
      const { ms, failed } = await run(path, requests);
      if (failed > 0) throw new Error(`${failed} of ${requests} were refused: ${path}`);
      return { perSecond: (requests / ms) * 1000, cpu: ((await server.cpu()) - before) / requests };
    };
    const round = async ({ rest, trpc }: Case, requests: number, isRestFirst: boolean): Promise<Round> => {
      const first = await side(isRestFirst ? rest : trpc, requests);
      const second = await side(isRestFirst ? trpc : rest, requests);
      return isRestFirst ? { rest: first, trpc: second } : { rest: second, trpc: first };
    };

    const results: Measured[] = [];
    const sizes: string[] = [];
    for (const testCase of setup.cases.filter((_, index) => only.length === 0 || only.includes(index + 1))) {
      await run(testCase.rest, FIRST_REQUESTS);
      await run(testCase.trpc, FIRST_REQUESTS);
      const rest = await run(testCase.rest, FIRST_REQUESTS);
      const trpc = await run(testCase.trpc, FIRST_REQUESTS);
      results.push({ case: testCase, requests: Math.ceil((FIRST_REQUESTS * ROUND_MS) / rest.ms), rounds: [] });
      sizes.push(`${testCase.name}: ${rest.bytes} and ${trpc.bytes} bytes`);
    }
    const measure = async (count: number) => {
      for (let index = 0; index < count; index += 1) {
        for (const result of results) result.rounds.push(await round(result.case, result.requests, index % 2 === 0));
      }
    };
    await measure(WARM_UP_ROUNDS);
    for (const result of results) result.rounds.length = 0;
    await measure(rounds);

    print(`REST beside the same procedure over tRPC: ${tutors} tutors, ${CONNECTIONS} connections, rounds of about ${ROUND_MS} ms in turn`);
    for (const line of sizes) print(`       ${line}`);
    for (const result of results) {
      const ratio = ratioOf(result, 'perSecond');
      if (ratio < GOAL) missed.push(result.case.name);
      print(
        `${ratio < GOAL ? 'FAILED' : 'ok    '} ${result.case.name.padEnd(34)} ${ratio.toFixed(2)}x the requests (goal: at least ${GOAL}x)${detailsOf(result)}`,
      );
    }
    print(missed.length === 0 ? 'Every goal is reached.' : `${missed.length} goals are missed.`);
    process.exitCode = missed.length === 0 ? 0 : 1;
  } finally {
    await load.stop();
    await server.stop();
    await setup.stop();
  }
}

function detailsOf(measured: Measured): string {
  const ratios = measured.rounds.map(({ rest, trpc }) => rest.perSecond / trpc.perSecond).sort((a, b) => a - b);
  const medianOf = (side: keyof Round, measure: keyof Side) => median(measured.rounds.map((round) => round[side][measure])).toFixed(0);
  return [
    `, ${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)} in ${ratios.length} rounds`,
    `; ${medianOf('rest', 'perSecond')} and ${medianOf('trpc', 'perSecond')} a second`,
    `; ${medianOf('rest', 'cpu')} and ${medianOf('trpc', 'cpu')} µs of processor time each, ${ratioOf(measured, 'cpu').toFixed(2)}x`,
  ].join('');
}

function readOptions() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { tutors: text, rounds: text, only: text, profile: { type: 'boolean' } } });
  const toCount = (value: string | undefined, defaultValue: number) => {
    const count = Number(value ?? defaultValue);
    if (!Number.isInteger(count) || count < 1) throw new Error('npm run bench:rest -- [--tutors 2000] [--rounds 15] [--only NR,NR] [--profile]');
    return count;
  };
  return {
    tutors: toCount(values.tutors, 2000),
    rounds: toCount(values.rounds, 15),
    only: (values.only?.split(',') ?? []).map((number) => toCount(number, 0)),
    flags: values.profile ? ['--cpu-prof'] : [],
  };
}

await main();
