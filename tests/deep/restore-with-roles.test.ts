import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connect } from '#db/client.ts';
import { withSql } from '#tests/support/backups.ts';
import { inDatabase } from '#tests/support/cluster.ts';
import { runBuilt } from '#tests/support/commands.ts';
import { aTutor, HOUR, type Tutor, uniqueEmail } from '#tests/support/factories.ts';
import { UNREACHED_LIMITS } from '#tests/support/faults/server-limits.ts';
import { aPng } from '#tests/support/images.ts';
import { type ServerProcess, startServer } from '#tests/support/server.ts';

const suffix = randomBytes(4).toString('hex');
const [oldName, newName, ownerRole, appRole] = [`old_${suffix}`, `new_${suffix}`, `owner_${suffix}`, `app_${suffix}`];
const admin = postgres(inject('adminUrl'), { max: 1, onnotice: () => {} });
const folder = mkdtempSync(join(tmpdir(), 'vidya-roles-'));
const BACKUP_KEY = randomBytes(32).toString('hex');
const [email, password] = [uniqueEmail(), 'battery staple'];

function urlOf(role: string, database: string): string {
  const url = new URL(inDatabase(inject('adminUrl'), database));
  [url.username, url.password] = [role, 'secret'];
  return url.href;
}
const envOf = (database: string, data: string, role = appRole) => ({
  DATABASE_OWNER_URL: urlOf(ownerRole, database),
  DATABASE_URL: urlOf(role, database),
  DATA_DIR: join(folder, data),
  BACKUP_KEY,
});

beforeAll(async () => {
  for (const role of [ownerRole, appRole]) await admin`create role ${admin(role)} login password 'secret'`;
  for (const name of [oldName, newName]) await admin`create database ${admin(name)} owner ${admin(ownerRole)}`;
});
afterAll(async () => {
  for (const name of [oldName, newName]) await admin`drop database if exists ${admin(name)} with (force)`;
  for (const role of [appRole, ownerRole]) await admin`drop role ${admin(role)}`;
  await admin.end({ timeout: 5 });
  rmSync(folder, { recursive: true, force: true });
});

const startAs = (database: string, data: string): Promise<ServerProcess> =>
  startServer({ databaseUrl: urlOf(appRole, database), env: { DATA_DIR: join(folder, data), RATE_LIMITS: UNREACHED_LIMITS } });

/** What a person does at the site. */
function personAt(server: ServerProcess) {
  let token = '';
  const headers = (): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {});
  const post = (path: string, body: object) =>
    fetch(server.url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers() }, body: JSON.stringify(body) });
  return {
    register: async () => (await post('/api/auth/register', { name: 'Nimal Perera', email, password, role: 'student', phone: '0771234567' })).status,
    async signIn() {
      const answer = await post('/api/auth/login', { email, password });
      ({ token } = (await answer.json()) as { token: string });
      return answer.status;
    },
    async book({ id: tutorId, subjectId }: Tutor, week: number) {
      const startTime = new Date();
      startTime.setUTCDate(startTime.getUTCDate() + ((8 - startTime.getUTCDay()) % 7 || 7) + 7 * week);
      startTime.setUTCHours(3, 30, 0, 0);
      const times = { startTime, endTime: new Date(startTime.getTime() + HOUR), duration: 1 };
      return (await post('/api/students/bookings', { tutorId, subjectId, learningMethod: 'online', contactNumber: '0771234567', ...times })).status;
    },
    async upload() {
      const body = new FormData();
      body.append('photo', new File([new Uint8Array(await aPng())], 'me.png', { type: 'image/png' }));
      const answer = await fetch(`${server.url}/api/upload/profile-photo`, { method: 'POST', headers: headers(), body });
      return { status: answer.status, path: new URL(((await answer.json()) as { data: { url: string } }).data.url).pathname };
    },
    bookings: async () => (await fetch(`${server.url}/api/students/bookings`, { headers: headers() })).json(),
  };
}

describe('a backup of a site with two roles', () => {
  let file: string;
  let photo: string;
  let tutor: Tutor;

  beforeAll(async () => {
    expect((await runBuilt('migrate', [], envOf(oldName, 'old'))).status).toBe(0);
    const owner = connect(urlOf(ownerRole, oldName), { max: 1, name: 'the test' });
    tutor = await aTutor(owner.db);
    await owner.close();
    const server = await startAs(oldName, 'old');
    const person = personAt(server);
    expect([await person.register(), await person.signIn(), await person.book(tutor, 1)]).toEqual([201, 200, 201]);
    photo = (await person.upload()).path;
    const { status, stderr } = await runBuilt('backup', ['--to', join(folder, 'backups')], envOf(oldName, 'old'));
    expect([status, stderr]).toEqual([0, '']);
    await server.stop();
    file = join(folder, 'backups', readdirSync(join(folder, 'backups')).find((name) => name.endsWith('.backup')) ?? '');
  });

  // spec s13-backup.10 | S13 3 | A restore is refused before anything is written when the app’s role is not there | src/server/cli/restore.ts
  test('is not restored where the role of the app is missing, and the database stays empty', async () => {
    const { status, stderr } = await runBuilt('restore', ['--from', file], envOf(newName, 'new', `nobody_${suffix}`));
    expect([status, stderr]).toEqual([1, expect.stringMatching(/There is no role nobody_\w+, .*Nothing was changed\.\n$/)]);
    expect(await withSql(urlOf(ownerRole, newName), (sql) => sql`select tablename from pg_tables where schemaname = 'public'`)).toEqual([]);
  });

  // spec s13-backup.11 | S13 3 | After a restore as the owner, the site runs as a role that owns nothing: people sign in, book and upload |
  //   src/server/cli/restore.ts, src/db/grants.ts
  test('is restored as the owner, and the site works on it as a role that owns nothing', async () => {
    const restored = await runBuilt('restore', ['--from', file], envOf(newName, 'new'));
    expect([restored.status, restored.stderr]).toEqual([0, '']);
    const owned = await withSql(
      urlOf(ownerRole, newName),
      (sql) => sql`
        select objid from pg_shdepend where deptype = 'o' and refobjid = ${appRole}::regrole
        union all select oid from pg_class where relowner = ${appRole}::regrole
        union all select oid from pg_proc where proowner = ${appRole}::regrole
        union all select oid from pg_type where typowner = ${appRole}::regrole`,
    );
    expect(owned).toEqual([]);
    const server = await startAs(newName, 'new');
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready' });
    const person = personAt(server);
    expect([await person.signIn(), await person.book(tutor, 2)]).toEqual([200, 201]);
    expect(JSON.stringify(await person.bookings()).match(/"status":"pending"/g)).toHaveLength(2);
    expect((await fetch(server.url + photo)).status).toBe(200);
    const uploaded = await person.upload();
    expect([uploaded.status, (await fetch(server.url + uploaded.path)).status]).toEqual([200, 200]);
    await expect
      .poll(() => withSql(urlOf(ownerRole, newName), (sql) => sql`select 1 from jobs where due_at < now()`), { timeout: 20_000 })
      .toHaveLength(0);
    await withSql(urlOf(appRole, newName), async (sql) => {
      await expect(sql`drop table reviews`).rejects.toThrow('must be owner of table reviews');
      await expect(sql`delete from audit_entries`).rejects.toThrow('permission denied for table audit_entries');
      await expect(sql`create table notes (id int)`).rejects.toThrow('permission denied for schema public');
    });
    await server.stop();
  });
});
