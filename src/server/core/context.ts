import type { Executor } from '#db/executor.ts';
import type { Begin } from '#db/transaction.ts';
import type { SecondFactorPolicy } from '#shared/domain/second-factor.ts';
import type { Texts } from '#shared/domain/texts.ts';
import { DomainError } from '#shared/errors.ts';
import type { ApiKeyScope } from '#shared/vocabulary/integrations.ts';
import type { RateLimits } from '#shared/vocabulary/limits.ts';
import type { Locale } from '#shared/vocabulary/locales.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import type { Projector } from './events.ts';
import type { Hub } from './hub.ts';
import type { LoggedRequest } from './logged-request.ts';
import type { LoginQueue } from './login-queue.ts';
import type { Observation } from './observations.ts';
import type {
  Archives,
  FileStore,
  GoogleSignIn,
  Images,
  Mailer,
  OneTimeCodes,
  OutboundHttp,
  Passkeys,
  Passwords,
  ReadLimit,
  RichText,
  Sealer,
  Sessions,
  Signer,
  Tracer,
  WebPush,
} from './ports.ts';
import type { SharedAnswers } from './shared-answers.ts';

export type Via = { by: 'session'; sessionId: string } | { by: 'key'; keyId: string; scope: ApiKeyScope };

export type Actor<R extends Role | null = Role | null> = {
  id: string;
  role: R;
  name: string;
  email: string;
  via: Via;
  isSecondFactorDue?: boolean;
  /** The last number of the inbox when the session was looked up. */
  lastSeq?: number;
};

/** `rejected`: the token is not valid; public procedures ignore it. `failed`: the session could not be looked up, and every procedure fails. */
export type Session = { state: 'none' } | { state: 'rejected' } | { state: 'failed'; error: unknown } | { state: 'actor'; actor: Actor };

export type Platform = {
  appName: string;
  supportEmail: string;
  zone: string;
  publicUrl: string;
  adminEmail: string | null;
  meetingUrlTemplate: string;
  unverifiedHomeVisits: boolean;
} & SecondFactorPolicy;

export type Client = {
  address: string;
  userAgent: string;
  /** Also set when this response is the first to send its cookie. */
  device: string | null;
  hasDeviceCookie: boolean;
  /** From `Accept-Language`, which our pages set to their own language. Null where it names no language of the product. */
  locale: Locale | null;
  /** Null for sockets and jobs. */
  request: LoggedRequest | null;
};

export const NO_CLIENT: Client = { address: '', userAgent: '', device: null, hasDeviceCookie: false, locale: null, request: null };

export type Ctx = {
  db: Executor;
  begin: Begin;
  /** Answers null while no replica is fresh enough. Null where there is none. */
  findReplica: (() => Executor | null) | null;
  projectors: readonly Projector[];
  now: () => Date;
  session: Session;
  /** Whom the session names. Procedures that require somebody see it as `Actor` (`CtxAs`). */
  actor: Actor | null;
  client: Client;
  isKnownDevice?: boolean;
  rateLimits: RateLimits | null;
  readLimit: ReadLimit | null;
  sharedAnswers: SharedAnswers | null;
  platform: Platform;
  textsIn: (locale: Locale) => Promise<Texts>;
  /** `textsIn` with the catalogue names that admins have translated. It may wait for the database, so it is for mails and files. */
  namedTextsIn: (locale: Locale) => Promise<Texts>;
  sessions: Sessions;
  passwords: Passwords;
  loginQueue: LoginQueue;
  oneTimeCodes: OneTimeCodes;
  passkeys: Passkeys;
  files: FileStore;
  archives: Archives;
  images: Images;
  richText: RichText;
  mailer: Mailer;
  /** The job that is running, if this is the context of one. */
  jobId?: string;
  google: GoogleSignIn | null;
  signer: Signer;
  sealer: Sealer;
  outbound: OutboundHttp;
  webPush: WebPush | null;
  hub: Hub;
  /** Called after the commit. */
  onDelivered: (topics: readonly string[]) => void;
  /** The connection that sent the call is closed when its session ends. */
  endsWithSession: boolean;
  observe: (observation: Observation) => void;
  tracer: Tracer;
  log: (message: string, details: Record<string, unknown>) => void;
};

export type CtxAs<R extends Role | null> = Ctx & { actor: Actor<R> };
export type SignedIn = CtxAs<Role | null>;

export function requireActor({ session }: Pick<Ctx, 'session'>): Actor {
  if (session.state === 'none') throw new DomainError('auth.required');
  if (session.state === 'rejected') throw new DomainError('auth.expired');
  if (session.state === 'failed') throw session.error;
  return session.actor;
}

export function requireSignedIn<C extends Ctx>(ctx: C): C & { actor: Actor } {
  requireActor(ctx);
  // `actor` is that of the session.
  return ctx as C & { actor: Actor };
}

export function requireEnrolled({ isSecondFactorDue }: Actor): void {
  if (isSecondFactorDue) throw new DomainError('auth.second_factor_setup_required');
}

export function requireRole<R extends Role>(role: R, ctx: Ctx, refused: string | undefined): Actor<R> {
  const actor = requireActor(ctx);
  if (role === 'admin') requireEnrolled(actor);
  if (actor.role !== role) throw new DomainError('auth.role', {}, refused);
  return { ...actor, role };
}

export function requireSessionId({ via }: Actor): string {
  if (via.by === 'key') throw new DomainError('auth.by_key');
  return via.sessionId;
}

export const actorOf = (session: Session): Actor | null => (session.state === 'actor' ? session.actor : null);
