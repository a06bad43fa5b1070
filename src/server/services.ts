import { join } from 'node:path';
import type { Connection } from '#db/client.ts';
import type { Replica } from '#db/replica.ts';
import { createBegin } from '#db/transaction.ts';
import type { Config } from '#server/config.ts';
import { type Actor, actorOf, type Client, type Ctx, type Session } from '#server/core/context.ts';
import { createHub, type Hub } from '#server/core/hub.ts';
import { type LoggedRequest, requestField } from '#server/core/logged-request.ts';
import { createLoginQueue } from '#server/core/login-queue.ts';
import { createNamedTexts, type LoadTexts } from '#server/core/named-texts.ts';
import { createNotifier, NOTIFY_CHANNEL, WAKE_ALL } from '#server/core/notifier.ts';
import type { Observation } from '#server/core/observations.ts';
import type { FileStore, PhotoVariants, Previews, ReplicaState, SessionOwner, Tracer, Unready } from '#server/core/ports.ts';
import { createSessionCache } from '#server/core/session-cache.ts';
import { createSharedAnswers } from '#server/core/shared-answers.ts';
import { hashToken } from '#server/core/token-hash.ts';
import { clientOf, type Headers, type Lookup, lastOf, readSession } from '#server/edge/callers.ts';
import { findDeviceId } from '#server/edge/devices.ts';
import { listAnnouncementsAfter } from '#server/features/inbox/announcements.queries.ts';
import { listLiveSessions, listRowsAfter } from '#server/features/inbox/inbox.queries.ts';
import { PAGES_TOPIC } from '#server/features/pages/pages.projector.ts';
import { createApiKeys } from '#server/infra/api-keys.ts';
import { createSealer, createSigner } from '#server/infra/app-secret.ts';
import { createArchives } from '#server/infra/archives.ts';
import { createPasswords, createSessions } from '#server/infra/credentials.ts';
import { createLocalFileStore } from '#server/infra/file-store-local.ts';
import { createS3FileStore } from '#server/infra/file-store-s3.ts';
import { createGoogleSignIn } from '#server/infra/google-sign-in.ts';
import { createImages } from '#server/infra/images.ts';
import type { Log } from '#server/infra/log.ts';
import { createMailer } from '#server/infra/mailer.ts';
import { createOneTimeCodes } from '#server/infra/one-time-codes.ts';
import { createOutboundHttp } from '#server/infra/outbound-http.ts';
import { createOutbox, type Outbox } from '#server/infra/outbox.ts';
import { createPasskeys } from '#server/infra/passkeys.ts';
import { createPhotoVariants } from '#server/infra/photo-variants.ts';
import { createPreviews } from '#server/infra/previews.ts';
import { createReadLimit } from '#server/infra/read-limit.ts';
import { countFreeBytesOf, findUnready, readLastMigration, readVersion } from '#server/infra/readiness.ts';
import { createRichText } from '#server/infra/rich-text.ts';
import { NO_TRACING } from '#server/infra/telemetry/tracing.ts';
import { createWebPush } from '#server/infra/web-push.ts';
import { isSecondFactorDue } from '#shared/domain/second-factor.ts';
import { ENGLISH } from '#shared/domain/texts.ts';
import { API_KEYS, SESSIONS } from '#shared/vocabulary/account-limits.ts';
import { PAGES } from '#shared/vocabulary/limits.ts';
import { PROJECTORS } from './registry.ts';

export type Services = {
  config: Config;
  log: Log;
  files: FileStore & PhotoVariants;
  previews: Previews;
  outbox: Outbox | null;
  hub: Hub;
  now: () => Date;
  isDatabaseAlive: () => boolean;
  version: string;
  findUnready: () => Promise<Unready[]>;
  /** Null where no replica is configured. */
  replicaState: () => ReplicaState | null;
  isStopping: () => boolean;
  /** A process that was killed may have committed what it did not notify: this one, in its place, wakes all. */
  announceStart: () => void;
  announceStop: () => void;
  /** Accepts a session token only; for browsers and sockets. */
  sessionOf: (authorization: string | undefined) => Promise<Session>;
  /** Accepts a session token or an API key; for REST. */
  sessionOrKeyOf: (authorization: string | undefined) => Promise<Session>;
  clientOf: (
    headers: Readonly<Record<string, string | string[] | undefined>>,
    remoteAddress: string | undefined,
    request?: LoggedRequest | null,
  ) => Client;
  contextOf: (session: Session, client: Client) => Ctx;
  close: () => Promise<void>;
};

