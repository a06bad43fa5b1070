import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findWritable } from '#db/addresses.ts';
import { hasStatementTimeout, MAX_CONNECTIONS, poolSizeFor } from '#db/client.ts';
import { ensureMigrated } from '#db/migrate.ts';
import { refuseWrongPooling } from '#db/pooling.ts';
import { type Assignment, type ClusterMembership, joinCluster, startWorkers } from './cluster.ts';
import { type Config, loadConfig, warningsOf } from './config.ts';
import { ensureDatabase, launchPostgres } from './infra/embedded-postgres/launch.ts';
import { createHttpServer } from './infra/http-server.ts';
import { listen } from './infra/listen.ts';
import { createLog, type Log } from './infra/log.ts';
import { readVersion } from './infra/readiness.ts';
import { onStop } from './infra/signals.ts';
import type { ErrorReports } from './infra/telemetry/error-reports.ts';
import { createClusterMetrics } from './infra/telemetry/metrics.ts';
import { startMetricsServer } from './infra/telemetry/metrics-server.ts';
import { createRuntime } from './runtime.ts';
import { headersOfRefusals } from './security-headers.ts';

type Database = Assignment & { stop: () => Promise<void> };

type Started = { config: Config; log: Log; flushReports: () => Promise<void> };

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SHUTDOWN_TIMEOUT_MS = 10_000;
const NO_TIMEOUT =
  'statements that come through the pooler of DATABASE_URL have no time limit of 8 seconds or less: set statement_timeout where it connects (docs/production.md)';

async function start(): Promise<void> {
  const config = loadConfig('production', ROOT);
  const reports = await startErrorReports(config);
  const log = createLog({ level: config.logLevel, report: reports?.report });
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise failed and nobody was waiting for it'));
  const worker = joinCluster();
  const started = { config, log, flushReports: async () => reports?.close() };
  if (worker) await work(started, worker);
  else if (config.processes > 1) await lead(started);
  else await serveAlone(started);
}

/** The library is loaded only where errors are reported. */
async function startErrorReports({ sentryDsn, mode, folders }: Config): Promise<ErrorReports | null> {
  if (sentryDsn === null) return null;
  const { createErrorReports } = await import('./infra/telemetry/error-reports.ts');
  return createErrorReports({ dsn: sentryDsn, release: `vidya@${readVersion(folders.root)}`, environment: mode });
}

/** Opened before anything else is started, so that a port in use is noticed first. */
async function exposeMetrics({ metrics }: Config, print: () => Promise<string>): Promise<() => Promise<void>> {
  return metrics ? (await startMetricsServer(metrics, print)).close : async () => {};
}

async function serveAlone({ config, log, flushReports }: Started): Promise<void> {
  let database: Database | undefined;
  let printMetrics = async () => '';
  const hideMetrics = await exposeMetrics(config, () => printMetrics());
  const serving = await serve(config, log, async () => {
    database = await openDatabase(config, log);
    return database;
  });
  ({ printMetrics } = serving);
  onStop(config, async (reason) => {
    log.info({ reason }, 'stopping');
    await serving.stop();
    await hideMetrics();
    await database?.stop();
    await flushReports();
  });
  log.info({ port: serving.port, url: config.publicUrl }, 'ready');
}

async function lead({ config, log, flushReports }: Started): Promise<void> {
  const hideMetrics = await exposeMetrics(config, createClusterMetrics());
  const opening = openDatabase(config, log);
  const { processes } = config;
  const workers = await startWorkers({ processes, assignment: opening.then(({ stop: _, ...assignment }) => assignment), log }).catch(
    async (error: unknown) => {
      await (await opening).stop();
      throw error;
    },
  );
  onStop(config, async (reason) => {
    log.info({ reason }, 'stopping');
    await workers.stop();
    await hideMetrics();
    await (await opening).stop();
    await flushReports();
  });
  log.info({ port: workers.port, url: config.publicUrl, processes }, 'ready');
}

async function work({ config, log, flushReports }: Started, worker: ClusterMembership): Promise<void> {
  const prepare = async () => ({ ...(await worker.assignment), sibling: worker.sibling });
  const serving = await serve(config, log, prepare, { listensFirst: !worker.replacesAnother });
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= serving.stop().then(flushReports);
    return stopping;
  };
  onStop(config, stop);
  worker.onStop(
    () =>
      void stop().then(
        () => process.exit(0),
        () => process.exit(1),
      ),
  );
  worker.ready(serving.port);
}

type Given = Assignment & Pick<Parameters<typeof createRuntime>[0], 'sibling'>;

/**
 * Opens the port first, so that early requests wait instead of failing, and a port in use is noticed before anything is done. A process that
 * replaces another one opens it last, because the others answer until then.
 */
async function serve(config: Config, log: Log, prepare: () => Promise<Given>, { listensFirst = true } = {}) {
  const server = createHttpServer(headersOfRefusals(config));
  const opened = listensFirst ? await listen(server, config) : null;
  const ready = prepare().then(({ databaseUrl, connections, sibling }) => createRuntime({ config, databaseUrl, log, connections, sibling }));
  server.on('request', (request, response) => void ready.then((runtime) => runtime.listener(request, response)));
  server.on('upgrade', (request, socket, head) => void ready.then((runtime) => runtime.upgrade(request, socket, head) || socket.destroy()));
  const runtime = await ready;
  const { port, drain } = opened ?? (await listen(server, config));

  return {
    port,
    printMetrics: runtime.printMetrics,
    async stop() {
      runtime.announceStop();
      await pause(config.stopDelayMs);
      runtime.broadcastReconnect();
      await drain(SHUTDOWN_TIMEOUT_MS);
      await runtime.close();
      server.closeAllConnections();
    },
  };
}

async function openDatabase(config: Config, log: Log): Promise<Database> {
  for (const warning of warningsOf(config)) log.warn(warning);
  const { url, stop } = config.databaseUrl ? { url: config.databaseUrl, stop: async () => {} } : await embedded(config.folders.data, log);
  const { databaseDirectUrl: directUrl, databaseReadUrl: readUrl, hasPreparedStatements: isPrepared } = config;
  if (config.databaseUrl) await refuseWrongPooling({ url, directUrl, readUrl, isPrepared });
  const writable = await findWritable(directUrl ?? url);
  await ensureMigrated(writable, config.folders.migrations);
  if (directUrl !== null && !(await hasStatementTimeout(url))) log.warn(NO_TIMEOUT);
  return { databaseUrl: url, connections: config.poolSize ?? (await poolSizeOf(writable, config)), stop };
}

/** Behind a pooler, `max_connections` of PostgreSQL does not limit the clients. */
async function poolSizeOf(url: string, { databaseDirectUrl, processes }: Config): Promise<number> {
  return databaseDirectUrl === null ? poolSizeFor(url, processes) : MAX_CONNECTIONS;
}

async function embedded(folder: string, log: Log) {
  const postgres = await launchPostgres({ folder, onRestart: (problem) => log.warn(problem) });
  return { url: await ensureDatabase(postgres, 'vidya'), stop: postgres.stop };
}

await start().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
