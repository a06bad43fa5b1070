import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { MIGRATION_LOCK, migrate } from '#db/migrate.ts';
import { readSchema, readTables, withSql } from '#tests/support/backups.ts';
import { inDatabase } from '#tests/support/cluster.ts';
import { readGrants } from '#tests/support/faults/grants.ts';
import { until } from '#tests/support/faults/server-kills.ts';
import { startServer } from '#tests/support/server.ts';

const CLI = 'dist/server/cli/migrate.js';
const MOMENTS = 8;
/** Before bookings had a clock, with accounts, profiles and bookings that later migrations fill columns of. */
const OLDER = '0013_the_students_side';
const PEOPLE = 3_000;

const suffix = randomBytes(4).toString('hex');
const [owner, app] = [`migrating_${suffix}`, `reading_${suffix}`];
const admin = postgres(inject('adminUrl'), { max: 1, onnotice: () => {} });
const folder = mkdtempSync(join(tmpdir(), 'vidya-migration-kills-'));
const nameOf = (label: string): string => `${label}_${suffix}`;
const urlOf = (label: string, role: string): string => {
  const url = new URL(inDatabase(inject('adminUrl'), nameOf(label)));
  [url.username, url.password] = [role, 'secret'];
  return url.href;
};

type Result = { code: number | null; signal: NodeJS.Signals | null; output: string };
type Migrating = { kill: () => void; ended: Promise<Result> };

function startMigrating(label: string): Migrating {
  const settings = { PUBLIC_URL: 'http://127.0.0.1', APP_SECRET: '8f2c61d09be7435aa14c0d6e92b857f3', MAIL: 'off', PORT: '0', HOST: '127.0.0.1' };
  const env = { ...process.env, ...settings, DATABASE_OWNER_URL: urlOf(label, owner), DATABASE_URL: urlOf(label, app) };
  const child = spawn(process.execPath, [CLI], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const ended = new Promise<Result>((resolve) => child.once('close', (code, signal) => resolve({ code, signal, output })));
  return { kill: () => child.kill('SIGKILL'), ended };
}

async function create(label: string, template?: string): Promise<void> {
  await admin`drop database if exists ${admin(nameOf(label))} with (force)`;
  if (template) await admin`create database ${admin(nameOf(label))} owner ${admin(owner)} template ${admin(nameOf(template))}`;
  else await admin`create database ${admin(nameOf(label))} owner ${admin(owner)}`;
}

/** A database as an older release has left it. */
async function createOlder(): Promise<void> {
  await create('older');
  cpSync('drizzle', folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(
    file,
    JSON.stringify({
      ...journal,
      entries: journal.entries.slice(
        0,
        journal.entries.findIndex(({ tag }) => tag === OLDER),
      ),
    }),
  );
  await migrate(urlOf('older', owner), folder);
  await withSql(urlOf('older', owner), async (sql) => {
    // Ids that are the same in each run, so that whole tables can be compared.
    await sql`insert into users (id, name, email, role, created_at)
      select md5('user ' || i)::uuid, 'Person ' || i, 'person.' || i || '@before.lk', (array['student', 'tutor'])[1 + i % 2]::role, '2026-01-01'
      from generate_series(1, ${PEOPLE}::int) i`;
    await sql`insert into tutor_profiles (id, user_id, total_sessions, total_earnings_cents)
      select md5('profile ' || id)::uuid, id, 1, 100 from users where role = 'tutor'`;
    await sql`insert into bookings (id, student_id, tutor_user_id, tutor_id, subject_name, status, start_time, end_time, learning_method, amount_cents, contact_number, created_at, updated_at)
      select md5('booking ' || profile.id || day)::uuid, (select id from users where role = 'student' order by id limit 1), profile.user_id, profile.id, 'Algebra', 'completed',
        '2026-02-01'::timestamptz - day * interval '1 day' , '2026-02-01 01:00'::timestamptz - day * interval '1 day', 'online', 100, '0771234567', '2026-01-01', '2026-01-01'
      from tutor_profiles profile, generate_series(1, 5) day`;
  });
}

/** All that a migration can leave behind: what the database consists of, who may do what, and each row. */
async function readState(label: string) {
  const url = urlOf(label, owner);
  const grants = await withSql(url, (sql) => readGrants(sql, { [owner]: 'owner', [app]: 'app' }));
  return { schema: await readSchema(url), grants, tables: withoutTimes(await readTables(url)) };
}

type State = Awaited<ReturnType<typeof readState>>;

/** What a migration takes from the clock or draws. */
function withoutTimes(tables: Record<string, string[]>): Record<string, string[]> {
  const hide = (row: string) =>
    row.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+\+\d\d/g, 'now').replaceAll(/[\da-f]{8}-[\da-f]{4}-[47][\da-f-]{21}/g, 'drawn');
  return Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.map(hide).sort()]));
}

