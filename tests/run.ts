import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { reportCoverage } from './rest-coverage.ts';

type Count = { passed: number; failed: number };
type Stage = { name: string; run: () => Count };

const DEEP = process.argv.includes('--deep');
const REPORTS = join('node_modules', '.cache', 'vidya-tests');
const REST_CALLS = resolve(REPORTS, 'rest-calls');
const DRIFT = join('node_modules', '.cache', 'vidya-drift');
const BIN = join(process.cwd(), 'node_modules', '.bin');

const stages: Stage[] = [
  { name: 'format and lint', run: () => check('biome', ['check', '--error-on-warnings', '.']) },
  { name: 'types', run: () => check('tsc', ['--noEmit']) },
  { name: 'migrations match the schema', run: migrationsMatch },
  { name: 'rules, database, server, client', run: () => vitest('main', ['fast', 'integration', 'client', 'client-mocks'], { REST_CALLS }) },
  { name: 'the REST contract, call by call', run: () => reportCoverage(REST_CALLS) },
  { name: 'build, within the budget of the first paint', run: build },
  { name: 'running processes', run: () => vitest('processes', ['processes', 'timed']) },
  { name: 'in a browser: journeys, accessibility, double taps', run: playwright },
  ...(DEEP ? [{ name: 'deep', run: () => vitest('deep', ['deep']) }] : []),
];

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REST_CALLS, { recursive: true });

const total: Count = { passed: 0, failed: 0 };
const summary: string[] = [];
for (const { name, run } of stages) {
  process.stdout.write(`\n── ${name}\n`);
  const started = performance.now();
  const { passed, failed } = run();
  total.passed += passed;
  total.failed += failed;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  summary.push(`${failed === 0 ? 'ok    ' : 'FAILED'} ${seconds.padStart(6)} s  ${name}: ${passed} passed, ${failed} failed`);
  process.stdout.write(`${summary.at(-1)}\n`);
}
process.stdout.write(`\n${summary.join('\n')}\n\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed > 0 ? 1 : 0;

function command(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  const path = `${BIN}${delimiter}${process.env.PATH ?? ''}`;
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...env, PATH: path, ...(DEEP && { DEEP: '1' }) },
  });
  return status === 0;
}

function check(program: string, args: readonly string[]): Count {
  return countOf(command(program, args));
}

function countOf(isWell: boolean): Count {
  return isWell ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** The migrations are sound, and another one made now would say nothing. */
function migrationsMatch(): Count {
  rmSync(DRIFT, { recursive: true, force: true });
  cpSync('drizzle', DRIFT, { recursive: true });
  const sql = () => readdirSync(DRIFT).filter((file) => file.endsWith('.sql'));
  const before = new Set(sql());
  const schema = ['--dialect=postgresql', '--schema=./src/db/schema/*.ts', `--out=${DRIFT}`];
  const isSound = command('drizzle-kit', ['check', '--dialect=postgresql', '--out=drizzle']);
  const isMade = command('drizzle-kit', ['generate', ...schema, '--casing=snake_case', '--name=drift']);
  const more = sql().filter((file) => !before.has(file));
  for (const file of more)
    process.stdout.write(`The schema has changed without a migration (npm run db:generate):\n${readFileSync(join(DRIFT, file), 'utf8')}\n`);
  return countOf(isSound && isMade && more.length === 0);
}

function build(): Count {
  const isClientBuilt = command('vite', ['build']);
  const isServerBuilt = command('vite', ['build', '--mode', 'server']);
  return countOf(isClientBuilt && isServerBuilt);
}

/** A file that cannot be loaded counts as one failure, and so does what Vitest reports beside the tests. */
function vitest(name: string, projects: readonly string[], env: NodeJS.ProcessEnv = {}): Count {
  const file = join(REPORTS, `${name}.json`);
  const of = projects.flatMap((project) => ['--project', project]);
  const isWell = command('vitest', ['run', ...of, '--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], env);
  const report = reportAt<{ numPassedTests: number; numFailedTests: number; testResults: { status: string; assertionResults: unknown[] }[] }>(file);
  if (!report) return countOf(isWell);
  const unloaded = report.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length;
  const failed = report.numFailedTests + unloaded;
  return { passed: report.numPassedTests, failed: failed === 0 && !isWell ? 1 : failed };
}

function playwright(): Count {
  const file = join(REPORTS, 'browser.json');
  const isWell = command('playwright', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const report = reportAt<{ stats: { expected: number; unexpected: number; flaky: number } }>(file);
  if (!report) return countOf(isWell);
  const { expected, unexpected, flaky } = report.stats;
  return { passed: expected, failed: unexpected + flaky === 0 && !isWell ? 1 : unexpected + flaky };
}

/** What a test runner wrote down in its documented JSON; null when it did not come that far. */
function reportAt<T>(file: string): T | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null;
}
