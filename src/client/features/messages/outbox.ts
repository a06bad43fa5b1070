import { useSyncExternalStore } from 'react';
import { userKey } from '#client/lib/drafts/draft.ts';
import { newId } from '#client/lib/new-id.ts';
import { browserStorage } from '#client/lib/storage.ts';
import { getNow } from '#client/ui/clock.ts';

const STATES = ['sending', 'waiting', 'refused'] as const;

/** A message that the server has not got yet. */
export type OutboxMessage = {
  clientId: string;
  threadId: string;
  text: string;
  /** When it was written; no two have the same. */
  at: number;
  /** `sending`: pending, or about to be; `waiting`: there was no answer; `refused`: the server rejects it. */
  state: (typeof STATES)[number];
  /** Why it was refused. */
  refusal: string;
};

export type Outbox = {
  /** In the order in which they are sent. */
  getAll: () => OutboxMessage[];
  add: (threadId: string, text: string) => void;
  /** Does nothing to a message that is no longer there. */
  update: (clientId: string, changes: Partial<Pick<OutboxMessage, 'state' | 'refusal'>>) => void;
  remove: (clientId: string) => void;
};

/** Stored in this browser, the same in every tab, until it is sent or its user logs out. */
export function getOutbox(userId: string): Outbox {
  // A key for each: two tabs that write at once lose nothing of each other.
  const prefix = keyPrefix(userId);
  const getAll = () => parseAll(readAll(prefix));
  const write = (message: OutboxMessage) => void browserStorage.writeJson(prefix + message.clientId, message);

  return {
    getAll,
    add(threadId, text) {
      const at = Math.max(getNow().getTime(), (getAll().at(-1)?.at ?? 0) + 1);
      write({ clientId: newId(), threadId, text, at, state: 'sending', refusal: '' });
    },
    update(clientId, changes) {
      const message = getAll().find((one) => one.clientId === clientId);
      if (message) write({ ...message, ...changes });
    },
    remove: (clientId) => browserStorage.remove(prefix + clientId),
  };
}

export function useOutboxMessages(userId: string): OutboxMessage[] {
  return parseAll(useSyncExternalStore(browserStorage.subscribe, () => readAll(keyPrefix(userId))));
}

const keyPrefix = (userId: string) => userKey(userId, 'unsent ');

/** One line for each message. */
function readAll(prefix: string): string {
  return browserStorage
    .keys(prefix)
    .map((key) => browserStorage.read(key))
    .join('\n');
}

function parseAll(lines: string): OutboxMessage[] {
  const messages = lines.split('\n').map(parse);
  return messages.filter((message) => message !== null).sort((a, b) => a.at - b.at);
}

/** Anybody who uses the browser may have written it. */
function parse(json: string): OutboxMessage | null {
  try {
    const { clientId, threadId, text, at, state, refusal }: Partial<Record<keyof OutboxMessage, unknown>> = { ...JSON.parse(json) };
    if (typeof clientId !== 'string' || typeof threadId !== 'string' || typeof text !== 'string' || typeof at !== 'number') return null;
    return { clientId, threadId, text, at, state: STATES.find((known) => known === state) ?? 'sending', refusal: String(refusal ?? '') };
  } catch {
    return null;
  }
}
