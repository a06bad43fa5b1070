import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { migrate } from '#db/migrate.ts';
import { type Config, loadConfig } from './config.ts';
import { ensureDatabase, launchPostgres } from './infra/embedded-postgres/launch.ts';
import { listen } from './infra/listen.ts';
import { createLog, type Log } from './infra/log.ts';
import { onStop } from './infra/signals.ts';
import { createRuntime } from './runtime.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PATIENCE_MS = 10_000;

async function start(): Promise<void> {
  const config = loadConfig('production', ROOT);
  const log = createLog({ level: config.logLevel });
  const server = createServer({ keepAliveTimeout: 65_000 });
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise failed and nobody was waiting for it'));
  const { port, drain } = await listen(server, config);
  const ready = prepare(config, log);
  // What comes before we are ready waits for it.
  server.on('request', (request, response) => void ready.then(({ runtime }) => runtime.listener(request, response)));
  server.on('upgrade', (request, socket, head) => void ready.then(({ runtime }) => runtime.upgrade(request, socket, head) || socket.destroy()));
  const { runtime, database } = await ready;
  log.info({ port, url: config.publicUrl }, 'ready');

  onStop(config, async (reason) => {
    log.info({ reason }, 'stopping');
    runtime.broadcastReconnect();
    await drain(PATIENCE_MS);
    await runtime.close();
    server.closeAllConnections();
    await database.stop();
  });
}

async function prepare(config: Config, log: Log) {
  const database = config.databaseUrl ? { url: config.databaseUrl, stop: async () => {} } : await embedded(config.folders.data, log);
  await migrate(database.url, config.folders.migrations);
  const runtime = await createRuntime({ config, databaseUrl: database.url, log });
  return { runtime, database };
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
