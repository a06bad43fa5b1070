import { WebSocket } from 'ws';

const TIMEOUT_MS = 30_000;
const BATCH_SIZE = 50;

export type Protocol = {
  address: (index: number) => string;
  openingMessages: (index: number) => string[];
  answer: (text: string) => string | null;
  isReady: (text: string) => boolean;
};

/** Each with a session of its own. */
export function productProtocol(url: string, tokens: readonly string[]): Protocol {
  return {
    address: () => `${url}/trpc?connectionParams=1`,
    openingMessages: (index) => [
      JSON.stringify({ method: 'connectionParams', data: { token: tokens[index] } }),
      JSON.stringify({ id: 1, method: 'subscription', params: { path: 'inbox.stream', input: { json: { lastEventId: null } } } }),
    ],
    answer: (text) => (text === 'PING' ? 'PONG' : null),
    isReady: (text) => text.includes('"reset"'),
  };
}

export type Subscribers = {
  size: number;
  received: () => number;
  until: (received: number) => Promise<void>;
  last: () => string;
  close: () => Promise<void>;
};

const BROADCAST = '"broadcast"';

export async function connectSubscribers(count: number, protocol: Protocol): Promise<Subscribers> {
  const sockets: WebSocket[] = [];
  let received = 0;
  let last: Buffer = Buffer.alloc(0);
  let notify = () => {};

  const connect = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = new WebSocket(protocol.address(index), { perMessageDeflate: false });
      sockets.push(socket);
      socket.on('error', reject);
      socket.on('open', () => {
        for (const message of protocol.openingMessages(index)) socket.send(message);
        if (protocol.isReady('')) resolve();
      });
      socket.on('message', (data: Buffer) => {
        if (data.includes(BROADCAST)) {
          received += 1;
          last = data;
          notify();
          return;
        }
        const text = data.toString();
        const answer = protocol.answer(text);
        if (answer !== null) socket.send(answer);
        if (protocol.isReady(text)) resolve();
      });
    });

  for (let index = 0; index < count; index += BATCH_SIZE) {
    await withTimeout(
      Promise.all(Array.from({ length: Math.min(BATCH_SIZE, count - index) }, (_, offset) => connect(index + offset))),
      'not everybody is connected',
    );
  }
  return {
    size: count,
    received: () => received,
    last: () => last.toString(),
    until: (expected) =>
      withTimeout(
        new Promise<void>((resolve) => {
          notify = () => received >= expected && resolve();
          notify();
        }),
        'not everybody has heard',
      ),
    async close() {
      const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
      for (const socket of sockets) socket.close();
      await Promise.all(closed);
    },
  };
}

async function withTimeout<T>(work: Promise<T>, problem: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(problem)), TIMEOUT_MS);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
