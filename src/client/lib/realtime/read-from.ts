import { session } from '#client/lib/session/session.ts';
import type { Session } from '#client/lib/session/session-store.ts';
import { parseReadFrom } from '#shared/vocabulary/read-from.ts';

export type ReadFrom = {
  /** Of a request that is sent now; `take` gets the header of its answer, or null without one. */
  follow: (authorization: string | null) => (header: string | null) => void;
  /** Where the stream of the inbox continues. From then on only answers that were on their way may turn out to be older. */
  cursor: () => string | undefined;
  advance: (cursor: string) => void;
  /** An answer is on its way, and none has come. */
  isAwaited: () => boolean;
  /** When the first of what is shown was read, in milliseconds of the server. */
  at: () => number | undefined;
  /** `isOlder`: something shown was read before the place where the stream began. */
  subscribe: (listener: (isOlder: boolean) => void) => () => void;
};

type State = { token: string | null; pending: number; first: { seq: number; at: number } | undefined; cursor: string | undefined; isUsed: boolean };

/** Where the stream of the inbox has to begin, so that nothing is missed: where the oldest of the answers of this page was read. */
export function makeReadFrom({ token }: Pick<Session, 'token'>): ReadFrom {
  const listeners = new Set<(isOlder: boolean) => void>();
  const stateOf = (token: string | null): State => ({ token, pending: 0, first: undefined, cursor: undefined, isUsed: false });
  let state = stateOf(token());
  const current = (): State => {
    if (state.token !== token()) state = stateOf(token());
    return state;
  };

  function take(sent: State, wasUsed: boolean, header: string | null): void {
    sent.pending -= 1;
    // Another session has begun meanwhile.
    if (sent !== current()) return;
    const read = wasUsed ? null : parseReadFrom(header);
    const isOlder = read !== null && sent.isUsed && sent.first !== undefined && read.seq < sent.first.seq;
    if (read && (!sent.first || read.seq < sent.first.seq || read.at < sent.first.at)) {
      const { seq, at } = sent.first ?? read;
      sent.first = { seq: Math.min(seq, read.seq), at: Math.min(at, read.at) };
    }
    for (const listener of [...listeners]) listener(isOlder);
  }

  return {
    follow(authorization) {
      const sent = current();
      if (sent.token === null || authorization !== `Bearer ${sent.token}`) return () => {};
      sent.pending += 1;
      const { isUsed } = sent;
      return (header) => take(sent, isUsed, header);
    },
    cursor() {
      const now = current();
      now.isUsed = true;
      now.cursor ??= now.first && `${now.first.seq}.0`;
      return now.cursor;
    },
    advance(cursor) {
      current().cursor = cursor;
    },
    isAwaited: () => current().pending > 0 && current().first === undefined && !current().isUsed,
    at: () => current().first?.at,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const readFrom: ReadFrom = makeReadFrom(session);
