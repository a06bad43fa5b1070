import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import type { Connection } from '#db/client.ts';
import type { Replica } from '#db/replica.ts';
import { bookings } from '#db/schema/bookings.ts';
import type { Config } from '#server/config.ts';
import type { Actor, Client, Ctx, Session } from '#server/core/context.ts';
import { isAfterCursor } from '#server/core/cursor.ts';
import { NOTIFY_CHANNEL, WAKE_ALL } from '#server/core/deliver.ts';
import type { Projector } from '#server/core/events.ts';
import { createHub, type Hub } from '#server/core/hub.ts';
import { anyOf } from '#server/core/ids.ts';
import { type JobHandlers, jobsProjector } from '#server/core/jobs.ts';
import { type LoggedRequest, requestField } from '#server/core/logged-request.ts';
import { createLoginQueue } from '#server/core/login-queue.ts';
import type { Observation } from '#server/core/observations.ts';
import type { FileStore, PhotoVariants, Previews, ReplicaState, SessionOwner, Tracer, Unready } from '#server/core/ports.ts';
import { createSessionCache } from '#server/core/session-cache.ts';
import { createSharedAnswers } from '#server/core/shared-answers.ts';
import { hashToken } from '#server/core/token-hash.ts';
import { clientOf, type Headers, type Lookup, lastOf, readSession } from '#server/edge/callers.ts';
import { findDeviceId } from '#server/edge/devices.ts';
import { announcementsProjector } from '#server/features/announcements/announcements.projector.ts';
import { apiKeysProjector } from '#server/features/api-keys/api-keys.projector.ts';
import { expireArchive, makeArchive } from '#server/features/archives/archives.jobs.ts';
import { archivesProjector } from '#server/features/archives/archives.projector.ts';
import type { ArchiveSources } from '#server/features/archives/entries.queries.ts';
import { auditProjector } from '#server/features/audit/audit.projector.ts';
import { createAdmin, removeAdmin, resetSecondFactor } from '#server/features/auth/admins.commands.ts';
import { authProjector } from '#server/features/auth/auth.projector.ts';
import { resealFactors } from '#server/features/auth/reseal-factors.commands.ts';
import { blogsProjector } from '#server/features/blogs/blogs.projector.ts';
import { cancelUnanswered, completeEnded, lapseProposal, remindParties } from '#server/features/bookings/bookings.jobs.ts';
import { bookingsProjector } from '#server/features/bookings/bookings.projector.ts';
import { selectBookings, toBookingView } from '#server/features/bookings/bookings.queries.ts';
import { calendarProjector } from '#server/features/calendar/calendar.projector.ts';
import { streamCalendar } from '#server/features/calendar/calendar.queries.ts';
import { listAnnouncementsAfter } from '#server/features/inbox/announcements.queries.ts';
import { listLiveSessions, listRowsAfter } from '#server/features/inbox/inbox.queries.ts';
import { sendMail } from '#server/features/mail/mail.jobs.ts';
import { mailProjector } from '#server/features/mail/mail.projector.ts';
import { messagesProjector } from '#server/features/messages/messages.projector.ts';
import { notificationsProjector } from '#server/features/notifications/notifications.projector.ts';
import { PAGES_TOPIC, pagesProjector } from '#server/features/pages/pages.projector.ts';
import { sendPush } from '#server/features/push/push.jobs.ts';
import { pushProjector } from '#server/features/push/push.projector.ts';
import { reviewsProjector } from '#server/features/reviews/reviews.projector.ts';
import { checkSavedSearches } from '#server/features/saved-searches/saved-searches.jobs.ts';
import { refreshListings } from '#server/features/tutors/listing.jobs.ts';
import { listingProjector } from '#server/features/tutors/listing.projector.ts';
import { hasExactResult } from '#server/features/tutors/search/tutor-search.queries.ts';
import { tutorsProjector } from '#server/features/tutors/tutors.projector.ts';
import { copyPhoto, removeFiles, sweepUpload } from '#server/features/uploads/uploads.jobs.ts';
import { uploadsProjector } from '#server/features/uploads/uploads.projector.ts';
import { verificationProjector } from '#server/features/verification/verification.projector.ts';
import { resealWebhooks } from '#server/features/webhooks/reseal-webhooks.commands.ts';
import { sendWebhook } from '#server/features/webhooks/webhooks.jobs.ts';
import { type BookingsForWebhooks, webhooksProjector } from '#server/features/webhooks/webhooks.projector.ts';
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
import { booking } from '#server/rest/wire/bookings.ts';
import { toWire } from '#server/rest/wire/views.ts';
import { isSecondFactorDue } from '#shared/domain/second-factor.ts';
import { API_KEYS, PAGES, SESSIONS } from '#shared/vocabulary/limits.ts';

