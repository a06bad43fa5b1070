import { randomBytes } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { setCookie } from 'hono/cookie';
import type { Client } from '#server/core/context.ts';
import { DEVICES } from '#shared/vocabulary/account-limits.ts';

const COOKIE_PROCEDURES = ['auth.login', 'auth.beginLogin', 'auth.completeLogin', 'auth.loginWithPasskey', 'auth.register', 'auth.forgotPassword'];
const COOKIE_PATHS = ['login', 'register', 'forgot-password', 'google/callback'].map((name) => `/api/auth/${name}`);
const TRPC_PREFIX = '/trpc/';
const ID = /^[\w-]{43}$/;

/** Only this host can set a cookie with the prefix `__Host-`, which browsers accept with `Secure` only. */
const getCookieName = (publicUrl: string): string => (publicUrl.startsWith('https:') ? '__Host-device' : 'device');

export function findDeviceId(cookies: string | string[] | undefined, publicUrl: string): string | null {
  if (!cookies) return null;
  const name = getCookieName(publicUrl);
  for (const pair of String(cookies).split(';')) {
    const [cookieName = '', value = ''] = pair.trim().split('=', 2);
    if (cookieName === name && ID.test(value)) return value;
  }
  return null;
}

export function createDeviceCookies({ publicUrl }: { publicUrl: string }): MiddlewareHandler<{ Variables: { client: Client } }> {
  const name = getCookieName(publicUrl);
  const secure = publicUrl.startsWith('https:');
  return async (c, next) => {
    const client = c.get('client');
    if (client.hasDeviceCookie || !getsCookie(c.req.path)) return next();
    const device = randomBytes(32).toString('base64url');
    c.set('client', { ...client, device });
    await next();
    setCookie(c, name, device, { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge: DEVICES.days * 24 * 3600 });
  };
}

function getsCookie(path: string): boolean {
  if (!path.startsWith(TRPC_PREFIX)) return COOKIE_PATHS.includes(path);
  const names = path.slice(TRPC_PREFIX.length).split(',');
  return COOKIE_PROCEDURES.some((name) => names.includes(name));
}
