import { isFinal, isUnauthenticated } from '#client/lib/rpc/errors.ts';
import type { trpc } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import { type Change, isCovered } from './changes.ts';
import { begin, failedChanges, finish, keep } from './changes-store.ts';

type Utils = ReturnType<typeof trpc.useUtils>;
type Calls = Utils['client']['notifications'];

const MOST_PAGES = 10;

/** Does it on the server. A failure keeps the change in this browser, and is only logged. */
export async function sendChange(utils: Utils, userId: string, change: Change): Promise<void> {
  begin(userId, change);
  await attempt(utils, userId, { change, work: atOnce });
}

/** What has failed before, one after the other, until nobody answers. */
export async function sendFailed(utils: Utils, userId: string): Promise<void> {
  for (const change of failedChanges.of(userId)) {
    if (session.viewer()?.id !== userId) return;
    const isDone = await attempt(utils, userId, { change, work: later });
    if (!isDone) return;
  }
}

type Attempt = { change: Change; work: (calls: Calls, change: Change) => Promise<unknown> };

async function attempt(utils: Utils, userId: string, { change, work }: Attempt): Promise<boolean> {
  try {
    await work(utils.client.notifications, change);
  } catch (error) {
    if (isUnauthenticated(error)) void session.check();
    // What is refused for good is gone already, or never will be done.
    if (!isFinal(error)) {
      console.warn('A change of notifications has not reached the server; it is sent again.', error);
      keep(userId, change);
      return false;
    }
  }
  // The answers first: without the change they would show what was, for a moment.
  if (session.viewer()?.id === userId) await utils.notifications.invalidate();
  finish(userId, change);
  return true;
}

function atOnce(calls: Calls, change: Change): Promise<unknown> {
  switch (change.kind) {
    case 'read':
      return calls.markRead.mutate({ ids: [change.id] });
    case 'removed':
      return calls.remove.mutate({ id: change.id });
    case 'allRead':
      return calls.markAllRead.mutate();
    case 'cleared':
      return calls.removeAll.mutate();
  }
}

/** What has come since is spared. */
async function later(calls: Calls, change: Change): Promise<void> {
  if ('id' in change) {
    await atOnce(calls, change);
    return;
  }
  const { ids, isAll } = await covered(calls, change);
  if (isAll) await atOnce(calls, change);
  else if (change.kind === 'allRead') await calls.markRead.mutate({ ids });
  else await Promise.allSettled(ids.map((id) => calls.remove.mutate({ id }))).then(demandAnswers);
}

async function covered(calls: Calls, change: Change): Promise<{ ids: string[]; isAll: boolean }> {
  const ids: string[] = [];
  const read = change.kind === 'allRead' ? false : undefined;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { notifications, hasMore } = await calls.list.query({ page, limit: SEARCH.mostPerPage, read });
    const found = notifications.filter((one) => isCovered(change, one));
    if (page === 1 && found.length === notifications.length) return { ids, isAll: true };
    ids.push(...found.map(({ id }) => id));
    if (!hasMore) break;
  }
  return { ids, isAll: false };
}

function demandAnswers(outcomes: readonly PromiseSettledResult<unknown>[]): void {
  for (const outcome of outcomes) if (outcome.status === 'rejected' && !isFinal(outcome.reason)) throw outcome.reason;
}
