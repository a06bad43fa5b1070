import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { handleTrpcRequest } from '#server/api/http.ts';
import { type Client, NO_CLIENT, type Session } from '#server/core/context.ts';
import { clearsCache, clearsCacheOfProcedures, storedNowhere } from '#server/edge/caching.ts';
import { calendarAt } from '#server/edge/calendar.ts';
import { deadlines, unavailable } from '#server/edge/deadlines.ts';
import { givesDevices } from '#server/edge/devices.ts';
import { exportAt } from '#server/edge/export.ts';
import { filesAt } from '#server/edge/files.ts';
import { googleAt } from '#server/edge/google.ts';
import { outboxAt } from '#server/edge/outbox.ts';
import { securityTxtAt } from '#server/edge/security-txt.ts';
import { unsubscribeAt } from '#server/edge/unsubscribe.ts';
import { createRest } from '#server/rest/rest.ts';
import type { Services } from './services.ts';

/** Node's request is there unless a test asks without one. */
type AppEnv = { Bindings?: Partial<HttpBindings>; Variables: { client: Client } };

/** Mounts the ways in: tRPC, REST, and what is HTTP but not JSON. Pages come from the runtime that holds them. */
export function createApp(services: Services): Hono<AppEnv> {
  const { config } = services;
  const app = new Hono<AppEnv>();

  app.use('*', storedNowhere);
  app.use('/trpc/*', clearsCacheOfProcedures);
  app.post('/api/auth/logout', clearsCache);

  const late = createLateAnswers(services);
  app.use(
    '*',
    deadlines({
      isDatabaseAlive: services.isDatabaseAlive,
      lateAnswer: ({ req }) => late.request(req.url, { method: req.method, headers: { Cookie: req.header('cookie') ?? '' } }),
    }),
  );
  app.use('*', async (c, next) => {
    c.set('client', services.clientOf(c.req.header(), c.env?.incoming?.socket.remoteAddress));
    await next();
  });
  app.use('*', givesDevices(config));
  const shared = cors({
    origin: [...config.corsOrigins],
    credentials: true,
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    exposeHeaders: ['Retry-After'],
  });
  for (const path of ['/api/*', '/notifications/*']) app.use(path, shared);

  app.all('/trpc/*', (c) => handleTrpcRequest(services, c));
  app.route(
    '/',
    filesAt(services.files, services.now, (error) => services.log.error({ err: error }, 'a file could not be read')),
  );
  app.route('/', googleAt(services));
  app.route('/', calendarAt(services));
  app.route('/', exportAt(services));
  app.route('/', unsubscribeAt(services));
  app.route('/', securityTxtAt(services));
  app.route('/', outboxAt(services.outbox));
  app.route('/', createRest({ ...services, sessionOf: services.sessionOrKeyOf }));
  return app;
}

/** What PostgreSQL says when it was stopped for taking too long. */
const TOO_LATE = Object.assign(new Error('the request took too long'), { code: '57014' });

/** The same ways in with everything behind them away, so that each says so in its own words; they read no body. */
function createLateAnswers(services: Services): Hono {
  const away = {
    ...services,
    sessionOf: async (): Promise<Session> => ({ state: 'failed', error: TOO_LATE }),
    contextOf: (session: Session) => ({ ...services.contextOf(session, NO_CLIENT), google: null }),
  };
  const app = new Hono();
  app.route('/', googleAt(away));
  app.route('/', calendarAt(away));
  app.route('/', unsubscribeAt(away));
  app.route('/', createRest(away));
  app.notFound(unavailable);
  return app;
}
