import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadTexts } from '#locales/texts.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/infra/log.ts';
import { createRest, type RestParts } from '#server/rest/rest.ts';
import { createServices, type Services } from '#server/services.ts';
import { sentencesIn } from '#tests/e2e/support/catalogue.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, NOW } from '#tests/support/factories.ts';
import { withClient } from '#tests/support/with-client.ts';
import { useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);

function createFailingApp(reason: unknown) {
  const logged: unknown[] = [];
  const parts: RestParts = {
    config: { appName: 'Vidya', publicUrl: 'http://vidya.test', mode: 'test' },
    log: { error: (details, message) => void logged.push([message, details]) },
    sessionOf: () => Promise.reject(reason),
    contextOf: () => {
      throw reason;
    },
  };
  return { logged, send: (path: string) => withClient(createRest(parts)).request(path) };
}

// spec errors.4 | D Errors | One taxonomy from rule to wire, with `code` | src/server/core/errors.ts
describe('when the server fails', () => {
  test('a call answers its own message, never that of the database, and logs the cause', async () => {
    const token = await rest.tokenOf(await aStudent(database.db));
    await database.db.execute(sql`alter table notifications rename to elsewhere`);
    const { status, headers, body } = await rest.get('/notifications', token);
    expect({ status, body }).toEqual({
      status: 500,
      body: { success: false, message: 'Failed to fetch notifications', code: 'server.unexpected' },
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(rest.unexpected.splice(0)).toHaveLength(1);
    await database.db.execute(sql`alter table elsewhere rename to notifications`);
  });

  test('an unavailable database answers 503 with Retry-After and logs nothing', async () => {
    const { logged, send } = createFailingApp(Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }));
    const answer = await send('/api/auth/me');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toEqual({ success: false, message: 'Something went wrong', code: 'server.unavailable' });
    expect(logged).toEqual([]);
  });

  test('a bug outside of calls answers 500 without details and is logged', async () => {
    const { logged, send } = createFailingApp(new Error('secret detail'));
    const answer = await send('/api/tutors');
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ success: false, message: 'Something went wrong', code: 'server.unexpected' });
    expect(logged).toMatchObject([['unexpected', { err: { message: 'secret detail' } }]]);
  });
});

describe('a request that times out', () => {
  const GOOGLE = { GOOGLE_CLIENT_ID: 'our-id', GOOGLE_CLIENT_SECRET: 'our-secret', CORS_ORIGINS: 'https://app.example' };
  const UNAVAILABLE = '/login?error=Sign-in%20with%20Google%20is%20not%20available%20at%20the%20moment.';
  const never = () => new Promise<never>(() => {});
  let services: Services;

  beforeEach(async () => {
    const config = readConfig({ PUBLIC_URL: 'http://vidya.test', LOG_LEVEL: 'silent', ...GOOGLE }, 'test');
    services = await createServices({
      config,
      connection: database.connection,
      log: createLog({ level: 'silent' }),
      now: () => NOW,
      textsIn: loadTexts,
    });
    await loadTexts('si');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await services.close();
  });

  function stuckApp() {
    const contextOf: Services['contextOf'] = (...of) => {
      const ctx = services.contextOf(...of);
      return { ...ctx, google: ctx.google && { ...ctx.google, fetchProfile: never } };
    };
    const app = createApp({ ...services, contextOf, sessionOf: never, sessionOrKeyOf: never, isDatabaseAlive: () => false });
    return async (method: string, path: string, init: RequestInit = {}) => {
      const answer = Promise.resolve(app.request(path, { method, ...init }));
      await vi.advanceTimersByTimeAsync(800);
      return answer;
    };
  }
  const json = (body: unknown) => ({ body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });
  const photo = () => {
    const form = new FormData();
    form.set('photo', new File(['x'], 'x.png'));
    return form;
  };

  // spec rest-limits.23 | R §2.5, §2.6 | A late answer is 503 in the call's own sentence, with Retry-After, and says whether Google is the way in
  //   where that is asked | src/server/app.ts
  // spec rest.7
  test.each<[string, string, string, () => RequestInit]>([
    ['POST', '/api/auth/login', 'Failed to login. Please try again.', () => json({ email: 'a@example.com', password: 'secret1' })],
    ['GET', '/api/tutors?page=2', 'Failed to search tutors', () => ({})],
    ['GET', '/api/tutors/profile', 'Failed to fetch tutor profile', () => ({})],
    ['POST', '/api/students/bookings', 'Failed to create booking', () => json({})],
    ['PATCH', '/api/tutors/bookings/1', 'Failed to update booking status', () => json({ status: 'confirmed' })],
    ['POST', '/api/upload/profile-photo', 'Failed to upload profile photo', () => ({ body: photo() })],
    ['GET', '/api/auth/me', 'Something went wrong', () => ({})],
    ['GET', `/calendar/${'x'.repeat(43)}.ics`, 'Failed to fetch the calendar', () => ({})],
  ])('to %s %s answers its own message', async (method, path, message, init) => {
    const answer = await stuckApp()(method, path, init());
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toEqual({ success: false, message, code: 'server.unavailable' });
  });

  // spec s15-rest-languages.1
  test('answers in Sinhala where the caller prefers it', async () => {
    const answer = await stuckApp()('GET', '/api/tutors?page=2', { headers: { 'Accept-Language': 'si' } });
    expect([answer.status, answer.headers.get('content-language')]).toEqual([503, 'si']);
    expect(await answer.json()).toMatchObject({ message: sentencesIn('si')('Failed to search tutors'), code: 'server.unavailable' });
  });

  // spec rest-limits.23
  test.each([
    ['forgot-password', 'Failed to send OTP. Please try again.'],
    ['reset-password', 'Failed to reset password. Please try again.'],
  ])('to %s also answers isGoogleUser', async (path, message) => {
    const options = json({ email: 'a@example.com', otp: '123456', password: 'secret1' });
    const answer = await stuckApp()('POST', `/api/auth/${path}`, { ...options, headers: { ...options.headers, Origin: 'https://app.example' } });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(await answer.json()).toEqual({ success: false, message, code: 'server.unavailable', isGoogleUser: false });
  });

  test('in the callback of Google redirects to /login with a message and clears the cookie', async () => {
    const send = stuckApp();
    const redirect = await send('GET', '/api/auth/google');
    const state = new URL(`${redirect.headers.get('location')}`).searchParams.get('state') ?? '';
    const Cookie = `${redirect.headers.get('set-cookie')}`.split(';', 1)[0] ?? '';
    const { status, headers } = await send('GET', `/api/auth/google/callback?${new URLSearchParams({ state, code: 'a code' })}`, {
      headers: { Cookie },
    });
    expect([status, headers.get('location')]).toEqual([302, UNAVAILABLE]);
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^google_sign_in=; Max-Age=0; Path=\/api\/auth\/google; /)]);
  });

  test('without a message of its own answers the common one', async () => {
    const answer = await stuckApp()('GET', '/trpc/auth.me');
    expect([answer.status, await answer.json()]).toEqual([503, { success: false, message: 'Something went wrong', code: 'server.unavailable' }]);
  });
});
