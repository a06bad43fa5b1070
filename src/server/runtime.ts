import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { type Connection, connect, type WatchStatement } from '#db/client.ts';
import { openReplica, type ReplicaState } from '#db/replica.ts';
import { loadTexts } from '#locales/texts.ts';
import { createInProcessCall } from './api/in-process.ts';
import { createTrpcWebSocketServer } from './api/websocket-server.ts';
import { createApp } from './app.ts';
import { type Config, pageConfig } from './config.ts';
import { NO_CLIENT } from './core/context.ts';
import type { Hub } from './core/hub.ts';
import { type LoggedRequest, requestField } from './core/logged-request.ts';
import type { Observation } from './core/observations.ts';
import { acquireUnlimited, createSocketLimit } from './core/socket-limits.ts';
import { createFiles, createPages, type PageRoutes, readBuild } from './edge/pages.ts';
import { createSocketIoHandler } from './edge/socketio.ts';
import type { Sibling } from './edge/socketio-relay.ts';
import { PAGES_TOPIC } from './features/pages/pages.projector.ts';
import { prepareArchiveFolder } from './infra/archives.ts';
import { readBackupTime } from './infra/backup/backup-folder.ts';
import { startClock } from './infra/clock.ts';
import { toRawResponse } from './infra/http-server.ts';
import { type JobRunner, type JobRunnerOptions, startJobRunners } from './infra/job-runner.ts';
import type { Log } from './infra/log.ts';
import { readVersion } from './infra/readiness.ts';
import { sweepExpired } from './infra/sweep.ts';
import { createFigures } from './infra/telemetry/figures.ts';
import { createMetrics } from './infra/telemetry/metrics.ts';
import { createObserver } from './infra/telemetry/observer.ts';
import { NO_TRACING, startTracing } from './infra/telemetry/tracing.ts';
import { JOB_HANDLERS } from './registry.ts';
import { createRequestLog } from './request-log.ts';
import { entranceOf, pathOf } from './request-routing.ts';
import { securityHeaders } from './security-headers.ts';
import { archivesFolderOf, createServices, type Services } from './services.ts';

/** Plain data, because in development it comes from outside Vite's module runner. */
export type Handles = {
  config: Config;
  databaseUrl: string;
  log: Log;
  connections?: number;
  sibling?: Sibling;
  /** In development: the document that Vite has transformed. */
  documentFor?: (href: string) => Promise<string>;
};

export type Runtime = {
  listener: (request: IncomingMessage, response: ServerResponse) => void;
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;
  announceStop: () => void;
  broadcastReconnect: () => void;
  printMetrics: () => Promise<string>;
  close: () => Promise<void>;
};

const REPLICA_NEWS: Record<ReplicaState, string> = {
  used: 'what visitors read comes from the replica of DATABASE_READ_URL',
  away: 'the replica of DATABASE_READ_URL does not answer: what visitors read comes from the primary',
  behind: 'the replica of DATABASE_READ_URL is too far behind: what visitors read comes from the primary',
  other: 'the server of DATABASE_READ_URL is no replica of the primary: what visitors read comes from the primary',
};

export async function createRuntime({ config, databaseUrl, log, connections, sibling, documentFor }: Handles): Promise<Runtime> {
  const tracing = config.hasTracing ? await startTracing({ version: readVersion(config.folders.root) }) : NO_TRACING;
  const { databaseDirectUrl: directUrl, databaseReadUrl, hasPreparedStatements: isPrepared } = config;
  const pooling = { max: connections, isPrepared, watchStatement: ((text) => watchStatement(text)) satisfies WatchStatement };
  const connection = connect(databaseUrl, { ...pooling, directUrl });
  const replica =
    databaseReadUrl === null
      ? null
      : openReplica({
          ...pooling,
          url: databaseReadUrl,
          isPooled: directUrl !== null,
          primary: connection.db,
          onChange: (state) => (state === 'used' ? log.info(REPLICA_NEWS.used) : log.warn(REPLICA_NEWS[state])),
        });
  const now = () => clock.now();
  const openSockets = { trpc: () => 0, socketio: () => 0 };
  const { backupFolder } = config;
  const metrics = createMetrics({
    figures: createFigures(connection.db, now),
    countSockets: () => ({ trpc: openSockets.trpc(), socketio: openSockets.socketio() }),
    readBackupTime: backupFolder === null ? null : () => readBackupTime(backupFolder),
    now,
    isDatabaseAlive: connection.isAlive,
    poolSize: connections ?? connection.poolSize,
    replica,
  });
  const observe = createObserver({ log, measure: metrics.observe });
  const watchStatement: WatchStatement = (text) => {
    const startedAt = performance.now();
    const end = tracing.start('statement', { 'db.system.name': 'postgresql', 'db.query.text': text });
    return (hasFailed) => {
      observe({ of: 'statement', ms: performance.now() - startedAt });
      end(hasFailed);
    };
  };
  // Started after the observers, because the clock queries PostgreSQL, and that statement is observed too.
  const clock = await startClock(connection);
  const prepared = prepareArchiveFolder(archivesFolderOf(config));
  const created = prepared.then(() => createServices({ config, connection, replica, log, observe, tracer: tracing, now, textsIn: loadTexts }));
  const services = await created.catch(async (error: unknown) => {
    clock.close();
    await replica?.close();
    await connection.close();
    throw error;
  });
  services.announceStart();
  const runner = runJobs(services, connection, observe);
  const toApp = getRequestListener(createApp(services).fetch);
  const site = documentFor || config.mode === 'production' ? await createSite({ services, documentFor, observe }) : null;
  const toPages = site ? getRequestListener(site.fetch) : toApp;
  const logged = createRequestLog({ log, observe, tracer: tracing });
  const countSocket = config.rateLimits ? createSocketLimit() : acquireUnlimited;
  const sockets = createTrpcWebSocketServer({
    ...services,
    acquireSocketSlot: countSocket,
    onError: (error) => log.debug({ err: error }, 'a WebSocket broke'),
  });
  const external = await createSocketIoHandler(
    {
      ...services,
      acquireSocketSlot: countSocket,
      corsOrigins: config.corsOrigins,
      onError: (error) => log.warn({ err: error }, 'the news of a client broke off'),
    },
    sibling,
  );

  Object.assign(openSockets, { trpc: sockets.count, socketio: external.count });

  return {
    listener(request, response) {
      const { method = 'GET', url, headers } = request;
      for (const [name, value] of Object.entries(securityHeaders(request, config))) response.setHeader(name, value);
      const entrance = entranceOf(method, pathOf(url), headers);
      logged(request, response, entrance, () => {
        if (entrance !== 'socket.io') void (entrance === 'page' ? toPages : toApp)(request, response);
        else if (mayOpen(request, config)) external.listener(request, response);
        else response.writeHead(403, { Connection: 'close' }).end();
      });
    },
    upgrade(request, socket, head) {
      const path = pathOf(request.url);
      const taker = path === '/trpc' ? sockets : entranceOf('GET', path, {}) === 'socket.io' ? external : null;
      if (!taker) return false;
      // Without a listener an error would end the process; the handler may not be loaded yet.
      socket.on('error', () => socket.destroy());
      const refused = !isHandshake(request) ? 400 : mayOpen(request, config) ? null : 403;
      if (refused === null) taker.upgrade(request, socket, head);
      else socket.end(toRawResponse(refused, securityHeaders(request, config)));
      return true;
    },
    announceStop: services.announceStop,
    broadcastReconnect() {
      sockets.reconnect();
      // Long polls of Socket.IO are open requests, for which stopping would wait.
      void external.close();
    },
    printMetrics: metrics.print,
    async close() {
      await external.close();
      await sockets.close();
      await runner.close();
      clock.close();
      await services.close();
      await replica?.close();
      await connection.close();
      await tracing.close();
    },
  };
}

