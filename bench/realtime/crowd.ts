import { WebSocket } from 'ws';

const PATIENCE_MS = 30_000;
const AT_ONCE = 50;

export type Manners = {
  address: (nth: number) => string;
  opening: (nth: number) => string[];
  answer: (text: string) => string | null;
  isReady: (text: string) => boolean;
};

export type Crowd = {
  size: number;
  heard: () => number;
  until: (heard: number) => Promise<void>;
  last: () => string;
  leave: () => Promise<void>;
};

const NEWS = '"broadcast"';

export async function gather(count: number, manners: Manners): Promise<Crowd> {
  const sockets: WebSocket[] = [];
  let heard = 0;
  let last: Buffer = Buffer.alloc(0);
  let wake = () => {};

  const join = (nth: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = new WebSocket(manners.address(nth), { perMessageDeflate: false });
      sockets.push(socket);
      socket.on('error', reject);
      socket.on('open', () => {
        for (const message of manners.opening(nth)) socket.send(message);
        if (manners.isReady('')) resolve();
      });
      socket.on('message', (data: Buffer) => {
        if (data.includes(NEWS)) {
          heard += 1;
          last = data;
          wake();
          return;
        }
        const text = data.toString();
        const answer = manners.answer(text);
        if (answer !== null) socket.send(answer);
        if (manners.isReady(text)) resolve();
      });
    });

  for (let nth = 0; nth < count; nth += AT_ONCE) {
    await inTime(Promise.all(Array.from({ length: Math.min(AT_ONCE, count - nth) }, (_, more) => join(nth + more))), 'not everybody is connected');
  }
  return {
    size: count,
    heard: () => heard,
    last: () => last.toString(),
    until: (wanted) =>
      inTime(
        new Promise<void>((resolve) => {
          wake = () => heard >= wanted && resolve();
          wake();
        }),
        'not everybody has heard',
      ),
    async leave() {
      const left = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
      for (const socket of sockets) socket.close();
      await Promise.all(left);
    },
  };
}

async function inTime<T>(work: Promise<T>, problem: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(problem)), PATIENCE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
