import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '#db/client.ts';
import { createBegin } from '#db/transaction.ts';
import { loadTexts } from '#locales/texts.ts';
import { type Caller, createCaller } from '#server/api/router.ts';
import { type Actor, actorOf, type Client, type Ctx, NO_CLIENT, type Session } from '#server/core/context.ts';
import type { Hub } from '#server/core/hub.ts';
import { createLoginQueue } from '#server/core/login-queue.ts';
import { createNamedTexts } from '#server/core/named-texts.ts';
import { createNotifier, type Notifier } from '#server/core/notifier.ts';
import type { GoogleSignIn, Mailer, OutboundHttp, WebPush } from '#server/core/ports.ts';
import { createSealer, createSigner } from '#server/infra/app-secret.ts';
import { createArchives } from '#server/infra/archives.ts';
import { createPasswords, createSessions } from '#server/infra/credentials.ts';
import { createLocalFileStore } from '#server/infra/file-store-local.ts';
import { createImages } from '#server/infra/images.ts';
import { createOneTimeCodes } from '#server/infra/one-time-codes.ts';
import { createOutboundHttp } from '#server/infra/outbound-http.ts';
import { createPasskeys } from '#server/infra/passkeys.ts';
import { createRichText } from '#server/infra/rich-text.ts';
import { NO_TRACING } from '#server/infra/telemetry/tracing.ts';
import { PROJECTORS } from '#server/registry.ts';
import { RATE_LIMITS } from '#shared/vocabulary/limits.ts';
import { NOW, sessionIdFor } from './factories.ts';
import { unrecorded } from './statements.ts';

const PASSWORDS = createPasswords();
const LOGIN_QUEUE = createLoginQueue();
const ONE_TIME_CODES = createOneTimeCodes({ appName: 'Vidya' });
const PASSKEYS = createPasskeys({ appName: 'Vidya', publicUrl: 'http://localhost' });
const IMAGES = createImages();
const RICH_TEXT = createRichText();
const OUTGOING = createOutboundHttp({ allow: [] });
/** A running server that must open these has the same secret. */
export const SECRET = 'c3f1a97e5d0b4862be17f4a09d6c25e8';
const FILES = createLocalFileStore({ folder: join(tmpdir(), 'vidya-test-uploads'), secret: SECRET });
const SIGNER = createSigner(SECRET);
const SEALER = createSealer(SECRET);
const PLATFORM = {
  appName: 'Vidya',
  supportEmail: 'help@vidya.test',
  zone: 'Asia/Colombo',
  publicUrl: 'http://127.0.0.1',
  adminEmail: 'admins@vidya.test',
  meetingUrlTemplate: 'https://meet.vidya.test/{room}',
  unverifiedHomeVisits: true,
  adminsNeedSecondFactor: false,
};

type Caught = { message: string; details: Record<string, unknown> };
type Person = Pick<Actor, 'id' | 'role' | 'name' | 'email'>;
export type CallerOptions = {
  now?: () => Date;
  hub?: Hub;
  sessionId?: string;
  session?: Session;
  /** Unexpected errors are printed unless a test expects them. */
  log?: (caught: Caught) => void;
  client?: Client;
  hasRateLimits?: boolean;
  platform?: Partial<Ctx['platform']>;
  google?: GoogleSignIn | null;
  outbound?: OutboundHttp;
  webPush?: WebPush;
  mailer?: Mailer;
  onDelivered?: Ctx['onDelivered'];
  observe?: Ctx['observe'];
};

export function callerAs(database: { db: Db }, person: Person | null, options: CallerOptions = {}): Caller {
  return createCaller(contextAs(database, person, options));
}

export function contextAs({ db }: { db: Db }, person: Person | null, options: CallerOptions = {}): Ctx {
  const { now = () => NOW, hub = quietHub(), sessionId = person ? sessionIdFor(person) : '', log = printed } = options;
  const session = options.session ?? sessionOf(person, sessionId);
  return {
    db,
    begin: createBegin(db),
    projectors: PROJECTORS,
    now,
    findReplica: null,
    session,
    actor: actorOf(session),
    endsWithSession: false,
    client: options.client ?? { ...NO_CLIENT, address: '192.0.2.1', userAgent: 'A browser of the tests' },
    rateLimits: options.hasRateLimits === false ? null : RATE_LIMITS,
    platform: { ...PLATFORM, ...options.platform },
    textsIn: loadTexts,
    namedTextsIn: createNamedTexts({ db, textsIn: loadTexts, now, ttlMs: 0 }).namedTextsIn,
    readLimit: null,
    sharedAnswers: null,
    sessions: createSessions(db),
    passwords: PASSWORDS,
    loginQueue: LOGIN_QUEUE,
    files: FILES,
    archives: createArchives({ files: FILES, folder: join(tmpdir(), 'vidya-test-archives') }),
    oneTimeCodes: ONE_TIME_CODES,
    passkeys: PASSKEYS,
    images: IMAGES,
    richText: RICH_TEXT,
    mailer: options.mailer ?? { send: () => Promise.reject(new Error('no test has asked for a mail')) },
    google: options.google ?? null,
    signer: SIGNER,
    sealer: SEALER,
    outbound: options.outbound ?? OUTGOING,
    webPush: options.webPush ?? null,
    hub,
    onDelivered: options.onDelivered ?? notifierOf(db).notify,
    observe: options.observe ?? (() => {}),
    tracer: NO_TRACING,
    log: (message, details) => log({ message, details }),
  };
}

const notifiers = new WeakMap<Db, Notifier>();

/** `close` waits until everything so far has been notified. */
export function notifierOf(db: Db): Notifier {
  const notifier = notifiers.get(db) ?? createNotifier(unrecorded(db), () => {});
  notifiers.set(db, notifier);
  return notifier;
}

function sessionOf(person: Person | null, sessionId: string): Session {
  if (!person) return { state: 'none' };
  const { id, role, name, email } = person;
  return { state: 'actor', actor: { id, role, name, email, via: { by: 'session', sessionId } } };
}

function printed({ message, details }: Caught): void {
  console.error(message, details);
}

export function quietHub(): Hub {
  const open = () => {
    let close = () => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    return { next: () => closed.then(() => false), listen: () => closed, close };
  };
  return { subscribe: open, hasChanged: () => true, close: async () => {} };
}