export type ServiceParts = {
  config: Config;
  connection: Connection;
  replica?: Replica | null;
  log: Log;
  observe?: (observation: Observation) => void;
  tracer?: Tracer;
  now?: () => Date;
  /** Without it, everything is in English. */
  textsIn?: LoadTexts;
  /** Whether sessions, answers to visitors and translated names are cached. */
  isCaching?: boolean;
};

const ignore = () => {};

export const archivesFolderOf = ({ folders }: Config): string => join(folders.data, 'archives-in-the-making');

export async function createServices({
  config,
  connection,
  replica = null,
  log,
  observe = ignore,
  tracer = NO_TRACING,
  now = () => new Date(),
  textsIn = () => Promise.resolve(ENGLISH),
  isCaching = true,
}: ServiceParts): Promise<Services> {
  const { db } = connection;
  const begin = createBegin(db);
  let isStopping = false;
  const sessions = createSessions(db, now);
  const apiKeys = createApiKeys(db);
  const passwords = createPasswords();
  const loginQueue = createLoginQueue();
  const secrets = { secret: config.secret, previousSecret: config.previousSecret };
  const [reads] = config.rateLimits?.read ?? [];
  const readLimit = reads ? createReadLimit(reads) : null;
  const oneTimeCodes = createOneTimeCodes({ appName: config.appName });
  const passkeys = createPasskeys({ appName: config.appName, publicUrl: config.publicUrl });
  const store = config.s3
    ? createS3FileStore({ ...config.s3, ...secrets })
    : createLocalFileStore({ folder: `${config.folders.data}/uploads`, ...secrets });
  const files = { ...store, ...createPhotoVariants(store) };
  const archives = createArchives({ files, folder: archivesFolderOf(config) });
  const sessionCache = createSessionCache({ now, ttlMs: isCaching ? SESSIONS.cacheMs : 0, isDatabaseAlive: connection.isAlive });
  const sharedAnswers = isCaching ? createSharedAnswers({ now, ttlMs: PAGES.freshSeconds * 1000 }) : null;
  const namedTexts = createNamedTexts({ db, textsIn, now, ttlMs: isCaching ? PAGES.freshSeconds * 1000 : 0 });
  function forgetChanged(topics: readonly string[]): void {
    sessionCache.drop(topics);
    if (!topics.includes(PAGES_TOPIC) && !topics.includes(WAKE_ALL)) return;
    // First the replica, so that what is cached again includes the change.
    replica?.catchUp();
    sharedAnswers?.clear();
    namedTexts.clear();
  }
  const hub = await createHub({
    listen: (onPayload, onListen) => connection.listen(NOTIFY_CHANNEL, { onPayload, onListen }),
    readInboxes: (cursors) => tracer.run('hub.inboxes', {}, () => listRowsAfter(db, cursors)),
    readAnnouncements: (after) => tracer.run('hub.announcements', {}, () => listAnnouncementsAfter({ db, now }, after)),
    findLiveSessions: (sessionIds) => tracer.run('hub.sessions', {}, () => listLiveSessions(db, sessionIds)),
    now: () => now().getTime(),
    onError: (error) => log.warn({ err: error }, 'the inboxes could not be read, trying again'),
    onTopics: forgetChanged,
  });
  const notifier = createNotifier(db, (error) => log.warn({ err: error }, 'other processes could not be notified, trying again'));
  function onDelivered(topics: readonly string[]): void {
    forgetChanged(topics);
    notifier.notify(topics);
  }
  const images = createImages();
  const richText = createRichText();
  const outbound = createOutboundHttp({ allow: config.outgoingAllow });
  const webPush = config.vapid && createWebPush({ ...config.vapid, outbound });
  const signer = createSigner(config.secret, config.previousSecret);
  const sealer = createSealer(config.secret, config.previousSecret);
  const outbox = createOutbox(join(config.folders.data, 'outbox'));
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    isOff: config.isMailOff,
    from: { name: config.appName, address: config.mailFrom },
    host: new URL(config.publicUrl).hostname,
    now,
    outbox,
  });
  const google = config.google && createGoogleSignIn({ ...config.google, redirectUrl: `${config.publicUrl}/api/auth/google/callback` });
  const platform = {
    appName: config.appName,
    supportEmail: config.supportEmail,
    zone: config.timezone,
    publicUrl: config.publicUrl,
    adminEmail: config.adminEmail,
    meetingUrlTemplate: config.meetingUrlTemplate,
    unverifiedHomeVisits: config.unverifiedHomeVisits,
    adminsNeedSecondFactor: config.adminsNeedSecondFactor,
  };

  const bySession: Lookup = (token) =>
    sessionCache.find(hashToken(token), async () => {
      const owner = await tracer.run('session', {}, () => sessions.findOwner(token));
      return owner && toActor(owner, config, { via: { by: 'session', sessionId: owner.sessionId }, lastSeq: owner.lastSeq });
    });
  const byKey: Lookup = async (key) => {
    const owner = await apiKeys.findOwner(key, now());
    return owner && toActor(owner, config, { via: { by: 'key', keyId: owner.keyId, scope: owner.scope } });
  };

  const lastMigration = readLastMigration(config.folders.migrations);
  const countFreeBytes = config.s3 && config.databaseUrl ? null : () => countFreeBytesOf(config.folders.data);

  let shouldWarnOfProxy = true;
  function warnOfProxy(headers: Headers): void {
    if (config.trustProxy || !shouldWarnOfProxy || headers['x-forwarded-for'] === undefined) return;
    shouldWarnOfProxy = false;
    log.warn(
      'X-Forwarded-For arrives and TRUST_PROXY is off: behind a proxy all people count as one address, and share its limits; set TRUST_PROXY=true if the proxy is yours',
    );
  }

  return {
    config,
    log,
    files,
    previews: createPreviews({ appName: config.appName }),
    outbox: config.mode === 'production' ? null : outbox,
    hub,
    now,
    isDatabaseAlive: connection.isAlive,
    version: readVersion(config.folders.root),
    findUnready: () => findUnready({ db, now, isDatabaseAlive: connection.isAlive, lastMigration, countFreeBytes }),
    replicaState: () => replica?.state() ?? null,
    isStopping: () => isStopping,
    announceStart: () => notifier.notify([WAKE_ALL]),
    announceStop: () => {
      isStopping = true;
    },
    sessionOf: (authorization) => readSession(authorization, bySession),
    sessionOrKeyOf: (authorization) => readSession(authorization, (token) => (token.startsWith(API_KEYS.prefix) ? byKey(token) : bySession(token))),
    clientOf: (headers, remoteAddress, request = null) => {
      warnOfProxy(headers);
      return clientOf(headers, {
        address: config.trustProxy ? (lastOf(headers['x-forwarded-for']) ?? remoteAddress) : remoteAddress,
        device: findDeviceId(headers.cookie, config.publicUrl),
        request,
      });
    },
    contextOf: (session, client) => {
      if (client.request && session.state === 'actor') client.request.userId = session.actor.id;
      return {
        db,
        begin,
        findReplica: replica?.findExecutor ?? null,
        projectors: PROJECTORS,
        now,
        session,
        actor: actorOf(session),
        client,
        endsWithSession: false,
        rateLimits: config.rateLimits,
        readLimit,
        sharedAnswers,
        platform,
        textsIn,
        namedTextsIn: namedTexts.namedTextsIn,
        sessions,
        passwords: passwords.forCaller(client.address),
        loginQueue,
        oneTimeCodes,
        passkeys,
        files,
        archives,
        images,
        richText,
        mailer,
        google,
        signer,
        sealer,
        outbound,
        webPush,
        hub,
        onDelivered,
        observe,
        tracer,
        log: (message, details) => log.error({ ...requestField(client.request), ...details }, message),
      };
    },
    async close() {
      await notifier.close();
      await hub.close();
      mailer.close();
    },
  };
}

type ActorSource = Omit<SessionOwner, 'sessionId' | 'lastSeq'>;

/** Without a required second factor an admin has no role. */
function toActor(
  { userId: id, role, name, email, hasSecondFactor }: ActorSource,
  config: Config,
  { via, lastSeq }: Pick<Actor, 'via' | 'lastSeq'>,
): Actor {
  const isDue = isSecondFactorDue({ role, hasSecondFactor }, config);
  return { id, role: isDue ? null : role, name, email, via, isSecondFactorDue: isDue, lastSeq };
}
