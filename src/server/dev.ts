import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import postgres from 'postgres';
import type { RunnableDevEnvironment, ViteDevServer } from 'vite';
import { migrate } from '#db/migrate.ts';
import { DEMO_EMAILS, DEMO_PASSWORD } from '#seed/logins.ts';
import { withPageConfig } from '#shared/page-config.ts';
import { type Config, loadConfig, pageConfig } from './config.ts';
import { isForThisMachine, isThisMachine, NOT_THIS_MACHINE } from './dev-hosts.ts';
import { ensureDatabase, launchPostgres } from './infra/embedded-postgres/launch.ts';
import { toRawResponse } from './infra/http-server.ts';
import { listen } from './infra/listen.ts';
import { createLog, isTerminal, type Log } from './infra/log.ts';
import { onStop } from './infra/signals.ts';
import { entranceOf, pathOf } from './request-routing.ts';
import type * as RuntimeModule from './runtime.ts';
import type { Handles, Runtime } from './runtime.ts';
import { securityHeaders } from './security-headers.ts';

/** `serverSide` is a function because Vite replaces it when its configuration changes. */
type DevServer = { vite: ViteDevServer; serverSide: () => RunnableDevEnvironment };
type HotRuntime = { get: () => Promise<Runtime>; close: () => Promise<void> };

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RUNTIME = '/src/server/runtime.ts';
/** Transformed in advance, because modules load one after another. */
const SERVER_CODE = ['./src/server/{api,core,edge,features,infra,rest}/**/*.ts', './src/{db,shared}/**/*.ts'];
/** Everything else in the project (.data, .env, .git, dist) is not served. */
const SERVED = ['src', 'node_modules', 'index.html'];
const NEVER_SERVED = ['.env', '.env.*', '*.{crt,pem,key}', 'app-secret', 'pg.json', '**/.git/**', '**/.data/**', '**/node_modules/.cache/**'];
const HANDOVER_MS = 1_000;
const GATHER_MS = 30;

async function start(): Promise<void> {
  const { config, closeOpenid } = await withOpenid(loadConfig('development', ROOT));
  const log = createLog({ level: config.logLevel, pretty: isTerminal() });
  const server = createHttpServer();
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise failed and nobody was waiting for it'));
  const { port, drain } = await listen(server, config);
  const ready = prepare(server, config, log);

  let viteListens = false;
  server.on('request', (request, response) => {
    for (const [name, value] of Object.entries(securityHeaders(request, config))) response.setHeader(name, value);
    if (isForThisMachine(request.headers.host, config)) void ready.then(({ vite, runtime }) => answer(request, response, vite, runtime));
    else response.writeHead(403, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }).end(NOT_THIS_MACHINE);
  });
  server.on('upgrade', (request, socket, head) => {
    if (!isForThisMachine(request.headers.host, config)) {
      socket.end(toRawResponse(403, securityHeaders(request, config), NOT_THIS_MACHINE));
      return;
    }
    if (isForVite(request)) return viteListens || socket.destroy();
    const taken = ready.then(({ runtime }) => runtime.get()).then((current) => current.upgrade(request, socket, head));
    return taken.then(
      (isTaken) => isTaken || socket.destroy(),
      () => socket.destroy(),
    );
  });
  onStop(config, async () => {
    const { vite, runtime, database } = await ready;
    await drain(0);
    server.closeAllConnections();
    await runtime.close();
    await vite.close();
    await closeOpenid();
    await database.stop();
  });

  const { runtime, database } = await ready;
  viteListens = true;
  await runtime.get().catch((error: unknown) => process.stderr.write(`${textOf(error)}\n`));
  process.stdout.write(welcome(config.appName, port, database.isDemo));
}

async function withOpenid(config: Config): Promise<{ config: Config; closeOpenid: () => Promise<void> }> {
  if (!config.hasDevOpenid) return { config, closeOpenid: async () => {} };
  const { startOpenid } = await import('./dev-openid.ts');
  const openid = await startOpenid({
    redirectUris: [`${config.publicUrl}/api/auth/google/callback`],
    people: [
      { id: 'student', email: DEMO_EMAILS.student, isEmailVerified: true, name: 'Kavindu Perera' },
      { id: 'newcomer', email: 'newcomer@vidya.test', isEmailVerified: true, name: 'Nethmi Jayawardena', hasPicture: true },
      { id: 'unverified', email: 'unverified@vidya.test', isEmailVerified: false, name: 'Ruwan Bandara' },
    ],
  });
  return { config: { ...config, google: openid.settings, outgoingAllow: [...config.outgoingAllow, openid.host] }, closeOpenid: openid.close };
}

async function prepare(server: Server, config: Config, log: Log) {
  const [development, database] = await Promise.all([startVite(server, config), startDatabase(config, log)]);
  return {
    vite: development.vite,
    database,
    runtime: hotRuntime(development, { config, databaseUrl: database.url, log, documentFor: documentFrom(development.vite) }),
  };
}