type SiteParts = { services: Services; documentFor: Handles['documentFor']; observe: (observation: Observation) => void };

/** Loads the client's code, which a runtime without pages does not need. */
async function createSite({ services, documentFor, observe }: SiteParts): Promise<Hono> {
  const { config, log, hub, now, contextOf, clientOf, isDatabaseAlive } = services;
  const { createRenderPage, createRouteOf } = await import('#client/ssr/render-page.tsx');
  const page = pageConfig(config, new Date());
  /** A page counts as one read, however many queries it makes. */
  function mayRender(c: Context<{ Bindings: Partial<HttpBindings> }>): boolean {
    const client = clientOf(c.req.header(), c.env?.incoming?.socket.remoteAddress);
    return !contextOf({ state: 'none' }, client).readLimit?.(client.address);
  }
  const callFor = (request: LoggedRequest | null) =>
    createInProcessCall(() => ({ ...contextOf({ state: 'none' }, { ...NO_CLIENT, request }), readLimit: null }));
  const renderPage = createRenderPage({ config: page, now });
  const { app: pages, cache } = createPages({
    ...(documentFor
      ? { documentFor, assetsOf: () => ({ modules: [], styles: [] }), catalogueFilesOf: () => [] }
      : readBuild({ root: config.folders.client, config: page })),
    textsIn: loadTexts,
    render: (href, request) => renderPage(href, callFor(request)),
    routeOf: createRouteOf(),
    onRead: (isFromCache) => observe({ of: 'page', isFromCache }),
    mayRender,
    isDatabaseAlive,
    onError: (error, request) => log.error({ err: error, ...requestField(request) }, 'a page could not be rendered'),
    isBuilt: !documentFor,
  });
  void clearAfterChanges(cache, hub);
  return documentFor ? pages : new Hono().route('/', createFiles({ root: config.folders.client, config: page })).route('/', pages);
}

/** Until the hub closes. */
async function clearAfterChanges({ clear }: PageRoutes['cache'], hub: Hub): Promise<void> {
  const changes = hub.subscribe({ topics: [PAGES_TOPIC] });
  while (await changes.next()) clear();
}

function runJobs({ config, hub, now, log, contextOf }: Services, { db }: Connection, observe: (observation: Observation) => void): JobRunner {
  const onJobEnd: JobRunnerOptions['onJobEnd'] = ({ kind, outcome, milliseconds }) => observe({ of: 'job', kind, outcome, ms: milliseconds });
  const context = () => contextOf({ state: 'none' }, NO_CLIENT);
  const sweep: JobRunnerOptions['sweep'] = (executor, at) => sweepExpired(executor, at, config.retention);
  return startJobRunners({ db, hub, now, log, context, handlers: JOB_HANDLERS, sweep, onJobEnd });
}

/** RFC 6455, 4.2.1. Checked here, because rejections by `ws` itself would not have our headers. */
function isHandshake({ method, headers }: IncomingMessage): boolean {
  const { upgrade = '', 'sec-websocket-key': key = '', 'sec-websocket-version': version = '' } = headers;
  return method === 'GET' && upgrade.toLowerCase() === 'websocket' && /^[+/0-9A-Za-z]{22}==$/.test(key) && ['13', '8'].includes(version);
}

/** Browsers always send `Origin` with a WebSocket. */
function mayOpen({ headers }: IncomingMessage, { publicUrl, corsOrigins }: Config): boolean {
  const { origin, host } = headers;
  if (origin === undefined || origin === publicUrl || corsOrigins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
