import { randomBytes } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { setCookie } from 'hono/cookie';
import type { Client } from '#server/core/context.ts';
import { DEVICES } from '#shared/vocabulary/limits.ts';

/** Where a browser signs in, registers or asks for a reset: only there does it get the cookie. */
const PROCEDURES = ['auth.login', 'auth.beginLogin', 'auth.completeLogin', 'auth.loginWithPasskey', 'auth.register', 'auth.forgotPassword'];
const PATHS = ['login', 'register', 'forgot-password', 'google/callback'].map((name) => `/api/auth/${name}`);
const TRPC = '/trpc/';
const ID = /^[\w-]{43}$/;

/** `__Host-`: no other host of the domain can set it. Browsers accept that name with `Secure` only. */
const nameOf = (publicUrl: string): string => (publicUrl.startsWith('https:') ? '__Host-device' : 'device');

/** The id in a Cookie header; null for one that is missing or not of our making. */
export function deviceIn(cookies: string | string[] | undefined, publicUrl: string): string | null {
  const name = nameOf(publicUrl);
  for (const pair of String(cookies ?? '').split(';')) {
    const [given = '', value = ''] = pair.trim().split('=', 2);
    if (given === name && ID.test(value)) return value;
  }
  return null;
}

/** Gives a random id to a browser that has none yet. It proves nothing by itself: an account knows the devices that it has signed in from. */
export function givesDevices({ publicUrl }: { publicUrl: string }): MiddlewareHandler<{ Variables: { client: Client } }> {
  const name = nameOf(publicUrl);
  const secure = publicUrl.startsWith('https:');
  return async (c, next) => {
    if (c.var.client.hasDeviceCookie || !isGiven(c.req.path)) return next();
    const device = randomBytes(32).toString('base64url');
    c.set('client', { ...c.var.client, device });
    await next();
    setCookie(c, name, device, { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge: DEVICES.days * 24 * 3600 });
  };
}

function isGiven(path: string): boolean {
  if (!path.startsWith(TRPC)) return PATHS.includes(path);
  const names = path.slice(TRPC.length).split(',');
  return PROCEDURES.some((name) => names.includes(name));
}
