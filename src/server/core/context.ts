import type { Executor } from '#db/executor.ts';
import type { SecondFactorPolicy } from '#shared/domain/required-second-factor.ts';
import { DomainError } from '#shared/errors.ts';
import type { RateLimits } from '#shared/vocabulary/limits.ts';
import type { ApiKeyScope } from '#shared/vocabulary/outside.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import type { Projector } from './events.ts';
import type { Hub } from './hub.ts';
import type { LoginQueue } from './login-queue.ts';
import type {
  FileStore,
  GoogleSignIn,
  Images,
  Mailer,
  OneTimeCodes,
  Outgoing,
  Passkeys,
  Passwords,
  ReadLimit,
  RichText,
  Sealer,
  Sessions,
  Signer,
  WebPush,
} from './ports.ts';

/** By what somebody is known: a session of their own, or a key that they have given to a program. */
export type Via = { by: 'session'; sessionId: string } | { by: 'key'; keyId: string; scope: ApiKeyScope };

/** Somebody who is signed in. */
export type Actor<R extends Role | null = Role | null> = {
  id: string;
  role: R;
  name: string;
  email: string;
  via: Via;
  /** An admin who has to set up a second factor first; until then `role` is null, so that no rule takes them for one. */
  isSecondFactorDue?: boolean;
};

/**
 * None: no token came. Rejected: one came that is not valid; public procedures ignore it.
 * Failed: nobody could look it up, and every procedure says so in its own words.
 */
export type Session = { state: 'none' } | { state: 'rejected' } | { state: 'failed'; error: unknown } | { state: 'actor'; actor: Actor };

/** What the platform is set to, for rules and sentences. */
export type Platform = {
  appName: string;
  supportEmail: string;
  zone: string;
  publicUrl: string;
  /** Where submitted profiles are told by mail; null for nowhere. */
  adminEmail: string | null;
  /** `{room}` stands for a name that nobody guesses. */
  meetingUrlTemplate: string;
  /** Whether home visits of tutors who are not verified can be booked. */
  unverifiedHomeVisits: boolean;
} & SecondFactorPolicy;

/** Who calls, as far as the connection tells. */
export type Client = {
  address: string;
  userAgent: string;
  /** The random id in the browser's device cookie, also one that is only given with this answer; null without one. */
  device: string | null;
  /** Whether the browser brought that cookie, and so stores cookies. */
  hasDeviceCookie: boolean;
};

/** A caller that no connection stands for: jobs and the command line. */
export const NO_CLIENT: Client = { address: '', userAgent: '', device: null, hasDeviceCookie: false };

export type Ctx = {
  db: Executor;
  begin: <T>(work: (db: Executor) => Promise<T>) => Promise<T>;
  projectors: readonly Projector[];
  now: () => Date;
  session: Session;
  client: Client;
  /** Whether the account that a call names has signed in from the caller's device before; set by procedures that ask. */
  isKnownDevice?: boolean;
  /** Null where they are lifted. */
  rateLimits: RateLimits | null;
  /** Null where it is lifted. */
  readLimit: ReadLimit | null;
  platform: Platform;
  sessions: Sessions;
  passwords: Passwords;
  loginQueue: LoginQueue;
  oneTimeCodes: OneTimeCodes;
  passkeys: Passkeys;
  files: FileStore;
  images: Images;
  richText: RichText;
  mailer: Mailer;
  /** Null where no provider is configured. */
  google: GoogleSignIn | null;
  signer: Signer;
  sealer: Sealer;
  outgoing: Outgoing;
  /** Null where there are no keys for it. */
  webPush: WebPush | null;
  hub: Hub;
  log: (message: string, details: Record<string, unknown>) => void;
};

/** A context whose caller is known to have this role: what a guard gives and a command demands. */
export type CtxAs<R extends Role | null> = Ctx & { actor: Actor<R> };
export type SignedIn = CtxAs<Role | null>;

export function requireSignedIn<C extends Ctx>(ctx: C): C & { actor: Actor } {
  if (ctx.session.state === 'none') throw new DomainError('auth.required');
  if (ctx.session.state === 'rejected') throw new DomainError('auth.expired');
  if (ctx.session.state === 'failed') throw ctx.session.error;
  return { ...ctx, actor: ctx.session.actor };
}

/** Refuses an admin who has yet to set up a second factor. */
export function requireEnrolled({ isSecondFactorDue }: Actor): void {
  if (isSecondFactorDue) throw new DomainError('auth.second_factor_setup_required');
}

/** `refused` is the procedure's own sentence for the wrong role. */
export function requireRole<R extends Role, C extends Ctx>(role: R, ctx: C, refused: string | undefined): C & { actor: Actor<R> } {
  const { actor } = requireSignedIn(ctx);
  if (role === 'admin') requireEnrolled(actor);
  if (actor.role !== role) throw new DomainError('auth.role', {}, refused);
  return { ...ctx, actor: { ...actor, role } };
}

/** The session of somebody who is here in person: what is done to an account, no program does with a key. */
export function requireSessionId({ via }: Actor): string {
  if (via.by === 'key') throw new DomainError('auth.by_key');
  return via.sessionId;
}

/** The caller, where one is known; for procedures that anyone may call. */
export function findActor(ctx: Ctx): Actor | null {
  return ctx.session.state === 'actor' ? ctx.session.actor : null;
}
