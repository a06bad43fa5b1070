import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Connection, connect } from '#db/client.ts';
import { migrate, readMigrations } from '#db/migrate.ts';
import { inDatabase } from '#tests/support/cluster.ts';
import { connectExternalClient } from '#tests/support/external-clients.ts';
import { aTutor, HOUR, type Tutor, uniqueEmail } from '#tests/support/factories.ts';
import { type ServerProcess, startServer } from '#tests/support/server.ts';

const suffix = randomBytes(4).toString('hex');
const [name, ownerRole, appRole] = [`roles_${suffix}`, `owner_${suffix}`, `app_${suffix}`];
const admin = postgres(inject('adminUrl'), { max: 1, onnotice: () => {} });
const urlOf = (role: string) => {
  const url = new URL(inDatabase(inject('adminUrl'), name));
  [url.username, url.password] = [role, 'secret'];
  return url.href;
};
const [ownerUrl, appUrl] = [urlOf(ownerRole), urlOf(appRole)];
/** 9:00 in Colombo, where the factories' tutors teach on Mondays. */
function nextMondayNine(): Date {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + ((8 - day.getUTCDay()) % 7 || 7) + 7);
  day.setUTCHours(3, 30, 0, 0);
  return day;
}
const migrations = readMigrations('drizzle');

function run(script: string, env: NodeJS.ProcessEnv) {
  const settings = { PUBLIC_URL: 'http://127.0.0.1', APP_SECRET: '8f2c61d09be7435aa14c0d6e92b857f3', MAIL: 'off', PORT: '0', HOST: '127.0.0.1' };
  return spawnSync(process.execPath, [script], { env: { ...process.env, ...settings, ...env }, encoding: 'utf8' });
}

beforeAll(async () => {
  for (const role of [ownerRole, appRole]) await admin`create role ${admin(role)} login password 'secret'`;
  await admin`create database ${admin(name)} owner ${admin(ownerRole)}`;
});
afterAll(async () => {
  await admin`drop database if exists ${admin(name)} with (force)`;
  for (const role of [appRole, ownerRole]) await admin`drop role ${admin(role)}`;
  await admin.end({ timeout: 5 });
});

