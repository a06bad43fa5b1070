import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { migrate } from '#db/migrate.ts';
import { startCluster } from '#tests/support/cluster.ts';
import { freePort } from '#tests/support/server.ts';

/** What its own tests say of it, on the schema of this release. */
const TESTS = ['tests/processes/acceptance.test.ts', 'tests/rest'];
const STARTING_MS = 60_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function run(command: string, args: readonly string[], cwd: string): void {
  say(`$ ${command} ${args.join(' ')}`);
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, VITEST: undefined } });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}

function gitSays(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** The newest tag of a commit before this one. */
const findPrevious = () => gitSays('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^');

async function startOn(databaseUrl: string, release: string): Promise<void> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = { PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: url, DATABASE_URL: databaseUrl, MAIL: 'off' };
  const env = { ...process.env, ...settings, APP_SECRET: '8f2c61d09be7435aa14c0d6e92b857f3' };
  const server = spawn(process.execPath, ['dist/server/main.js'], { cwd: release, env, stdio: 'inherit' });
  try {
    for (const path of ['/api/stats/public', '/tutors']) {
      const answer = await answerOf(url + path, Date.now() + STARTING_MS);
      say(`${path}: ${answer}`);
      if (answer !== 200) throw new Error(`The previous release answers ${answer} to ${path}`);
    }
  } finally {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    if (server.exitCode === null && server.kill('SIGTERM')) await ended;
  }
}

async function answerOf(url: string, deadline: number): Promise<number | null> {
  for (;;) {
    const status = await fetch(url, { headers: { Accept: 'text/html' } }).then(
      (answer) => answer.status,
      () => null,
    );
    if (status !== null || Date.now() > deadline) return status;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function tryRelease(previous: string, release: string): Promise<void> {
  run('git', ['worktree', 'add', '--detach', release, previous], '.');
  run('npm', ['ci'], release);
  run('npm', ['run', 'build'], release);
  const cluster = await startCluster();
  try {
    const admin = postgres(cluster.url('postgres'), { max: 1 });
    await admin`create database previous_release`;
    await admin.end();
    await migrate(cluster.url('previous_release'), 'drizzle');
    await startOn(cluster.url('previous_release'), release);
  } finally {
    await cluster.stop();
  }
  cpSync('drizzle', join(release, 'drizzle'), { recursive: true });
  run('npx', ['vitest', 'run', '--project', 'integration', '--project', 'processes', ...TESTS], release);
}

const previous = process.argv[2] ?? findPrevious();
if (!previous) say('There is no tag before this commit, so there is no previous release: nothing was tested.');
else {
  const parent = mkdtempSync(join(tmpdir(), 'vidya-previous-'));
  const release = join(parent, 'release');
  try {
    await tryRelease(previous, release);
    say(`${previous} works on the schema of this release.`);
  } finally {
    gitSays('worktree', 'remove', '--force', release);
    rmSync(parent, { recursive: true, force: true });
  }
}
