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
import { withLocale } from '#shared/domain/locale-paths.ts';
import { DomainError, type ErrorCode } from '#shared/errors.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#shared/vocabulary/locales.ts';

type Parts = {
  config: { publicUrl: string };
  now: () => Date;
  contextOf: (session: Session, client: Client) => Ctx;
};
type GoogleEnv = { Variables: { client: Client } };

/** `leave` returns to the dialog that deletes the account; `confirm` proves the identity without starting a session. */
const PURPOSES = ['sign-in', 'leave', 'confirm'] as const;
type Purpose = (typeof PURPOSES)[number];
/** The provider must ask for the password again. */
const needsFreshSignIn = (purpose: Purpose): boolean => purpose !== 'sign-in';
type Secrets = { id: string; codeVerifier: string; nonce: string };
/** What is remembered about the page that the browser has left. */
type Trip = { trip: string; locale: Locale };
type Left = { purpose: Purpose; locale: Locale };
const TRIP_PATTERN = /^[\w-]{1,64}$/;
type StateSigner = { signer: Signer; now: () => Date };

const PATH = '/api/auth/google';
const COOKIE = 'google_sign_in';
const MAX_AGE_SECONDS = 600;

export function createGoogleRoutes({ config, now, contextOf }: Parts): Hono<GoogleEnv> {
  const google = new Hono<GoogleEnv>();
  const cookie = { path: PATH, secure: config.publicUrl.startsWith('https:'), httpOnly: true, sameSite: 'Lax' } as const;

  google.use(`${PATH}/*`, async (c, next) => {
    await next();
    // The URLs contain secrets.
    c.header('Cache-Control', 'no-store');
    c.header('Referrer-Policy', 'no-referrer');
  });

  google.get(PATH, (c) => {
    const { google: provider, signer } = contextOf({ state: 'none' }, c.var.client);
    const purpose = PURPOSES.find((one) => one === c.req.query('purpose')) ?? 'sign-in';
    const locale = toLocale(c.req.query('locale'));
    if (!provider) return redirectWithError(c, { purpose, locale }, new DomainError('auth.google_unavailable'));
    const secrets: Secrets = { id: createSecret(), codeVerifier: createSecret(), nonce: createSecret() };
    const state = createState(secrets.id, purpose, { signer, now });
    setCookie(c, COOKIE, toCookie(secrets, { trip: toTrip(c.req.query('trip')), locale }), { ...cookie, maxAge: MAX_AGE_SECONDS });
    return c.redirect(provider.createAuthorizationUrl({ ...secrets, state, isFresh: needsFreshSignIn(purpose) }).href);
  });

  google.get(`${PATH}/callback`, async (c) => {
    const secrets = parseCookie(getCookie(c, COOKIE));
    const locale = secrets?.locale ?? DEFAULT_LOCALE;
    const ctx = contextOf({ state: 'none' }, { ...c.var.client, locale });
    const { state = '', code = '', error } = c.req.query();
    deleteCookie(c, COOKIE, cookie);
    const purpose = secrets && verifyState(state, secrets.id, { signer: ctx.signer, now });
    if (!secrets || !purpose) return redirectWithError(c, { purpose: guessPurpose(state), locale }, new DomainError('auth.google_failed'));
    if (error !== undefined || code === '')
      return redirectWithError(c, { purpose, locale }, new DomainError(ERROR_BY_PROVIDER_CODE.get(error ?? '') ?? 'auth.google_failed'));
    try {
      const { codeVerifier, nonce } = secrets;
      if (purpose === 'confirm') {
        const { proof } = await createCaller(ctx).auth.proveWithGoogle({ code, codeVerifier, nonce });
        return c.redirect(withLocale(toConfirmedUrl({ proof }), locale));
      }
      const step = await createCaller(ctx).auth.signInWithGoogle({ code, codeVerifier, nonce, isFresh: needsFreshSignIn(purpose) });
      return c.redirect(withLocale(toArrivalUrl(step, { purpose, site: config.publicUrl, trip: secrets.trip }), locale));
    } catch (thrown) {
      const { cause } = toTRPCError(thrown);
      return redirectWithError(c, { purpose, locale }, cause instanceof DomainError ? cause : new DomainError('auth.google_failed'));
    }
  });

  return google;
}

