import type { HttpBindings } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { matchedRoutes } from 'hono/route';
import { handleTrpcRequest } from '#server/api/http.ts';
import { type Client, NO_CLIENT, type Session } from '#server/core/context.ts';
import { requestField } from '#server/core/logged-request.ts';
import { loggedRequestOf, nameRoute } from '#server/edge/callers.ts';
import { createDeadlines, respondUnavailable } from '#server/edge/deadlines.ts';
import { createDeviceCookies } from '#server/edge/devices.ts';
import { createFileRoutes } from '#server/edge/files.ts';
import { createGoogleRoutes } from '#server/edge/google.ts';
import { createHealthRoutes } from '#server/edge/health.ts';
import { createOutboxRoutes } from '#server/edge/outbox.ts';
import { createPreviewRoutes } from '#server/edge/previews.ts';
import { createArchiveRoutes, createCalendarRoutes, createExportRoutes } from '#server/edge/secret-links.ts';
import { createSecurityTxtRoutes } from '#server/edge/security-txt.ts';
import { createSitemapRoutes } from '#server/edge/sitemap.ts';
import { createUnsubscribeRoutes } from '#server/edge/unsubscribe.ts';
import { createRest } from '#server/rest/rest.ts';
import { acceptedLocale } from '#shared/domain/accept-language.ts';
import type { Services } from './services.ts';

type AppEnv = { Bindings?: Partial<HttpBindings>; Variables: { client: Client; hasAllHeaders?: true } };

// Headers are set on the existing response, because `c.header` would create another one, with a stream for its body.

/**
 * Adds `no-store` unless the response is public; `no-cache` alone would allow storing it. tRPC sets its own header, because reading headers here
 * takes time.
 */
const preventStoring: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  if (c.get('hasAllHeaders') || c.req.path.startsWith('/trpc/')) return;
  if (!/\b(public|no-store)\b/.test(c.res.headers.get('Cache-Control') ?? '')) c.res.headers.set('Cache-Control', 'no-store');
};

const clearCache: MiddlewareHandler = async (c, next) => {
  await next();
  c.res.headers.set('Clear-Site-Data', '"cache"');
};

/** The first route without a wildcard has answered; routes of middleware have one. */
const nameMatchedRoute: MiddlewareHandler = async (c, next) => {
  await next();
  const routes = matchedRoutes(c);
  const route = routes.find(({ path }) => !path.includes('*')) ?? routes.at(-1);
  nameRoute(c, route?.path ?? '*');
};

const SESSION_ENDING_PROCEDURES = ['auth.logout', 'account.leave'];

const clearCacheOfProcedures: MiddlewareHandler = (c, next) => {
  const procedureNames = c.req.path.slice('/trpc/'.length).split(',');
  return procedureNames.some((name) => SESSION_ENDING_PROCEDURES.includes(name)) ? clearCache(c, next) : next();
};

export function createApp(services: Services): Hono<AppEnv> {
  const { config } = services;
  const app = new Hono<AppEnv>();

  app.use('*', nameMatchedRoute);
  app.use('*', preventStoring);
  app.use('/trpc/*', clearCacheOfProcedures);
  app.post('/api/auth/logout', clearCache);

  const late = createLateAnswers(services);
  app.use(
    '*',
    createDeadlines({
      isDatabaseAlive: services.isDatabaseAlive,
      lateResponse: ({ req }) =>
        late.request(req.url, {
          method: req.method,
          headers: { Cookie: req.header('cookie') ?? '', 'Accept-Language': req.header('accept-language') ?? '' },
        }),
    }),
  );
  app.use('*', async (c, next) => {
    c.set('client', services.clientOf(c.env?.incoming?.headers ?? c.req.header(), c.env?.incoming?.socket.remoteAddress, loggedRequestOf(c)));
    await next();
  });
  app.use('*', createDeviceCookies(config));
  const shared = cors({
    origin: [...config.corsOrigins],
    credentials: true,
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    exposeHeaders: ['Retry-After', 'X-Request-Id'],
  });
  const share: MiddlewareHandler<AppEnv> = async (c, next) => {
    if (c.req.header('origin') !== undefined || c.req.method === 'OPTIONS') return shared(c, next);
    await next();
    if (!c.get('hasAllHeaders')) c.res.headers.append('Vary', 'Origin');
  };
  for (const path of ['/api/*', '/notifications/*']) app.use(path, share);

  app.all('/trpc/*', (c) => handleTrpcRequest(services, c));
  app.route(
    '/',
    createFileRoutes(services.files, services.now, (error, c) =>
      services.log.error({ err: error, ...requestField(loggedRequestOf(c)) }, 'a file could not be read'),
    ),
  );
  app.route('/', createGoogleRoutes(services));
  app.route('/', createCalendarRoutes(services));
  app.route('/', createExportRoutes(services));
  app.route('/', createArchiveRoutes(services));
  app.route('/', createUnsubscribeRoutes(services));
  app.route('/', createHealthRoutes(services));
  app.route('/', createSecurityTxtRoutes(services));
  app.route('/', createSitemapRoutes(services));
  app.route('/', createPreviewRoutes(services));
  app.route('/', createOutboxRoutes(services.outbox));
  app.route('/', createRest({ ...services, sessionOf: services.sessionOrKeyOf }));
  return app;
}

/** The SQLSTATE of a canceled statement. */
const TOO_LATE = Object.assign(new Error('the request took too long'), { code: '57014' });

/** Answers requests that took too long: the same routes on unavailable services, so that each answers in its own format. They read no body. */
function createLateAnswers(services: Services): Hono<AppEnv> {
  const unavailable = {
    ...services,
    sessionOf: async (): Promise<Session> => ({ state: 'failed', error: TOO_LATE }),
    contextOf: (session: Session, client: Client) => ({ ...services.contextOf(session, client), google: null }),
  };
  const app = new Hono<AppEnv>();
  app.use('*', async (c, next) => {
    c.set('client', { ...NO_CLIENT, locale: acceptedLocale(c.req.header('accept-language')) });
    await next();
  });
  app.route('/', createGoogleRoutes(unavailable));
  app.route('/', createCalendarRoutes(unavailable));
  app.route('/', createUnsubscribeRoutes(unavailable));
  app.route('/', createRest(unavailable));
  app.notFound(respondUnavailable);
  return app;
}