/** The first few, because whole databases cannot be read. */
function differences(one: State, other: State): string[] {
  const linesOf = ({ schema, grants, tables }: State) => [schema, grants, ...Object.values(tables)].flat();
  const [known, found] = [new Set(linesOf(other)), new Set(linesOf(one))];
  const missing = [...known].filter((line) => !found.has(line)).map((line) => `missing: ${line}`);
  const added = [...found].filter((line) => !known.has(line)).map((line) => `added: ${line}`);
  const counts = Object.keys(other.tables).filter((name) => one.tables[name]?.length !== other.tables[name]?.length);
  return [...missing.slice(0, 5), ...added.slice(0, 5), ...counts.map((name) => `rows of ${name}`)];
}

const backendsOf = (label: string) => admin<{ pid: number }[]>`
  select pid from pg_stat_activity where datname = ${nameOf(label)} and usename = ${owner} and backend_type = 'client backend'`;

async function expectNothingHeld(label: string): Promise<void> {
  await until(async () => (await backendsOf(label)).length === 0, { most: 10_000, what: 'a session is left behind' });
  const locks = await admin`select from pg_locks where locktype = 'advisory' and objid = ${MIGRATION_LOCK % 2 ** 32}`;
  expect(locks).toHaveLength(0);
}

const countApplied = (label: string) =>
  withSql(urlOf(label, owner), async (sql) => {
    const [journal] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
    if (!journal?.exists) return 0;
    const [row] = await sql<{ count: number }[]>`select count(*)::int as count from drizzle.__drizzle_migrations`;
    return row?.count ?? 0;
  });

/** From the first statement on: the start of Node is no moment of a migration. */
async function untilConnected(label: string): Promise<void> {
  await until(async () => (await backendsOf(label)).length > 0, { most: 20_000, what: 'the migration has not connected' });
}

beforeAll(async () => {
  for (const role of [owner, app]) await admin`create role ${admin(role)} login password 'secret'`;
  await createOlder();
});
afterAll(async () => {
  for (const label of ['older', 'reference', 'killed']) await admin`drop database if exists ${admin(nameOf(label))} with (force)`;
  for (const role of [app, owner]) await admin`drop role ${admin(role)}`;
  await admin.end({ timeout: 5 });
  rmSync(folder, { recursive: true, force: true });
});

