import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobs } from '#db/schema/jobs.ts';
import { users } from '#db/schema/people.ts';
import { createPasswords, createSessions } from '#server/infra/credentials.ts';
import { launchPostgres } from '#server/infra/embedded-postgres/launch.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent } from '#tests/support/factories.ts';
import { processesNaming } from '#tests/support/processes.ts';

const database = useDatabase();
const SCRIPT = '/usr/bin/script';
const SOURCE = 'src/server/cli/admin.ts';
// As deep below the project as its source is.
const BUNDLES = `node_modules/.cache/vidya-admin-${process.pid}`;
const FROM_SOURCE = [process.execPath, '--import', 'tsx', SOURCE] as const;
/** Starts in a third of the time. */
const BUNDLED = [process.execPath, join(BUNDLES, 'admin.js')] as const;
const PASSWORD = 'correct horse';
const started: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), 'vidya-admin-'));

beforeAll(async () => {
  const rolldownOptions = { output: { entryFileNames: 'admin.js' } };
  await build({ configFile: false, logLevel: 'error', publicDir: false, build: { ssr: SOURCE, outDir: BUNDLES, rolldownOptions } });
});
afterAll(() => {
  for (const child of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
  rmSync(BUNDLES, { recursive: true, force: true });
});

type Ended = { code: number | null; output: string };

/** Types each answer when its question is printed. */
function run(command: readonly string[], env: NodeJS.ProcessEnv, typed: readonly [question: string, answer: string][] = []): Promise<Ended> {
  const [program = '', ...args] = command;
  const surroundings = { ...process.env, DATA_DIR: join(folder, '.data'), DATABASE_URL: database.url, NODE_ENV: '', VITEST: '', ...env };
  const child = spawn(program, args, { env: surroundings, stdio: ['pipe', 'pipe', 'pipe'] });
  started.push(child);
  const open = [...typed];
  let output = '';
  if (open.length === 0) child.stdin.end();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
      const [next] = open;
      if (!next || !output.includes(next[0])) return;
      open.shift();
      child.stdin.write(`${next[1]}\r`);
    });
  }
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

const admin = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => run([...BUNDLED, ...args], env);
const fromSource = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => run([...FROM_SOURCE, ...args], env);
const create = (email: string, env: NodeJS.ProcessEnv = { ADMIN_PASSWORD: PASSWORD }) => admin(['create', '--email', email, '--name', 'Ada'], env);
const remove = (email: string) => admin(['remove', '--email', email]);
const accountOf = async (email: string) => (await database.db.select().from(users).where(eq(users.email, email)))[0];

describe('npm run admin:create', () => {
  // spec production.1 | D Accounts, S2 | npm run admin:create, with the password asked for or from ADMIN_PASSWORD | src/server/cli/admin.ts
  it('makes an admin with a proven address who can sign in', async () => {
    const { code, output } = await fromSource(['create', '--email', 'Ada@Example.com', '--name', 'Ada'], { ADMIN_PASSWORD: PASSWORD });
    expect(output).toBe('The admin ada@example.com was created and can sign in at http://localhost:3000/login.\n');
    expect(code).toBe(0);
    expect(await accountOf('ada@example.com')).toMatchObject({ name: 'Ada', role: 'admin', emailVerifiedAt: expect.any(Date) });
    const { user } = await callerAs(database, null).auth.login({ email: 'ada@example.com', password: PASSWORD });
    expect(user).toMatchObject({ role: 'admin', emailVerified: true });
  });

  // spec production.1
  it('refuses an address that somebody has, in whatever case, and changes nothing', async () => {
    const student = await aStudent(database.db, { email: 'taken@example.com', passwordHash: await createPasswords().hash('their own') });
    const { code, output } = await create('Taken@Example.com');
    expect(output).toBe('An account with this email already exists. Nothing was changed.\n');
    expect(code).toBe(1);
    expect(await accountOf('taken@example.com')).toEqual(student);
  });

  it.each<[string, readonly string[], NodeJS.ProcessEnv, string]>([
    [
      'a short password',
      ['create', '--email', 'b@example.com', '--name', 'Bo'],
      { ADMIN_PASSWORD: 'short' },
      'Password must be at least 6 characters',
    ],
    ['no address', ['create', '--email', 'b', '--name', 'Bo'], { ADMIN_PASSWORD: PASSWORD }, 'Please enter a valid email address'],
    [
      'no way to ask',
      ['create', '--email', 'b@example.com', '--name', 'Bo'],
      { ADMIN_PASSWORD: '' },
      'Set ADMIN_PASSWORD, or run this in a terminal',
    ],
    [
      'a password on the command line',
      ['create', '--email', 'b@example.com', '--name', 'Bo', '--password', PASSWORD],
      {},
      'Usage: npm run admin:create',
    ],
    ['no name', ['create', '--email', 'b@example.com'], { ADMIN_PASSWORD: PASSWORD }, 'Usage: npm run admin:create'],
    [
      'a database that is away',
      ['remove', '--email', 'b@example.com'],
      { DATABASE_URL: 'postgres://u:topsecret@127.0.0.1:1/x' },
      'It did not work: ',
    ],
  ])('says in a word what is wrong: %s', async (_, args, env, sentence) => {
    const { code, output } = await admin(args, env);
    expect(output.startsWith(sentence)).toBe(true);
    expect(output).not.toMatch(/ {4}at |topsecret/);
    expect(output).not.toContain(PASSWORD);
    expect(code).toBe(1);
    expect(await accountOf('b@example.com')).toBeUndefined();
  });

  describe.runIf(existsSync(SCRIPT))('in a terminal', () => {
    const inTerminal = (email: string, typed: readonly [string, string][], command: readonly string[] = BUNDLED) =>
      run([SCRIPT, '-qec', [...command, 'create', '--email', email, '--name', 'Ada'].join(' '), '/dev/null'], { ADMIN_PASSWORD: '' }, typed);

    // spec production.1
    it('asks for the password twice and shows nothing of it', async () => {
      const { code, output } = await inTerminal(
        'term@example.com',
        [
          ['Password: ', PASSWORD],
          ['Once more: ', PASSWORD],
        ],
        FROM_SOURCE,
      );
      expect(output).toContain('The admin term@example.com was created');
      expect(output).not.toContain('horse');
      expect(code).toBe(0);
      await callerAs(database, null).auth.login({ email: 'term@example.com', password: PASSWORD });
    });

    it.each<[string, readonly [string, string][], string]>([
      [
        'two that differ',
        [
          ['Password: ', PASSWORD],
          ['Once more: ', 'another horse'],
        ],
        "Passwords don't match",
      ],
      ['a short one', [['Password: ', 'short']], 'Password must be at least 6 characters'],
      ['Ctrl-C', [['Password: ', '\u0003']], 'No password was given.'],
    ])('makes nobody of %s', async (_, typed, sentence) => {
      const { code, output } = await inTerminal('nobody@example.com', typed);
      expect(output).toContain(sentence);
      expect(code).toBe(1);
      expect(await accountOf('nobody@example.com')).toBeUndefined();
    });
  });
});

