import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import type { AppRouter } from '#server/api/router.ts';
import type { InboxEvent } from '#shared/contracts/inbox.ts';
import { transformer } from '#shared/transformer.ts';
import { SocketOfBrowsers } from './socket-clients.ts';

export type FollowedStream = {
  events: InboxEvent[];
  titles: () => string[];
  /** Waits, without end: a test's own time limit says when it was too long. */
  until: (isSo: () => boolean) => Promise<void>;
  close: () => Promise<void>;
};

/** Reconnects with its cursor after every cut. */
export function followStream(url: string, token: string, { retryMs = 100 } = {}): FollowedStream {
  const events: InboxEvent[] = [];
  let heard = () => {};
  const client = createWSClient({
    url: `${url.replace('http', 'ws')}/trpc`,
    WebSocket: SocketOfBrowsers,
    connectionParams: { token },
    retryDelayMs: () => retryMs,
  });
  const trpc = createTRPCClient<AppRouter>({ links: [wsLink({ client, transformer })] });
  trpc.inbox.stream.subscribe(
    {},
    {
      onData({ data }: { data: InboxEvent }) {
        events.push(data);
        heard();
      },
    },
  );
  return {
    events,
    titles: () => events.map(titleOf),
    async until(isSo) {
      while (!isSo()) {
        await new Promise<void>((resolve) => {
          heard = resolve;
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
