import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join, relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { reportCoverage } from './rest-coverage.ts';

/** `failures` names each failed test with the beginning of its message. */
type Count = { passed: number; failed: number; failures?: string[] };
type Output = { write: (text: string) => void };
type Stage = { name: string; run: (output: Output) => Count | Promise<Count> };

const isDeep = process.argv.includes('--deep');
const isNear = process.argv.includes('--near');
const REPORTS = join('node_modules', '.cache', 'vidya-tests');
const REST_CALLS = resolve(REPORTS, 'rest-calls');
const DRIFT = join('node_modules', '.cache', 'vidya-drift');
/** Each opens up to ten connections, and PostgreSQL has 200. */
const MAX_WORKERS = 8;
/** Letters of a failed test's message in the last lines. */
const MESSAGE = 1_500;
const BIN = join(process.cwd(), 'node_modules', '.bin');

const lint: Stage = { name: 'format and lint', run: check('biome', ['check', '--error-on-warnings', '.']) };
const types: Stage = {
  name: 'types',
  // Each checker infers anew what the others have: one takes half the processor time of the default of four.
  run: check('tsc', ['--noEmit', '--incremental', '--checkers', '1', '--tsBuildInfoFile', join('node_modules', '.cache', 'vidya-types.json')]),
};

/** Tests of the files that differ from the last commit, and of whatever imports them. Transformed modules are stored between runs. */
const near: Stage[] = [
  { name: 'format and lint of the changed files', run: lintChanged },
  types,
  {
    name: 'tests near the change',
    run: vitest('near', ['fast', 'integration', 'client', 'client-mocks'], { args: ['--changed', 'HEAD', '--experimental.fsModuleCache'] }),
  },
];

const checks: Stage[] = [
  lint,
  types,
  { name: 'migrations match the schema', run: compareMigrations },
  { name: 'build, within the budget of the first view', run: build },
];

const tests: Stage[] = [
  {
    name: 'rules, database, server, client',
    // One more than there are cores, because each waits for a timer or for PostgreSQL now and then: 343 s on two cores, 403 s with four workers.
    run: vitest('main', ['fast', 'integration', 'client', 'client-mocks'], {
      env: { REST_CALLS },
      args: [
        // With one, the limits of time hold that `npm run test:deep` asserts.
        `--maxWorkers=${isDeep ? 1 : Math.min(availableParallelism() + 1, MAX_WORKERS)}`,
        // Collecting what each test leaves behind took a tenth of the time.
        '--execArgv=--max-semi-space-size=64',
      ],
    }),
  },
  { name: 'the REST contract, call by call', run: ({ write }) => reportCoverage(REST_CALLS, { write }) },
];

/** They need the build. */
const processes: Stage = { name: 'running processes', run: vitest('processes', ['processes'], isDeep ? { args: ['--maxWorkers=1'] } : {}) };
const browser: Stage = { name: 'in a browser: journeys, accessibility, double taps', run: playwright };
/** They measure how long something takes, so nothing else runs meanwhile. */
const timed: Stage = { name: 'timed', run: vitest('timed', ['timed']) };

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REST_CALLS, { recursive: true });