describe('npm run admin:remove', () => {
  beforeAll(async () => {
    await database.db.delete(users).where(eq(users.role, 'admin'));
  });

  // spec production.2 | D Accounts | npm run admin:remove, never the last, also when two go at once | src/server/features/auth/admins.commands.ts
  it('removes an admin with all sessions, tells them by mail, and never removes the last', async () => {
    const [first, other] = [await anAdmin(database.db, { email: 'one@example.com' }), await anAdmin(database.db, { email: 'other@example.com' })];
    const token = await createSessions(database.db).createSession(first.id, { isRemembered: true, origin: 'password', userAgent: '' });
    expect(await fromSource(['remove', '--email', 'One@Example.com'])).toEqual({ code: 0, output: 'The admin one@example.com was removed.\n' });
    expect(await accountOf('one@example.com')).toBeUndefined();
    expect(await createSessions(database.db).findOwner(token)).toBeNull();
    const planned = await database.db.select({ params: jobs.params }).from(jobs);
    expect(planned).toContainEqual({ params: { mail: 'account_closed', role: 'admin', name: first.name, to: first.email } });

    expect(await remove('other@example.com')).toEqual({ code: 1, output: 'The last admin cannot be deleted. Nothing was changed.\n' });
    expect(await accountOf(other.email)).toBeDefined();
  });

  it.each(['nobody@example.com', 'student@example.com'])('knows %s for no admin', async (email) => {
    if (email.startsWith('student')) await aStudent(database.db, { email });
    expect(await remove(email)).toEqual({ code: 1, output: 'No admin has this email address. Nothing was changed.\n' });
    expect(await accountOf(email)).toEqual(email.startsWith('student') ? expect.anything() : undefined);
  });
});

describe('with the embedded database', () => {
  const own = { DATABASE_URL: '', ADMIN_PASSWORD: PASSWORD };

  it('works whether a server runs on it or not, and leaves nothing running that did not run', async () => {
    chmodSync(folder, 0o755);
    expect((await create('first@example.com', own)).code).toBe(0);
    expect(processesNaming(`${folder}/.data/pg`)).toEqual([]);

    const server = await launchPostgres({ folder: join(folder, '.data'), settings: { fsync: 'off' } });
    expect((await create('second@example.com', own)).code).toBe(0);
    expect(await create('first@example.com', own)).toEqual({ code: 1, output: 'An account with this email already exists. Nothing was changed.\n' });
    expect(processesNaming(`${folder}/.data/pg`).length).toBeGreaterThan(0);
    await server.stop();
    expect(processesNaming(`${folder}/.data/pg`)).toEqual([]);
  });
});
