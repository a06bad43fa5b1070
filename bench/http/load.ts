import { connect, type Socket } from 'node:net';
import type { Load, Loaded } from './processes.ts';

const END_OF_HEAD = '\r\n\r\n';
const END_OF_CHUNKS = '\r\n0\r\n\r\n';

/** Writes HTTP by hand, because Node's clients take more processor time than the servers that are measured. */
process.on('message', async (load: Load) => process.send?.(await run(load)));
process.on('disconnect', () => process.exit());

type Answer = { status: number; bytes: number };

async function run({ url, requests, connections }: Load): Promise<Loaded> {
  const { hostname, port } = new URL(url);
  const latencies: number[] = [];
  let [next, bytes, failed] = [0, 0, 0];
  let lastBody = '';
  const work = async (connection: Connection) => {
    for (let text = requests[next]; text !== undefined; text = requests[next]) {
      next += 1;
      const sentAt = performance.now();
      const answer = await connection.send(text);
      latencies.push(performance.now() - sentAt);
      bytes += answer.bytes;
      if (answer.status >= 200 && answer.status < 300) continue;
      failed += 1;
      lastBody = connection.text();
    }
  };
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(Number(port), hostname)));
  const startedAt = performance.now();
  await Promise.all(open.map(work));
  const ms = performance.now() - startedAt;
  for (const { close } of open) close();
  return { ms, latencies, bytes: bytes / latencies.length, failed, lastBody };
}

type Connection = { send: (text: string) => Promise<Answer>; text: () => string; close: () => void };

async function openConnection(port: number, host: string): Promise<Connection> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opened = connect({ port, host, noDelay: true }, () => resolve(opened));
    opened.once('error', reject);
  });
  let received: Buffer = Buffer.alloc(0);
  let resolve: (answer: Answer) => void = () => {};
  let reject: (error: Error) => void = () => {};
  socket.on('data', (piece) => {
    received = received.length === 0 ? piece : Buffer.concat([received, piece]);
    const answer = answerIn(received);
    if (answer) resolve(answer);
  });
  socket.on('close', () => reject(new Error('the server has closed the connection')));
  return {
    send(text) {
      received = Buffer.alloc(0);
      return new Promise<Answer>((resolved, rejected) => {
        [resolve, reject] = [resolved, rejected];
        socket.write(text);
      });
    },
    text: () => received.toString(),
    close: () => socket.destroy(),
  };
}

/** Null while it is not complete. */
function answerIn(received: Buffer): Answer | null {
  const end = received.indexOf(END_OF_HEAD);
  if (end < 0) return null;
  const head = received.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  const bytes = received.length - end - END_OF_HEAD.length;
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return bytes < Number(length) ? null : { status, bytes };
  const isComplete = received.toString('latin1', Math.max(end + 2, received.length - END_OF_CHUNKS.length)) === END_OF_CHUNKS;
  return isComplete ? { status, bytes } : null;
}
