import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { createCaller } from '#server/api/router.ts';
import type { Client, Ctx, Session } from '#server/core/context.ts';
import { toTRPCError } from '#server/core/errors.ts';
import type { Signer } from '#server/core/ports.ts';
import { userInAddress } from '#server/rest/wire/auth.ts';
import type { StartedSession } from '#shared/contracts/auth.ts';
import type { LoginStep, SecondStepRequired } from '#shared/contracts/factors.ts';
import { DomainError, type ErrorCode } from '#shared/errors.ts';

type Parts = {
  config: { publicUrl: string };
  now: () => Date;
  contextOf: (session: Session, client: Client) => Ctx;
};
type GoogleEnv = { Variables: { client: Client } };

/** What the sign-in is for: `leave` comes back to the dialog that deletes the account, `confirm` begins no session and proves who is there. */
const PURPOSES = ['sign-in', 'leave', 'confirm'] as const;
type Purpose = (typeof PURPOSES)[number];
/** The person must be there, not only a browser that was left signed in. */
const isFreshFor = (purpose: Purpose): boolean => purpose !== 'sign-in';
/** What only the browser that has begun knows; the state is worth nothing without it. */
type Secrets = { id: string; codeVerifier: string; nonce: string };
/** An id that the page gives the round trip, so that it knows its own arrival; empty where it gave none. */
const TRIP = /^[\w-]{1,64}$/;
type Signing = { signer: Signer; now: () => Date };

const PATH = '/api/auth/google';
const COOKIE = 'google_sign_in';
const SECONDS = 600;

/** The two ends of a sign-in with Google: out to the provider, and back with a session in the address of the page. */
export function googleAt({ config, now, contextOf }: Parts): Hono<GoogleEnv> {
  const google = new Hono<GoogleEnv>();
  const cookie = { path: PATH, secure: config.publicUrl.startsWith('https:'), httpOnly: true, sameSite: 'Lax' } as const;

  google.use(`${PATH}/*`, async (c, next) => {
    await next();
    // The addresses hold secrets.
    c.header('Cache-Control', 'no-store');
    c.header('Referrer-Policy', 'no-referrer');
  });

  google.get(PATH, (c) => {
    const { google: provider, signer } = contextOf({ state: 'none' }, c.var.client);
    const purpose = PURPOSES.find((one) => one === c.req.query('purpose')) ?? 'sign-in';
    if (!provider) return refused(c, purpose, new DomainError('auth.google_unavailable'));
    const secrets: Secrets = { id: secret(), codeVerifier: secret(), nonce: secret() };
    const state = stateOf(secrets.id, purpose, { signer, now });
    setCookie(c, COOKIE, [secrets.id, secrets.codeVerifier, secrets.nonce, tripIn(c.req.query('trip'))].filter((part) => part !== '').join('.'), {
      ...cookie,
      maxAge: SECONDS,
    });
    return c.redirect(provider.createAuthorizationUrl({ ...secrets, state, isFresh: isFreshFor(purpose) }).href);
  });

  google.get(`${PATH}/callback`, async (c) => {
    const ctx = contextOf({ state: 'none' }, c.var.client);
    const secrets = secretsIn(getCookie(c, COOKIE));
    const { state = '', code = '', error } = c.req.query();
    deleteCookie(c, COOKIE, cookie);
    const purpose = secrets && purposeIn(state, secrets.id, { signer: ctx.signer, now });
    if (!secrets || !purpose) return refused(c, purposeNamedIn(state), new DomainError('auth.google_failed'));
    if (error !== undefined || code === '') return refused(c, purpose, new DomainError(REFUSALS.get(error ?? '') ?? 'auth.google_failed'));
    try {
      const { codeVerifier, nonce } = secrets;
      if (purpose === 'confirm') {
        const { proof } = await createCaller(ctx).auth.proveWithGoogle({ code, codeVerifier, nonce });
        return c.redirect(confirmedWith({ proof }));
      }
      const step = await createCaller(ctx).auth.signInWithGoogle({ code, codeVerifier, nonce, isFresh: isFreshFor(purpose) });
      return c.redirect(arrivalOf(step, { purpose, site: config.publicUrl, trip: secrets.trip }));
    } catch (thrown) {
      const { cause } = toTRPCError(thrown);
      return refused(c, purpose, cause instanceof DomainError ? cause : new DomainError('auth.google_failed'));
    }
  });

  return google;
}

