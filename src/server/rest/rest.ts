import { createCaller } from '#server/api/router.ts';
import { accountRoutes } from './account.ts';
import { checksAnswers } from './answer-check.ts';
import { authRoutes } from './auth.ts';
import { blogRoutes } from './blogs.ts';
import { bookingRoutes } from './bookings.ts';
import { catalogueRoutes } from './catalogue.ts';
import { catalogueEditingRoutes } from './catalogue-editing.ts';
import { deskRoutes } from './desk.ts';
import { docsFor } from './docs.ts';
import { documentRoutes } from './documents.ts';
import { googleRoutes } from './google.ts';
import { isBeyondKey } from './keys.ts';
import { moderationRoutes } from './moderation.ts';
import { notificationRoutes } from './notifications.ts';
import { notificationAdminRoutes } from './notifications-admin.ts';
import { ADDITIONAL, call, ok } from './operation.ts';
import { ownProfileRoutes } from './own-profile.ts';
import { passwordRoutes, SAYS_IF_GOOGLE, saysIfGoogle } from './passwords.ts';
import { ratingRoutes } from './ratings.ts';
import { readsJson } from './request-body.ts';
import { studentRoutes } from './students.ts';
import { answerError, answersInJson, refusalOf, refuse, restGroup } from './support.ts';
import { tutorRoutes } from './tutors.ts';
import { uploadRoutes } from './uploads.ts';
import { verificationRoutes } from './verification.ts';
import { okBody } from './wire/shapes.ts';

type Context = Exclude<Parameters<typeof createCaller>[0], (...args: never[]) => unknown>;

export type RestParts = {
  config: { appName: string; publicUrl: string; mode: 'production' | 'development' | 'test' };
  log: { error: (details: object, message: string) => void };
  sessionOf: (authorization: string | undefined) => Promise<Context['session']>;
  contextOf: (session: Context['session'], client: Context['client']) => Context;
};

/** Each also without anything after it. */
const BASES = ['/api/*', '/notifications/*'];
const WRITING = ['POST', 'PUT', 'PATCH', 'DELETE'];

const alive = call('platform.alive', {
  method: 'get',
  path: '/api',
  contract: ADDITIONAL,
  tag: 'Platform',
  who: 'anyone',
  summary: 'Whether anybody is there',
  procedure: null,
  answers: ok(okBody, { success: true, message: 'Vidya API' }),
});

/** The documented calls (`rest-contract.md`), each an adapter over a procedure. */
export function createRest({ config, log, sessionOf, contextOf }: RestParts) {
  const rest = restGroup();

  rest.onError((thrown) => {
    const error = refusalOf(thrown);
    // What a procedure throws, it has logged.
    if (thrown !== error && error.code === 'INTERNAL_SERVER_ERROR') log.error({ err: thrown }, 'unexpected');
    return answerError(error);
  });

  if (config.mode !== 'production') {
    const check = checksAnswers(rest, (mismatch) => log.error(mismatch, 'an answer is not as it is documented'));
    for (const base of BASES) rest.use(base, check);
  }
  for (const path of SAYS_IF_GOOGLE) rest.use(path, saysIfGoogle);
  for (const base of BASES) {
    rest.use(base, answersInJson);
    rest.use(base, async (c, next) => {
      let session: Promise<Context['session']> | undefined;
      let context: Promise<Context> | undefined;
      const lookingUp = () => (session ??= sessionOf(c.req.header('authorization')));
      const asking = async () => contextOf(await lookingUp(), c.var.client);
      c.set('session', lookingUp);
      c.set('site', config.publicUrl);
      c.set(
        'api',
        createCaller(() => (context ??= asking())),
      );
      // Before a body is read: what no key may send is not even judged.
      if (await isBeyondKey(c, lookingUp)) return refuse('auth.by_key');
      await next();
    });
    rest.on(WRITING, base, readsJson);
  }

  rest.openapi(alive, (c) => c.json({ success: true as const, message: `${config.appName} API` }, 200));
  for (const routes of [authRoutes(), passwordRoutes(), accountRoutes(), googleRoutes()]) rest.route('/api/auth', routes);
  rest.route('/api/upload', uploadRoutes());
  rest.route('/api', catalogueRoutes());
  rest.route('/api', catalogueEditingRoutes());
  for (const routes of [documentRoutes(), ownProfileRoutes(), blogRoutes(), tutorRoutes()]) rest.route('/api', routes);
  rest.route('/api/admin', verificationRoutes());
  rest.route('/api/admin', deskRoutes());
  rest.route('/api/admin', moderationRoutes());
  rest.route('/api/students', studentRoutes());
  rest.route('/api/bookings', bookingRoutes());
  rest.route('/api/ratings', ratingRoutes());
  rest.route('/api/notifications/admin', notificationAdminRoutes());
  for (const base of ['/notifications', '/api/notifications']) rest.route(base, notificationRoutes());
  rest.route('/api', docsFor(rest, config.appName));

  for (const base of BASES) rest.all(base, () => refuse('request.unknown_path'));
  return rest;
}