const total: Count = { passed: 0, failed: 0 };
const summary: string[] = [];
const failures: string[] = [];
if (isNear) await Promise.all(near.map(runStage));
else if (isDeep) await runInOrder([...checks, ...tests, processes, browser, timed, { name: 'deep', run: vitest('deep', ['deep']) }]);
else {
  // The checks beside the tests, which wait for a timer or for PostgreSQL now and then.
  await Promise.all([runInOrder(checks), runInOrder(tests)]);
  // One after the other: on two busy cores, requests that race each other reach their deadline.
  await runInOrder([processes, browser, timed]);
}
process.stdout.write(`\n${[...summary, ...failures].join('\n')}\n\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function runInOrder(stages: readonly Stage[]): Promise<void> {
  for (const stage of stages) await runStage(stage);
}

/** Prints what a stage wrote when it has ended, so that stages side by side do not mix their lines. */
async function runStage({ name, run }: Stage): Promise<void> {
  const started = performance.now();
  const written: string[] = [];
  process.stdout.write(`── ${name}: started\n`);
  const { passed, failed, failures: named = [] } = await run({ write: (text) => void written.push(text) });
  failures.push(...named.map((failure) => `failed (${name}): ${failure}`));
  total.passed += passed;
  total.failed += failed;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  summary.push(`${failed === 0 ? 'ok    ' : 'FAILED'} ${seconds.padStart(6)} s  ${name}: ${passed} passed, ${failed} failed`);
  process.stdout.write(`\n── ${name}\n${written.join('')}${summary.at(-1)}\n`);
}

function execute(output: Output, program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const path = `${BIN}${delimiter}${process.env.PATH ?? ''}`;
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env: { ...process.env, ...env, PATH: path, ...(isDeep && { DEEP: '1' }) },
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => output.write(text));
  return new Promise((finish, fail) => {
    child.on('error', fail);
    child.on('close', (code) => finish(code === 0));
  });
}

function check(program: string, args: readonly string[]): Stage['run'] {
  return async (output) => toCount(await execute(output, program, args));
}

async function lintChanged(output: Output): Promise<Count> {
  const names: string[] = [];
  const listed = { write: (text: string) => void names.push(text) };
  const isListed =
    (await execute(listed, 'git', ['diff', '--name-only', '--relative', '--diff-filter=d', 'HEAD'])) &&
    (await execute(listed, 'git', ['ls-files', '--others', '--exclude-standard']));
  const files = names.join('').split('\n').filter(Boolean);
  const options = ['--error-on-warnings', '--no-errors-on-unmatched', '--files-ignore-unknown=true'];
  return toCount(isListed && (files.length === 0 || (await execute(output, 'biome', ['check', ...options, ...files]))));
}

function toCount(isSuccess: boolean): Count {
  return isSuccess ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** The migrations are sound, and generating another one now would find nothing to change. */
async function compareMigrations(output: Output): Promise<Count> {
  rmSync(DRIFT, { recursive: true, force: true });
  cpSync('drizzle', DRIFT, { recursive: true });
  const listSql = () => readdirSync(DRIFT).filter((file) => file.endsWith('.sql'));
  const before = new Set(listSql());
  const schema = ['--dialect=postgresql', '--schema=./src/db/schema/*.ts', `--out=${DRIFT}`];
  const isSound = await execute(output, 'drizzle-kit', ['check', '--dialect=postgresql', '--out=drizzle']);
  const isGenerated = await execute(output, 'drizzle-kit', ['generate', ...schema, '--casing=snake_case', '--name=drift']);
  const added = listSql().filter((file) => !before.has(file));
  for (const file of added)
    output.write(`The schema has changed without a migration (npm run db:generate):\n${readFileSync(join(DRIFT, file), 'utf8')}\n`);
  return toCount(isSound && isGenerated && added.length === 0);
}

async function build(output: Output): Promise<Count> {
  const isClientBuilt = await execute(output, 'vite', ['build']);
  const isServerBuilt = await execute(output, 'vite', ['build', '--mode', 'server']);
  return toCount(isClientBuilt && isServerBuilt);
}

/** A file that cannot be loaded counts as one failure, and so does an error that Vitest reports beside the tests. */
function vitest(
  name: string,
  projects: readonly string[],
  { env = {}, args = [] }: { env?: NodeJS.ProcessEnv; args?: readonly string[] } = {},
): Stage['run'] {
  return async (output) => {
    const file = join(REPORTS, `${name}.json`);
    const filter = projects.flatMap((project) => ['--project', project]);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const isSuccess = await execute(output, 'vitest', ['run', ...filter, ...args, '--passWithNoTests', ...reporters], env);
    const report = readReport<VitestReport>(file);
    if (!report) return toCount(isSuccess);
    const notLoaded = report.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length;
    const failed = report.numFailedTests + notLoaded;
    return { passed: report.numPassedTests, failed: failed === 0 && !isSuccess ? 1 : failed, failures: listFailures(report) };
  };
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[];
};

function listFailures({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages: [message = ''] }) => describeFailure(`${relative('.', name)}: ${fullName}`, message)),
  );
}

/** In the last lines of a run, because a long output may be shown without its middle. */
function describeFailure(test: string, message: string): string {
  return `${test}\n  ${stripVTControlCharacters(message).slice(0, MESSAGE).replaceAll('\n', '\n  ')}`;
}

async function playwright(output: Output): Promise<Count> {
  const file = join(REPORTS, 'browser.json');
  const isSuccess = await execute(output, 'playwright', ['test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  const report = readReport<PlaywrightReport>(file);
  if (!report) return toCount(isSuccess);
  const { expected, unexpected, flaky } = report.stats;
  const failed = unexpected + flaky === 0 && !isSuccess ? 1 : unexpected + flaky;
  return { passed: expected, failed, failures: report.suites.flatMap(listFailedSpecs) };
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number }; suites: PlaywrightSuite[] };
type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs: { ok: boolean; title: string; file: string; line: number; tests: { results: { errors: { message?: string }[] }[] }[] }[];
};

function listFailedSpecs({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ title, file, line, tests: runs }) => {
      const errors = runs.flatMap(({ results }) => results.flatMap((result) => result.errors));
      return describeFailure(`${file}:${line}: ${title}`, errors[0]?.message ?? '');
    });
  return [...own, ...suites.flatMap(listFailedSpecs)];
}

/** The documented JSON of a test runner; null when it stopped before writing it. */
function readReport<T>(file: string): T | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null;
}
