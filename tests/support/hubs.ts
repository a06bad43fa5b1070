import type { SignedIn } from '#server/core/context.ts';
import { NOTIFY_CHANNEL } from '#server/core/deliver.ts';
import { createHub, type Hub } from '#server/core/hub.ts';
import { listAnnouncementsAfter } from '#server/features/inbox/announcements.queries.ts';
import { listLiveSessions, listRowsAfter, type NumberedEvent, streamInbox } from '#server/features/inbox/inbox.queries.ts';
import type { InboxEvent } from '#shared/contracts/inbox.ts';
import type { TestDatabase } from './database.ts';
import { NOW, sessionIdFor } from './factories.ts';

export type HubOfTest = {
  hub: Hub;
  /** How often inboxes were read. */
  reads: () => number;
  /** As after the listener's connection was lost. */
  listenAgain: () => void;
};

export async function hubOn({ db, sql }: TestDatabase): Promise<HubOfTest> {
  let reads = 0;
  let listenAgain = () => {};
  const hub = await createHub({
    listen: async (heard, again) => {
      listenAgain = again;
      return (await sql.listen(NOTIFY_CHANNEL, heard, again)).unlisten;
    },
    readInboxes: (cursors) => {
      reads += 1;
      return listRowsAfter(db, cursors);
    },
    readAnnouncements: (after) => listAnnouncementsAfter({ db, now: () => NOW }, after),
    findLiveSessions: async (sessionIds) => new Set([...(await listLiveSessions(db, sessionIds)), ...sessionIds.filter(isOfTest)]),
    onError: (error) => {
      throw error;
    },
  });
  return { hub, reads: () => reads, listenAgain: () => listenAgain() };
}

export function followInbox(ctx: SignedIn, cursor?: string, signal?: AbortSignal): AsyncGenerator<NumberedEvent<InboxEvent>> {
  return streamInbox(ctx, { cursor, signal }, (id, event) => ({ id, event }))[Symbol.asyncIterator]();
}

const isOfTest = (id: string): boolean => id.startsWith(sessionIdFor({ id: '' }));
