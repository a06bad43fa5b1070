import { type TRPCWebSocketClient, wsLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import { type AskInbox, type InboxPage, pollInbox, runWhileVisible } from '#client/lib/realtime/inbox-poll.ts';
import { makeLiveSocket, pauseBefore } from '#client/lib/realtime/live-socket.ts';
import { isFinal, isUnauthenticated } from '#client/lib/rpc/errors.ts';
import type { Link } from '#client/lib/rpc/trpc.ts';
import type { Session } from '#client/lib/session/session-store.ts';
import { transformer } from '#shared/transformer.ts';

/** What cannot be polled is read again, and the reader looks for itself. */
const LOOK_AGAIN_MS = 15_000;

/**
 * Subscriptions over one WebSocket. One lasts until its caller ends it, the session does, or the server refuses it; whatever else
 * ends it, it is taken up again after the last event. While there is no socket, `ask` is polled for the inbox, from the same place.
 */
export function makeLiveLink(session: Pick<Session, 'token' | 'viewer' | 'subscribe' | 'check'>, ask: AskInbox): Link {
  const socket = makeLiveSocket(session);

  return (runtime) =>
    ({ op, next }) =>
      observable((observer) => {
        let userId = session.viewer()?.id;
        let token = session.token();
        let followed: TRPCWebSocketClient | null = null;
        let running: Unsubscribable | undefined;
        let timer: ReturnType<typeof setTimeout> | undefined;
        let stopInstead: (() => void) | undefined;
        let lastEventId: string | undefined;
        let failures = 0;

        function look(): void {
          if (session.token() === null) {
            observer.complete();
            return;
          }
          const client = socket.client();
          if (client !== followed || session.token() !== token) leave();
          followed = client;
          token = session.token();
          // Somebody else's inbox has other places.
          const viewerId = session.viewer()?.id ?? userId;
          if (userId !== undefined && viewerId !== userId) lastEventId = undefined;
          userId = viewerId;
          if (client && !running && timer === undefined) follow(client);
          if (!client) stopInstead ??= instead();
        }

        function follow(client: TRPCWebSocketClient): void {
          timer = undefined;
          const link = wsLink({ client, transformer })(runtime);
          const resumed = { ...op, input: { ...Object(op.input), ...(lastEventId !== undefined && { lastEventId }) } };
          running = link({ op: resumed, next }).subscribe({
            next(value) {
              const { result } = value;
              if ('id' in result && result.id) lastEventId = result.id;
              if (result.type === undefined || result.type === 'data') failures = 0;
              observer.next(value);
            },
            error: (error) => (isFinal(error) ? observer.error(error) : again(client)),
            complete: () => again(client),
          });
        }

        /** The server ended it: it restarts, or the session is over. A socket that is gone has ended it, too, and is waited for. */
        function again(client: TRPCWebSocketClient): void {
          if (socket.client() !== client || followed !== client) return;
          running = undefined;
          void session.check();
          failures += 1;
          timer = setTimeout(follow, pauseBefore(failures), client);
        }

        function leave(): void {
          clearTimeout(timer);
          timer = undefined;
          stopInstead?.();
          stopInstead = undefined;
          // The server says yet that it has stopped: that is no end which is taken up again.
          followed = null;
          running?.unsubscribe();
          running = undefined;
        }

        function instead(): () => void {
          if (op.path !== 'inbox.stream') return runWhileVisible(tellToLook, { firstMs: LOOK_AGAIN_MS, everyMs: LOOK_AGAIN_MS });
          return pollInbox({ ask: checked, cursor: () => lastEventId, onPage: take });
        }

        const tellToLook = () => observer.next({ result: { type: 'data', data: { id: '', data: op.input } } });

        function take({ cursor, events }: InboxPage): void {
          for (const { id, event } of events) observer.next({ result: { id, type: 'data', data: { id, data: event } } });
          lastEventId = cursor;
        }

        const checked: AskInbox = async (cursor, signal) => {
          try {
            return await ask(cursor, signal);
          } catch (error) {
            if (isUnauthenticated(error)) void session.check();
            throw error;
          }
        };

        const letGo = socket.hold();
        const unfollow = socket.subscribe(look);
        look();
        return () => {
          unfollow();
          leave();
          letGo();
        };
      });
}
