import { fileURLToPath } from 'node:url';
import { poolSizeFor } from '#db/client.ts';
import { ensureMigrated } from '#db/migrate.ts';
import { type Assignment, type ClusterMembership, joinCluster, startWorkers } from './cluster.ts';
import { type Config, loadConfig, warningsOf } from './config.ts';
import { ensureDatabase, launchPostgres } from './infra/embedded-postgres/launch.ts';
import { createHttpServer } from './infra/http-server.ts';
import { listen } from './infra/listen.ts';
import { createLog, type Log } from './infra/log.ts';
import { onStop } from './infra/signals.ts';
import { createRuntime } from './runtime.ts';
import { headersOfRefusals } from './security-headers.ts';

type Database = Assignment & { stop: () => Promise<void> };

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SHUTDOWN_TIMEOUT_MS = 10_000;

async function start(): Promise<void> {
  const config = loadConfig('production', ROOT);
  const log = createLog({ level: config.logLevel });
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise failed and nobody was waiting for it'));
  const worker = joinCluster();
  if (worker) await work(config, log, worker);
  else if (config.processes > 1) await lead(config, log);
  else await serveAlone(config, log);
}

async function serveAlone(config: Config, log: Log): Promise<void> {
  let database: Database | undefined;
  const serving = await serve(config, log, async () => {
    database = await openDatabase(config, log);
    return database;
  });
  onStop(config, async (reason) => {
    log.info({ reason }, 'stopping');
    await serving.stop();
    await database?.stop();
  });
  log.info({ port: serving.port, url: config.publicUrl }, 'ready');
}

async function lead(config: Config, log: Log): Promise<void> {
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
    await (await opening).stop();
  });
  log.info({ port: workers.port, url: config.publicUrl, processes }, 'ready');
}

async function work(config: Config, log: Log, worker: ClusterMembership): Promise<void> {
  const serving = await serve(config, log, async () => ({ ...(await worker.assignment), sibling: worker.sibling }));
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= serving.stop();
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

/** The port is opened first: requests that come early wait. */
async function serve(config: Config, log: Log, prepare: () => Promise<Given>) {
  const server = createHttpServer(headersOfRefusals(config));
  const { port, drain } = await listen(server, config);
  const ready = prepare().then(({ databaseUrl, connections, sibling }) => createRuntime({ config, databaseUrl, log, connections, sibling }));
  server.on('request', (request, response) => void ready.then((runtime) => runtime.listener(request, response)));
  server.on('upgrade', (request, socket, head) => void ready.then((runtime) => runtime.upgrade(request, socket, head) || socket.destroy()));
  const runtime = await ready;

  return {
    port,
    async stop() {
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
  await ensureMigrated(url, config.folders.migrations);
  return { databaseUrl: url, connections: await poolSizeFor(url, config.processes), stop };
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