/** Error codes of RFC 6749, 4.1.2.1. */
const ERROR_BY_PROVIDER_CODE = new Map<string, ErrorCode>([
  ['access_denied', 'auth.google_cancelled'],
  ['server_error', 'auth.google_unavailable'],
  ['temporarily_unavailable', 'auth.google_unavailable'],
]);

/** The login page would end the current session, which a problem on the way to confirming or to leaving must not. */
const redirectWithError = (c: Context, { purpose, locale }: Left, { message }: DomainError): Response =>
  c.redirect(withLocale(purpose === 'sign-in' ? `/login?error=${encodeURIComponent(message)}` : toConfirmedUrl({ error: message }), locale));

const toConfirmedUrl = (outcome: { proof: string } | { error: string }): string => `/auth/confirmed#${new URLSearchParams(outcome)}`;

type Arrival = { purpose: Purpose; site: string; trip: string };

const toArrivalUrl = (step: LoginStep, arrival: Arrival): string =>
  'secondStep' in step ? toSecondStepUrl(step.secondStep, arrival) : toSessionUrl(step.started, arrival);

/** The token goes into the fragment, which no server, log or referrer sees. */
function toSecondStepUrl({ challenge, methods }: SecondStepRequired, { purpose, trip }: Arrival): string {
  const parameters = { challenge, methods: methods.join(' '), ...(purpose === 'leave' && { next: 'leave' }), ...(trip && { trip }) };
  return `/auth/callback#${new URLSearchParams(parameters)}`;
}

function toSessionUrl({ token, user }: StartedSession, { purpose, site, trip }: Arrival): string {
  const tripParameter = trip && `&trip=${trip}`;
  if (user.role === null) {
    const [email, name] = [user.email, user.name].map(encodeURIComponent);
    return `/register?isGoogleAuth=true&token=${token}&email=${email}&name=${name}${tripParameter}`;
  }
  return `/auth/callback?token=${token}&user=${userInAddress(user, site)}${purpose === 'leave' ? '&next=leave' : ''}${tripParameter}`;
}

const createSecret = (): string => randomBytes(32).toString('base64url');

const toTrip = (given: string | undefined): string => (given !== undefined && TRIP_PATTERN.test(given) ? given : '');

const toLocale = (given: string | undefined): Locale => LOCALES.find((locale) => locale === given) ?? DEFAULT_LOCALE;

function toCookie({ id, codeVerifier, nonce }: Secrets, { trip, locale }: Trip): string {
  const parts = [id, codeVerifier, nonce, trip, locale === DEFAULT_LOCALE ? '' : locale];
  return parts.join('.').replace(/\.+$/, '');
}

/** Without a locale the page is English. */
function parseCookie(cookie: string | undefined): (Secrets & Trip) | null {
  const [id, codeVerifier, nonce, trip, locale] = cookie?.split('.') ?? [];
  return id && codeVerifier && nonce ? { id, codeVerifier, nonce, trip: toTrip(trip), locale: toLocale(locale) } : null;
}

function createState(id: string, purpose: Purpose, { signer, now }: StateSigner): string {
  const payload = `${id}.${now().getTime() + MAX_AGE_SECONDS * 1000}.${purpose}`;
  return `${payload}.${signer.mac(COOKIE, payload)}`;
}

function verifyState(state: string, ownId: string, { signer, now }: StateSigner): Purpose | null {
  const [id = '', expires = '', named = '', mac = ''] = state.split('.');
  const isOurs = signer.verifyMac(mac, COOKIE, `${id}.${expires}.${named}`) && isEqual(id, ownId);
  if (!isOurs || Number(expires) <= now().getTime()) return null;
  return PURPOSES.find((one) => one === named) ?? null;
}

const guessPurpose = (state: string): Purpose => PURPOSES.find((one) => one === state.split('.')[2]) ?? 'sign-in';

function isEqual(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
