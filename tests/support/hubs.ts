import type { SignedIn } from '#server/core/context.ts';
import { createHub, type Hub } from '#server/core/hub.ts';
import { NOTIFY_CHANNEL } from '#server/core/notifier.ts';
import { listAnnouncementsAfter } from '#server/features/inbox/announcements.queries.ts';
import { listLiveSessions, listRowsAfter, type NumberedEvent, streamInbox } from '#server/features/inbox/inbox.queries.ts';
import type { InboxEvent } from '#shared/contracts/inbox.ts';
import type { TestDatabase } from './database.ts';
import { NOW, sessionIdFor } from './factories.ts';

export type TestHub = {
  hub: Hub;
  reads: () => number;
  /** As after the listener's connection was lost. */
  relisten: () => void;
};

export async function createTestHub({ db, sql }: TestDatabase): Promise<TestHub> {
  let reads = 0;
  let relisten = () => {};
  const hub = await createHub({
    listen: async (onNotify, onListen) => {
      relisten = onListen;
      return (await sql.listen(NOTIFY_CHANNEL, onNotify, onListen)).unlisten;
    },
    readInboxes: (cursors) => {
      reads += 1;
      return listRowsAfter(db, cursors);
    },
    readAnnouncements: (after) => listAnnouncementsAfter({ db, now: () => NOW }, after),
    findLiveSessions: async (sessionIds) => new Set([...(await listLiveSessions(db, sessionIds)), ...sessionIds.filter(isTestSession)]),
    onError: (error) => {
      throw error;
    },
  });
  return { hub, reads: () => reads, relisten: () => relisten() };
}

export function openInbox(ctx: SignedIn, cursor?: string, signal?: AbortSignal): AsyncGenerator<NumberedEvent<InboxEvent>> {
  return streamInbox(ctx, { cursor, signal }, (id, event) => ({ id, event }))[Symbol.asyncIterator]();
}

const isTestSession = (id: string): boolean => id.startsWith(sessionIdFor({ id: '' }));
