import { setTimeout as pause } from 'node:timers/promises';
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import type { Sql } from 'postgres';
import type { AppRouter } from '#server/api/router.ts';
import type { InboxEvent } from '#shared/contracts/inbox.ts';
import { transformer } from '#shared/transformer.ts';
import { BrowserWebSocket } from '#tests/support/socket-clients.ts';
import type { Person } from './people.ts';

/** An event by its number in the inbox and its type; of announcements there are none. */
export type ReceivedEvent = { seq: number; type: string };
export type HeldStream = { userId: string; received: ReceivedEvent[]; close: () => Promise<void> };

const RETRY_MS = 100;
const CATCHING_UP_MS = 30_000;

/** Continues after its last event when it was cut, refused or ended, as the product's own client does. Its first event is a reset. */
export async function holdStream(url: string, { user, token }: Pick<Person, 'user' | 'token'>): Promise<HeldStream> {
  const client = createWSClient({
    url: `${url.replace('http', 'ws')}/trpc`,
    WebSocket: BrowserWebSocket,
    connectionParams: { token },
    retryDelayMs: () => RETRY_MS,
  });
  const trpc = createTRPCClient<AppRouter>({ links: [wsLink({ client, transformer })] });
  const received: ReceivedEvent[] = [];
  let isClosed = false;
  await new Promise<void>((resolve) => {
    function follow(lastEventId: string | undefined): void {
      let last = lastEventId;
      const again = () => {
        if (!isClosed) setTimeout(follow, RETRY_MS, last);
      };
      trpc.inbox.stream.subscribe(last === undefined ? {} : { lastEventId: last }, {
        onData({ id, data }: { id: string; data: InboxEvent }) {
          last = id;
          received.push({ seq: Number(id.split('.')[0]), type: data.type });
          resolve();
        },
        onError: again,
        onComplete: again,
      });
    }
    follow(undefined);
  });
  return {
    userId: user.id,
    received,
    close() {
      isClosed = true;
      return client.close();
    },
  };
}

/** Waits until the streams have received what is stored, as long as a stream may take to reconnect. Nobody may be writing meanwhile. */
export async function findStreamProblems(sql: Sql, streams: readonly HeldStream[]): Promise<string[]> {
  const last = new Map(
    (await sql<{ user_id: string; last_seq: number }[]>`select user_id, last_seq::int from inboxes`).map((row) => [row.user_id, row.last_seq]),
  );
  const isBehind = ({ userId, received }: HeldStream) => (received.at(-1)?.seq ?? 0) < (last.get(userId) ?? 0);
  for (const end = performance.now() + CATCHING_UP_MS; streams.some(isBehind) && performance.now() < end; ) await pause(50);
  const problems: string[] = [];
  for (const { userId, received } of streams) {
    const [begin] = received;
    const stored = await sql<ReceivedEvent[]>`
      select seq::int, kind as type from inbox_events where user_id = ${userId} and seq > ${begin?.seq ?? 0} order by seq`;
    problems.push(...compareStream(received, stored).map((problem) => `the stream of ${userId} ${problem}`));
  }
  return problems;
}

/** Each event once and in order, after the one reset that a stream begins with. */
export function compareStream([begin, ...received]: readonly ReceivedEvent[], stored: readonly ReceivedEvent[]): string[] {
  const problems = begin?.type === 'reset' ? [] : ['has not begun with a reset'];
  const typeOf = new Map(stored.map(({ seq, type }) => [seq, type]));
  const seen = new Set<number>();
  let last = begin?.seq ?? 0;
  for (const { seq, type } of received) {
    if (type === 'reset') problems.push(`was reset at event ${seq}`);
    else if (seen.has(seq)) problems.push(`has event ${seq} twice`);
    else if (seq < last) problems.push(`has event ${seq} after event ${last}`);
    else if (typeOf.get(seq) !== type) problems.push(`has event ${seq} as ${type}, which is stored as ${typeOf.get(seq)}`);
    seen.add(seq);
    last = Math.max(last, seq);
  }
  for (const { seq } of stored) if (!seen.has(seq)) problems.push(`lacks event ${seq}`);
  return problems.length > 5 ? [...problems.slice(0, 5), `has ${problems.length - 5} more problems`] : problems;
}
