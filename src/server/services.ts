import type { Connection } from '#db/client.ts';
import type { Config } from '#server/config.ts';
import type { Ctx, Session } from '#server/core/context.ts';
import { NEWS } from '#server/core/deliver.ts';
import type { Projector } from '#server/core/events.ts';
import { createHub, type Hub } from '#server/core/hub.ts';
import type { FileStore } from '#server/core/ports.ts';
import { authProjector } from '#server/features/auth/auth.projector.ts';
import { rowsAfter } from '#server/features/inbox/inbox.queries.ts';
import { notificationsProjector } from '#server/features/notifications/notifications.projector.ts';
import { listingProjector } from '#server/features/tutors/listing.projector.ts';
import { tutorsProjector } from '#server/features/tutors/tutors.projector.ts';
import { createPasswords, createSessions } from '#server/infra/credentials.ts';
import { createLocalFileStore } from '#server/infra/file-store-local.ts';
import type { Log } from '#server/infra/log.ts';

/** Who reacts to what has happened, in this order. */
export const PROJECTORS: readonly Projector[] = [authProjector, tutorsProjector, listingProjector, notificationsProjector];

export type Services = {
  config: Config;
  log: Log;
  files: FileStore;
  hub: Hub;
  now: () => Date;
  isDatabaseAlive: () => boolean;
  sessionOf: (authorization: string | undefined) => Promise<Session>;
  contextOf: (session: Session) => Ctx;
  close: () => Promise<void>;
};

export type ServiceParts = { config: Config; connection: Connection; log: Log; now?: () => Date };

/** Builds the ports and says who reacts to what. */
export async function createServices({ config, connection, log, now = () => new Date() }: ServiceParts): Promise<Services> {
  const { db, sql } = connection;
  const sessions = createSessions(db);
  const passwords = createPasswords();
  const files = createLocalFileStore({ folder: `${config.folders.data}/uploads`, secret: config.secret });
  const hub = await createHub({
    listen: async (heard, again) => (await sql.listen(NEWS, heard, again)).unlisten,
    read: (cursors) => rowsAfter(db, cursors),
    failed: (error) => log.warn({ err: error }, 'the inboxes could not be read, trying again'),
  });
  const platform = { appName: config.appName, supportEmail: config.supportEmail, zone: config.timezone, publicUrl: config.publicUrl };

  return {
    config,
    log,
    files,
    hub,
    now,
    isDatabaseAlive: connection.isAlive,
    async sessionOf(authorization) {
      const token = tokenIn(authorization);
      if (token === null) return { state: 'none' };
      try {
        const owner = await sessions.ownerOf(token);
        if (!owner) return { state: 'rejected' };
        const { userId, ...rest } = owner;
        return { state: 'actor', actor: { id: userId, ...rest } };
      } catch (error) {
        return { state: 'failed', error };
      }
    },
    contextOf: (session) => ({
      db,
      begin: (work) => db.transaction((tx) => work(tx)),
      projectors: PROJECTORS,
      now,
      session,
      platform,
      sessions,
      passwords,
      files,
      hub,
      log: (message, details) => log.error(details, message),
    }),
    close: () => hub.close(),
  };
}

/** What clients send with nothing stored (`Bearer null`, an empty header) is no token. */
function tokenIn(authorization: string | undefined): string | null {
  const token = /^bearer\s+(.*)$/i.exec(authorization?.trim() ?? '')?.[1]?.trim() ?? '';
  return ['', 'null', 'undefined'].includes(token) ? null : token;
}