/** What a provider says in the place of a code (RFC 6749, 4.1.2.1). */
const REFUSALS = new Map<string, ErrorCode>([
  ['access_denied', 'auth.google_cancelled'],
  ['server_error', 'auth.google_unavailable'],
  ['temporarily_unavailable', 'auth.google_unavailable'],
]);

/** The login page ends the session that is there; whoever only proves who they are keeps it. */
const refused = (c: Context, purpose: Purpose, { message }: DomainError): Response =>
  c.redirect(purpose === 'confirm' ? confirmedWith({ error: message }) : `/login?error=${encodeURIComponent(message)}`);

/** Behind a `#`, which no server, log or referrer sees. */
const confirmedWith = (outcome: { proof: string } | { error: string }): string => `/auth/confirmed#${new URLSearchParams(outcome)}`;

type Arriving = { purpose: Purpose; site: string; trip: string };

const arrivalOf = (step: LoginStep, arriving: Arriving): string =>
  'secondStep' in step ? secondStepOf(step.secondStep, arriving) : sessionOf(step.started, arriving);

/** Behind a `#` as well. */
function secondStepOf({ challenge, methods }: SecondStepRequired, { purpose, trip }: Arriving): string {
  const asked = { challenge, methods: methods.join(' '), ...(purpose === 'leave' && { next: 'leave' }), ...(trip && { trip }) };
  return `/auth/callback#${new URLSearchParams(asked)}`;
}

function sessionOf({ token, user }: StartedSession, { purpose, site, trip }: Arriving): string {
  const end = trip && `&trip=${trip}`;
  if (user.role === null) {
    const [email, name] = [user.email, user.name].map(encodeURIComponent);
    return `/register?isGoogleAuth=true&token=${token}&email=${email}&name=${name}${end}`;
  }
  return `/auth/callback?token=${token}&user=${userInAddress(user, site)}${purpose === 'leave' ? '&next=leave' : ''}${end}`;
}

const secret = (): string => randomBytes(32).toString('base64url');

const tripIn = (given: string | undefined): string => (given !== undefined && TRIP.test(given) ? given : '');

function secretsIn(cookie: string | undefined): (Secrets & { trip: string }) | null {
  const [id, codeVerifier, nonce, trip] = cookie?.split('.') ?? [];
  return id && codeVerifier && nonce ? { id, codeVerifier, nonce, trip: tripIn(trip) } : null;
}

/** Signed, so that it cannot be made, changed or kept for later. */
function stateOf(id: string, purpose: Purpose, { signer, now }: Signing): string {
  const said = `${id}.${now().getTime() + SECONDS * 1000}.${purpose}`;
  return `${said}.${signer.mac(COOKIE, said)}`;
}

/** Null for a state that is not ours, not this browser's, or too old. */
function purposeIn(state: string, ownId: string, { signer, now }: Signing): Purpose | null {
  const [id = '', expires = '', named = '', mac = ''] = state.split('.');
  const isOurs = signer.verifyMac(mac, COOKIE, `${id}.${expires}.${named}`) && isSame(id, ownId);
  if (!isOurs || Number(expires) <= now().getTime()) return null;
  return PURPOSES.find((one) => one === named) ?? null;
}

/** Of a state that is worth nothing: only where to say so. */
const purposeNamedIn = (state: string): Purpose => PURPOSES.find((one) => one === state.split('.')[2]) ?? 'sign-in';

/** Takes as long wherever the two differ. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