describe.each([
  ['an empty database', undefined],
  ['a database of an older release, with its rows', 'older'],
])('migrations of %s', (_, template) => {
  let reference: State;
  let takesMs = 0;
  let appliedBefore = 0;

  beforeAll(async () => {
    await create('reference', template);
    appliedBefore = await countApplied('reference');
    const running = startMigrating('reference');
    await untilConnected('reference');
    const from = performance.now();
    expect(await running.ended).toMatchObject({ code: 0 });
    takesMs = performance.now() - from;
    reference = await readState('reference');
  });

  const ways: [string, (running: Migrating) => Promise<unknown>][] = [
    ['its process is killed', async (running) => running.kill()],
    [
      'its session of PostgreSQL is terminated',
      async () => admin`select pg_terminate_backend(pid) from unnest(${(await backendsOf('killed')).map(({ pid }) => pid)}::int[]) pid`,
    ],
  ];

  // spec s13-faults.24 | S13 6 | kill -9 in the middle of migrations, or the end of their session: all or nothing is there, no lock is left, and
  //   the next run ends as an undisturbed one | src/db/migrate.ts, src/server/cli/migrate.ts
  test.each(ways)('when %s at any moment, all or nothing is there, and the next run ends as an undisturbed one', async (way, stop) => {
    const outcomes = { nothing: 0, all: 0 };
    for (let moment = 0; moment < MOMENTS; moment += 1) {
      await create('killed', template);
      const running = startMigrating('killed');
      await untilConnected('killed');
      await pause((takesMs * moment) / (MOMENTS - 1));
      await stop(running);
      const { code, signal, output } = await running.ended;
      await expectNothingHeld('killed');
      const applied = await countApplied('killed');
      expect([appliedBefore, await countApplied('reference')], `${applied} migrations after ${moment}`).toContain(applied);
      outcomes[applied === appliedBefore ? 'nothing' : 'all'] += 1;
      // Whoever reads the exit code knows: 0 means that all is there.
      if (code === 0) expect(applied).toBeGreaterThan(appliedBefore);
      else if (signal === null) expect(output).not.toContain('up to date');
      expect(await startMigrating('killed').ended).toMatchObject({ code: 0, output: expect.stringContaining('The database is up to date.') });
      expect(differences(await readState('killed'), reference)).toEqual([]);
    }
    process.stdout.write(`${way}: ${MOMENTS} moments of ${takesMs.toFixed(0)} ms, nothing ${outcomes.nothing} times, all ${outcomes.all} times\n`);
    expect(outcomes.nothing).toBeGreaterThan(2);
  });

  // spec s13-faults.25 | S13 6 | Two runs of the migrations at once, of which one may be killed, end as one | src/db/migrate.ts
  test.each(['neither', 'the first'])('two at once do not harm each other when %s is killed', async (killed) => {
    for (let round = 0; round < 3; round += 1) {
      await create('killed', template);
      const [first, second] = [startMigrating('killed'), startMigrating('killed')];
      await untilConnected('killed');
      await pause((takesMs * (1 + round)) / 4);
      if (killed === 'the first') first.kill();
      expect(await second.ended).toMatchObject({ code: 0, output: expect.stringContaining('The database is up to date.') });
      if (killed === 'neither') expect(await first.ended).toMatchObject({ code: 0 });
      await first.ended;
      await expectNothingHeld('killed');
      expect(differences(await readState('killed'), reference)).toEqual([]);
    }
  });
});

// spec s13-faults.26 | S13 6 | A server that is started before the migrations refuses, and one whose database is put back says so in /readyz |
//   src/db/migrate.ts, src/server/infra/readiness.ts
test('a server started after a migration that was killed names what is missing, and one that runs is not ready', async () => {
  await create('killed', 'older');
  const running = startMigrating('killed');
  await untilConnected('killed');
  running.kill();
  await running.ended;
  await withSql(urlOf('killed', owner), async (sql) => {
    await sql`grant usage on schema drizzle to ${sql(app)}`;
    await sql`grant select on drizzle.__drizzle_migrations to ${sql(app)}`;
  });
  const start = () => startServer({ databaseUrl: urlOf('killed', app) });
  await expect(start()).rejects.toThrow(`The database lacks migrations of this release (${OLDER} to `);

  expect(await startMigrating('killed').ended).toMatchObject({ code: 0 });
  const server = await start();
  const readiness = async () => {
    const answer = await fetch(`${server.url}/readyz`);
    const { problems = [] } = (await answer.json()) as { problems?: string[] };
    return [answer.status, problems.filter((problem) => problem !== 'disk')];
  };
  expect((await readiness())[1]).toEqual([]);
  await withSql(urlOf('killed', owner), async (sql) => {
    await sql`delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`;
    expect(await readiness()).toEqual([503, ['migrations']]);
  });
  expect(await server.stop()).toBe(0);
});