describe('a server whose role owns nothing', () => {
  let owner: Connection;
  let app: postgres.Sql;
  let server: ServerProcess;
  let tutor: Tutor;

  beforeAll(async () => {
    owner = connect(ownerUrl, { max: 2 });
    app = postgres(appUrl, { max: 1, onnotice: () => {} });
  });
  afterAll(async () => {
    await server?.stop();
    await Promise.all([owner.close(), app.end({ timeout: 5 })]);
  });

  // spec s13-deploy.1 | S13 4 | A server whose role owns nothing applies no migration, and refuses to start while one is missing |
  //   src/db/migrate.ts, src/server/main.ts
  test('refuses to start before the migrations, and names them', () => {
    const { status, stderr } = run('dist/server/main.js', { DATABASE_URL: appUrl });
    expect(status).toBe(1);
    expect(stderr.trim()).toBe(
      `The database lacks migrations of this release (0000_extensions to ${migrations.at(-1)?.tag}), and the role ${appRole} may not apply them: ` +
        'run npm run db:migrate first, with DATABASE_OWNER_URL',
    );
  });

  test('is granted its rights by the command that applies the migrations, any number of times', () => {
    for (const _ of [1, 2]) {
      const { status, stdout, stderr } = run('dist/server/cli/migrate.js', { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: appUrl });
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toBe(`The role ${appRole} may read and write rows.\nThe database is up to date.\n`);
    }
  });

  // spec s13-deploy.2 | S13 4 | npm run db:migrate gives the app’s role the rights to read and write rows, and nothing more |
  //   src/db/grants.ts, src/server/cli/migrate.ts
  test('takes a registration, a login and a booking, does its jobs and hears the news', async () => {
    server = await startServer({ databaseUrl: appUrl });
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready' });
    tutor = await aTutor(owner.db);
    const post = async (path: string, body: object, token?: string) => {
      const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
      const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: answer.status, body: (await answer.json()) as { token: string; data: { token: string } } };
    };
    const [email, password] = [uniqueEmail(), 'battery staple'];
    expect(await post('/api/auth/register', { name: 'Nimal Perera', email, password, role: 'student', phone: '0771234567' })).toMatchObject({
      status: 201,
    });
    const { body } = await post('/api/auth/login', { email, password });
    const student = await connectExternalClient(server.url, { token: body.token });
    const startTime = nextMondayNine();
    const times = { startTime, endTime: new Date(startTime.getTime() + HOUR), duration: 1 };
    const what = { tutorId: tutor.id, subjectId: tutor.subjectId, learningMethod: 'online', contactNumber: '0771234567' };
    const booked = await post('/api/students/bookings', { ...what, ...times }, body.token);
    expect(booked).toMatchObject({ status: 201 });
    await student.waitUntil(() => student.names().includes('booking_update'));
    student.socket.disconnect();
    await expect.poll(() => owner.sql`select 1 from jobs where kind = 'listing.refresh' and due_at < now()`, { timeout: 20_000 }).toHaveLength(0);
    const found = await fetch(`${server.url}/tutors?q=${encodeURIComponent(tutor.user.name)}`, { headers: { Accept: 'text/html' } });
    expect(await found.text()).toContain(tutor.user.name);
  });

  // spec s13-deploy.2
  test.each([
    ['drop table reviews', 'must be owner of table reviews'],
    ['alter table users add column note text', 'must be owner of table users'],
    ['create table notes (id int)', 'permission denied for schema public'],
    ['create temporary table notes (id int)', 'permission denied to create temporary tables'],
    ['create schema notes', 'permission denied for database'],
    ['truncate reviews', 'permission denied for table reviews'],
    ['create index on users (name)', 'must be owner of table users'],
    ['update audit_entries set actor_name = $$Nobody$$', 'permission denied for table audit_entries'],
    ['delete from audit_entries', 'permission denied for table audit_entries'],
    ['delete from drizzle.__drizzle_migrations', 'permission denied for table __drizzle_migrations'],
    ['create role helper', 'permission denied to create role'],
  ])('may not: %s', async (statement, refusal) => {
    await expect(app.unsafe(statement)).rejects.toThrow(refusal);
  });

  // spec s13-deploy.3 | S13 4 | Tables that a migration creates are open to the app’s role at once | src/db/grants.ts
  test('may use what the next migration creates, before anything is granted again', async () => {
    await owner.sql`create table of_the_next_release (id bigserial primary key, text text)`;
    expect(await app`insert into of_the_next_release (text) values ('written') returning text`).toEqual([{ text: 'written' }]);
    await owner.sql`drop table of_the_next_release`;
  });
});

// spec s13-deploy.4 | S13 4 | npm run db:migrate refuses a role of the app that is missing or has the owner’s rights | src/db/grants.ts
describe('npm run db:migrate', () => {
  test.each([
    ['is not there', `nobody_${suffix}`, 'There is no role'],
    ['may do what the owner may', new URL(inject('adminUrl')).username, 'has all rights of the owner'],
  ])('refuses a role for the app that %s', (_, role, refusal) => {
    const { status, stderr } = run('dist/server/cli/migrate.js', { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: urlOf(role) });
    expect(status).toBe(1);
    expect(stderr).toContain(refusal);
  });

  test('with one role for everything is not needed: the server applies the migrations itself', async () => {
    const single = `single_${suffix}`;
    await admin`create database ${admin(single)} owner ${admin(ownerRole)}`;
    const url = new URL(ownerUrl);
    url.pathname = `/${single}`;
    const server = await startServer({ databaseUrl: url.href });
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready' });
    await server.stop();
    await migrate(url.href, 'drizzle');
    await admin`drop database ${admin(single)} with (force)`;
  });
});