/** Vite takes long to load, so it is loaded while PostgreSQL starts, without source maps of its own dependencies. */
async function startVite(server: Server, config: Config): Promise<DevServer> {
  process.setSourceMapsEnabled(false);
  const { createServer, isRunnableDevEnvironment } = await import('vite');
  const page = pageConfig(config, new Date());
  const vite = await createServer({
    root: ROOT,
    configLoader: 'native',
    appType: 'custom',
    clearScreen: false,
    server: {
      middlewareMode: true,
      ws: { server },
      warmup: { ssrFiles: SERVER_CODE },
      fs: { strict: true, allow: SERVED.map((name) => realpathSync(join(ROOT, name))), deny: NEVER_SERVED },
      // `isForThisMachine` has checked the host already.
      allowedHosts: isThisMachine(config.host) ? [new URL(config.publicUrl).hostname] : true,
    },
    plugins: [{ name: 'vidya:page-config', transformIndexHtml: { order: 'pre', handler: (html) => withPageConfig(html, page) } }],
  });
  const serverSide = () => {
    const { ssr } = vite.environments;
    if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite does not run server code in this process');
    return ssr;
  };
  // Errors of our own code are shown when it is requested.
  await serverSide()
    .runner.import(RUNTIME)
    .catch(() => undefined);
  return { vite, serverSide };
}

function documentFrom(vite: ViteDevServer): (href: string) => Promise<string> {
  return async (href) => vite.transformIndexHtml(href, await readFile(join(ROOT, 'index.html'), 'utf8'));
}

async function startDatabase(config: Config, log: Log) {
  const database = config.databaseUrl ? { url: config.databaseUrl, stop: async () => {} } : await embedded(config.folders.data, log);
  await migrate(database.url, config.folders.migrations);
  let { isEmpty, isDemo } = await whatIsIn(database.url);
  if (isEmpty) {
    log.info('making the demo data; this happens once');
    const { seedIfEmpty } = await import('#seed/seed.ts');
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: config.timezone }).format(new Date());
    isDemo = await seedIfEmpty({
      databaseUrl: database.url,
      today,
      appTimezone: config.timezone,
      appName: config.appName,
      filesDir: join(config.folders.data, 'uploads'),
      log: { info: (message) => log.info(message) },
    });
  }
  return { ...database, isDemo };
}

async function embedded(folder: string, log: Log) {
  const server = await launchPostgres({ folder, onRestart: (problem) => log.warn(problem) });
  return { url: await ensureDatabase(server, 'vidya'), stop: server.stop };
}

async function whatIsIn(url: string): Promise<{ isEmpty: boolean; isDemo: boolean }> {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    const [found] =
      await sql`select not exists (select from users) as empty, exists (select from users where email = ${DEMO_EMAILS.student}) as demo`;
    return { isEmpty: found?.empty === true, isDemo: found?.demo === true };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function hotRuntime({ vite, serverSide }: DevServer, handles: Handles): HotRuntime {
  let loaded: { module: typeof RuntimeModule; runtime: Runtime } | null = null;
  let loading: Promise<Runtime> | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function load(): Promise<Runtime> {
    const module = await serverSide().runner.import<typeof RuntimeModule>(RUNTIME);
    if (module === loaded?.module) return loaded.runtime;
    const runtime = await module.createRuntime(handles);
    const before = loaded?.runtime;
    loaded = { module, runtime };
    before?.broadcastReconnect();
    if (before) void pause(HANDOVER_MS).then(before.close);
    return runtime;
  }
  function get(): Promise<Runtime> {
    loading ??= load().finally(() => {
      loading = null;
    });
    return loading;
  }

  vite.watcher.on('change', (file) => {
    if (!serverSide().moduleGraph.getModulesByFile(file.replaceAll('\\', '/'))) return;
    clearTimeout(timer);
    timer = setTimeout(() => get().catch((error: unknown) => vite.config.logger.error(textOf(error))), GATHER_MS);
  });
  return { get, close: async () => loaded?.runtime.close() };
}

function answer(request: IncomingMessage, response: ServerResponse, vite: ViteDevServer, hot: HotRuntime): void {
  const { method = 'GET', url, headers } = request;
  if (entranceOf(method, pathOf(url), headers) === 'page') {
    // Some URLs contain a token.
    response.setHeader('Referrer-Policy', 'no-referrer');
    vite.middlewares(request, response, () => runApp(request, response, hot));
  } else runApp(request, response, hot);
}

function runApp(request: IncomingMessage, response: ServerResponse, hot: HotRuntime): void {
  hot.get().then(
    (runtime) => runtime.listener(request, response),
    (error: unknown) => response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end(textOf(error)),
  );
}

function textOf(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return stripVTControlCharacters(text);
}

function isForVite({ headers }: IncomingMessage): boolean {
  return /^vite-(hmr|ping)$/.test(headers['sec-websocket-protocol'] ?? '');
}

function welcome(name: string, port: number, isDemo: boolean): string {
  const logins = `\n  Demo logins, all with the password ${DEMO_PASSWORD}:\n    ${Object.values(DEMO_EMAILS).join(', ')}\n`;
  return `\n  ${name} is at http://localhost:${port}\n${isDemo ? logins : ''}\n`;
}

await start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