export const bookingsForWebhooks: BookingsForWebhooks = async ({ db, platform }, ids) => {
  const records = await selectBookings(db, anyOf(bookings.id, ids));
  return new Map(records.map((record) => [record.booking.id, toWire(booking, toBookingView(record), platform.publicUrl)]));
};

/** What one party of bookings sees of them. */
export const archiveSources: ArchiveSources = {
  listBookings: async ({ db }, { userId, party, after, limit }) => {
    const isParty = eq(party === 'student' ? bookings.studentId : bookings.tutorUserId, userId);
    const records = await selectBookings(db, and(isParty, isAfterCursor(bookings.createdAt, bookings.id, after))).limit(limit);
    // An address is hidden from the tutor until the request is accepted, not from the student who wrote it.
    return records.map((record) => ({ ...toBookingView(record), ...(party === 'student' && { address: record.booking.address }) }));
  },
  streamCalendar,
};

/** In this order. */
export const PROJECTORS: readonly Projector[] = [
  authProjector,
  bookingsProjector,
  tutorsProjector,
  verificationProjector,
  reviewsProjector,
  listingProjector,
  blogsProjector,
  pagesProjector,
  messagesProjector,
  uploadsProjector,
  archivesProjector,
  webhooksProjector(bookingsForWebhooks),
  notificationsProjector,
  pushProjector,
  announcementsProjector,
  apiKeysProjector,
  calendarProjector,
  mailProjector,
  auditProjector,
  jobsProjector,
];

export const JOB_HANDLERS: JobHandlers = {
  'mail.send': sendMail,
  'photo.copy': copyPhoto,
  'upload.sweep': sweepUpload,
  'files.remove': removeFiles,
  'booking.unanswered': cancelUnanswered,
  'booking.over': completeEnded,
  'booking.remind': remindParties,
  'proposal.lapse': lapseProposal,
  'listing.refresh': refreshListings,
  'searches.check': checkSavedSearches(hasExactResult),
  'push.send': sendPush,
  'webhook.send': sendWebhook,
  'archive.make': makeArchive(archiveSources),
  'archive.expire': expireArchive,
};

export const SECRETS = { resealFactors, resealWebhooks } as const;

export const ADMINS = { create: createAdmin, remove: removeAdmin, resetSecondFactor } as const;

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
  /** Null where there is none. */
  replicaState: () => ReplicaState | null;
  isStopping: () => boolean;
  announceStop: () => void;
  /** By a session only: what browsers and sockets bring. */
  sessionOf: (authorization: string | undefined) => Promise<Session>;
  /** By a session or an API key: what REST takes. */
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
  /** Who is signed in, and what visitors read. */
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
  isCaching = true,
}: ServiceParts): Promise<Services> {
  const { db } = connection;
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
  function forgetChanged(topics: readonly string[]): void {
    sessionCache.drop(topics);
    if (!topics.includes(PAGES_TOPIC) && !topics.includes(WAKE_ALL)) return;
    // What is read anew has what has changed.
    replica?.catchUp();
    sharedAnswers?.clear();
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
      return owner && { ...toActor(owner, config), via: { by: 'session', sessionId: owner.sessionId }, lastSeq: owner.lastSeq };
    });
  const byKey: Lookup = async (key) => {
    const owner = await apiKeys.findOwner(key, now());
    return owner && { ...toActor(owner, config), via: { by: 'key', keyId: owner.keyId, scope: owner.scope } };
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
        begin: (work) => db.transaction((tx) => work(tx)),
        ...(replica && { findReplica: replica.findExecutor }),
        projectors: PROJECTORS,
        now,
        session,
        client,
        rateLimits: config.rateLimits,
        readLimit,
        sharedAnswers,
        platform,
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
        onDelivered: forgetChanged,
        observe,
        tracer,
        log: (message, details) => log.error({ ...requestField(client.request), ...details }, message),
      };
    },
    async close() {
      await hub.close();
      mailer.close();
    },
  };
}

type ActorSource = Omit<SessionOwner, 'sessionId' | 'lastSeq'>;

/** Without a required second factor an admin has no role. */
function toActor({ userId: id, role, name, email, hasSecondFactor }: ActorSource, config: Config): Omit<Actor, 'via'> {
  const isDue = isSecondFactorDue({ role, hasSecondFactor }, config);
  return { id, role: isDue ? null : role, name, email, isSecondFactorDue: isDue };
}
