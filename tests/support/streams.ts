import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import type { AppRouter } from '#server/api/router.ts';
import type { InboxEvent } from '#shared/contracts/inbox.ts';
import { transformer } from '#shared/transformer.ts';
import { BrowserWebSocket } from './socket-clients.ts';

export type TestStream = {
  events: InboxEvent[];
  titles: () => string[];
  /** Waits without a limit of its own; the time limit of the test holds. */
  waitUntil: (condition: () => boolean) => Promise<void>;
  close: () => Promise<void>;
};

/** Reconnects with its cursor after every cut. */
export function openStream(url: string, token: string, { retryMs = 100 } = {}): TestStream {
  const events: InboxEvent[] = [];
  let wake = () => {};
  const client = createWSClient({
    url: `${url.replace('http', 'ws')}/trpc`,
    WebSocket: BrowserWebSocket,
    connectionParams: { token },
    retryDelayMs: () => retryMs,
  });
  const trpc = createTRPCClient<AppRouter>({ links: [wsLink({ client, transformer })] });
  trpc.inbox.stream.subscribe(
    {},
    {
      onData({ data }: { data: InboxEvent }) {
        events.push(data);
        wake();
      },
    },
  );
  return {
    events,
    titles: () => events.map(titleOf),
    async waitUntil(condition) {
      while (!condition()) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    close: () => client.close(),
  };
}

function titleOf(event: InboxEvent): string {
  if (event.type === 'new_notification') return event.notification.title;
  return 'announcement' in event ? event.announcement.title : event.type;
}
