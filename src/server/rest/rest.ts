import type { HonoRequest, MiddlewareHandler } from 'hono';
import { createCaller } from '#server/api/router.ts';
import { API_KEYS } from '#shared/vocabulary/account-limits.ts';
import { DEFAULT_LOCALE } from '#shared/vocabulary/locales.ts';
import { accountRoutes } from './account.ts';
import { adminRoutes } from './admin.ts';
import { checkAnswers } from './answer-check.ts';
import { authRoutes } from './auth.ts';
import { blogRoutes } from './blogs.ts';
import { bookingRoutes } from './bookings.ts';
import { callGroup, createRestApp, ok, type RestEnv } from './calls.ts';
import { catalogueRoutes } from './catalogue.ts';
import { catalogueEditingRoutes } from './catalogue-editing.ts';
import { docsFor } from './docs.ts';
import { answerCode, answerError, toApiError } from './errors.ts';
import { googleRoutes } from './google.ts';
import { adminNotificationRoutes, notificationRoutes } from './notifications.ts';
import { ownProfileRoutes } from './own-profile.ts';
import { ratingRoutes } from './ratings.ts';
import { readJsonBody } from './request-body.ts';
import { studentRoutes } from './students.ts';
import { tutorRoutes } from './tutors.ts';
import { uploadRoutes } from './uploads.ts';
import { okBody } from './wire/schemas.ts';

type CallerContext = Exclude<Parameters<typeof createCaller>[0], (...args: never[]) => unknown>;
type Session = CallerContext['session'];

export type RestParts = {
  config: { appName: string; publicUrl: string; mode: 'production' | 'development' | 'test' };
  log: { error: (details: object, message: string) => void };
  sessionOf: (authorization: string | undefined) => Promise<Session>;
  contextOf: (session: Session, client: CallerContext['client']) => CallerContext;
};

const BASES = ['/api/*', '/notifications/*'];
const WRITE_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'];

export function createRest({ config, log, sessionOf, contextOf }: RestParts) {
  const rest = createRestApp();

  rest.onError((thrown, c) => {
    const { client, t } = c.var;
    const error = toApiError(thrown, client.request);
    if (thrown !== error && error.code === 'INTERNAL_SERVER_ERROR')
      log.error({ err: thrown, ...(client.request && { request: client.request.id }) }, 'unexpected');
    return answerError(error, t);
  });

  if (config.mode !== 'production') {
    const check = checkAnswers(rest, (mismatch) => log.error(mismatch, 'an answer is not as it is documented'));
    for (const base of BASES) rest.use(base, check);
  }
  for (const path of ['/api/auth/forgot-password', '/api/auth/reset-password']) rest.use(path, addGoogleUser);
  for (const base of BASES) {
    rest.use(base, setHeaders);
    rest.use(base, async (c, next) => {
      let session: Promise<Session> | undefined;
      let context: Promise<CallerContext> | undefined;
      const getSession = () => (session ??= sessionOf(c.req.header('authorization')));
      const getContext = () => (context ??= getSession().then((found) => contextOf(found, c.get('client'))));
      c.set('session', getSession);
      c.set('site', config.publicUrl);
      c.set('api', createCaller(getContext));
      const client = c.get('client');
      if (client.locale !== null && client.locale !== DEFAULT_LOCALE) c.set('t', await contextOf({ state: 'none' }, client).textsIn(client.locale));
      if (await isForbiddenToKey(c, getContext)) return answerCode('auth.by_key', c.get('t'));
      await next();
    });
    rest.on(WRITE_METHODS, base, readJsonBody);
  }

  // The first call that matches answers: words of a path come before ids and providers.
  for (const routes of [
    aliveRoutes(config.appName),
    authRoutes,
    accountRoutes,
    googleRoutes,
    uploadRoutes,
    catalogueRoutes,
    catalogueEditingRoutes,
    ownProfileRoutes,
    blogRoutes,
    tutorRoutes,
    adminRoutes,
    studentRoutes,
    bookingRoutes,
    ratingRoutes,
    adminNotificationRoutes,
  ])
    rest.route('/', routes);
  for (const base of ['/notifications', '/api/notifications']) rest.route(base, notificationRoutes);
  rest.route('/api', docsFor(rest, config.appName));

  for (const base of BASES) rest.all(base, (c) => answerCode('request.unknown_path', c.get('t')));
  return rest;
}

function aliveRoutes(appName: string) {
  const { app, call } = callGroup('Platform', 'anyone');
  call('GET /api', 'platform.alive', {
    summary: 'Whether anybody is there',
    procedure: null,
    answers: ok(okBody, { success: true, message: 'Vidya API' }),
    handle: () => ({ message: `${appName} API` }),
  });
  return app;
}

/** No cache may store an answer that depends on who asks. */
const setHeaders: MiddlewareHandler<RestEnv> = async (c, next) => {
  await next();
  if (c.get('hasAllHeaders')) return;
  const { headers } = c.res;
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  if (headers.get('content-type') === 'application/json') headers.set('content-type', 'application/json; charset=utf-8');
};

const addGoogleUser: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.res.ok) return;
  const { status, headers } = c.res;
  c.res = Response.json({ isGoogleUser: false, ...(await c.res.json()) }, { status, headers });
};

const KEY_HEADER = new RegExp(`^\\s*bearer\\s+${API_KEYS.prefix}`, 'i');
const AUTH_PATH = /^\/api\/auth(\/|$)/;
const OWN_DETAILS = ['/api/auth/me', '/api/auth/profile'];

async function isForbiddenToKey({ req }: { req: HonoRequest }, getContext: () => Promise<CallerContext>): Promise<boolean> {
  if (!KEY_HEADER.test(req.header('authorization') ?? '')) return false;
  const { session } = await getContext();
  if (session.state !== 'actor' || session.actor.via.by !== 'key') return false;
  const isRead = ['GET', 'HEAD'].includes(req.method);
  if (AUTH_PATH.test(req.path)) return !(isRead && OWN_DETAILS.includes(req.path));
  return !isRead && session.actor.via.scope !== 'write';
}
