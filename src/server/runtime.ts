import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { type Connection, connect } from '#db/client.ts';
import { createSocketServer } from './api/socket.ts';
import { createApp } from './app.ts';
import { type Config, pageConfig } from './config.ts';
import { createPages } from './edge/pages.ts';
import { entranceOf, pathOf } from './entrances.ts';
import { sweepExpired } from './infra/expired.ts';
import { type JobRunner, startJobRunner } from './infra/job-runner.ts';
import type { Log } from './infra/log.ts';
import { createServices, JOB_HANDLERS, type Services } from './services.ts';

/** What outlives a runtime; plain things, for in development they come from outside Vite's module runner. */
export type Handles = { config: Config; databaseUrl: string; log: Log };

export type Runtime = {
  listener: (request: IncomingMessage, response: ServerResponse) => void;
  /** True when it has taken the socket. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;
  broadcastReconnect: () => void;
  close: () => Promise<void>;
};

/** Everything of the server that is made anew when its code changes, and closed with it. */
export async function createRuntime({ config, databaseUrl, log }: Handles): Promise<Runtime> {
  const connection = connect(databaseUrl);
  const services = await createServices({ config, connection, log }).catch(async (error: unknown) => {
    await connection.close();
    throw error;
  });
  const runner = runJobs(services, connection);
  const toApp = getRequestListener(createApp(services).fetch);
  const toPages =
    config.mode === 'production' ? getRequestListener(createPages({ root: config.folders.client, config: pageConfig(config) }).fetch) : toApp;
  const sockets = createSocketServer({ ...services, failed: (error) => log.debug({ err: error }, 'a WebSocket broke') });

  return {
    listener(request, response) {
      const { method = 'GET', url, headers } = request;
      const serve = entranceOf(method, pathOf(url), headers) === 'page' ? toPages : toApp;
      void serve(request, response);
    },
    upgrade(request, socket, head) {
      if (pathOf(request.url) !== '/trpc') return false;
      if (mayOpen(request, config)) sockets.upgrade(request, socket, head);
      else socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return true;
    },
    broadcastReconnect: sockets.reconnect,
    async close() {
      await sockets.close();
      await runner.close();
      await services.close();
      await connection.close();
    },
  };
}

/** Nobody calls a job, so it runs as nobody. */
function runJobs({ hub, now, log, contextOf }: Services, { db }: Connection): JobRunner {
  const context = () => contextOf({ state: 'none' }, { address: '', userAgent: '' });
  return startJobRunner({ db, hub, now, log, context, handlers: JOB_HANDLERS, sweep: sweepExpired });
}

/** Browsers always say whose page opens a socket: ours, or one of the origins that may call us. */
function mayOpen({ headers }: IncomingMessage, { publicUrl, corsOrigins }: Config): boolean {
  const { origin, host } = headers;
  if (origin === undefined || origin === publicUrl || corsOrigins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
