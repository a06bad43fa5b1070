import { useSyncExternalStore } from 'react';
import { userKey } from '#client/lib/drafts/draft.ts';
import { newId } from '#client/lib/new-id.ts';
import { browserStorage } from '#client/lib/storage.ts';
import { getNow } from '#client/ui/clock.ts';

const STATES = ['sending', 'waiting', 'refused'] as const;

export type OutboxMessage = {
  clientId: string;
  threadId: string;
  text: string;
  /** Unique in the outbox. */
  at: number;
  /** `sending`: pending, or about to be; `waiting`: no answer came; `refused`: rejected by the server. */
  state: (typeof STATES)[number];
  refusal: string;
};

export type Outbox = {
  getAll: () => OutboxMessage[];
  /** With the id of an earlier try, which may have arrived. */
  add: (threadId: string, text: string, clientId?: string) => void;
  update: (clientId: string, changes: Partial<Pick<OutboxMessage, 'state' | 'refusal'>>) => void;
  remove: (clientId: string) => void;
};

/** Stored in this browser and shared by its tabs, until a message is sent or the user logs out. */
export function getOutbox(userId: string): Outbox {
  // One key for each message, so that two tabs that write at once lose nothing.
  const prefix = keyPrefix(userId);
  const getAll = () => parseAll(readAll(prefix));
  const write = (message: OutboxMessage) => void browserStorage.writeJson(prefix + message.clientId, message);

  return {
    getAll,
    add(threadId, text, clientId = newId()) {
      const at = Math.max(getNow().getTime(), (getAll().at(-1)?.at ?? 0) + 1);
      write({ clientId, threadId, text, at, state: 'sending', refusal: '' });
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
