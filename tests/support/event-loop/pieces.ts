import { connect } from 'node:net';
import { LIMITS, TRPC_BYTES } from '#shared/vocabulary/limits.ts';

type Send = (url: string, token: string) => Promise<unknown>;

const FORM = 'multipart/form-data; boundary=x';
const PHOTO = '/api/upload/profile-photo';
const HEAD = '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n';
const END = '\r\n--x--\r\n';

/** Each byte of the body takes six bytes on the wire, and a buffer in the server. */
const CHUNK_OF_ONE = '1\r\na\r\n';
const chunksOfOne = Buffer.alloc(CHUNK_OF_ONE.length * LIMITS.messageBytes, CHUNK_OF_ONE);
const inChunksOfOne = (bytes: number): Buffer => chunksOfOne.subarray(0, CHUNK_OF_ONE.length * bytes);
const chunk = (text: string): Buffer => Buffer.from(`${text.length.toString(16)}\r\n${text}\r\n`);
const LAST = Buffer.from('0\r\n\r\n');

export async function sendChunks(
  url: string,
  { method = 'POST', path, type, token }: { method?: string; path: string; type: string; token: string },
  chunks: readonly Buffer[],
) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (data) => {
    answer += data.toString();
  });
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${token}`,
    `Content-Type: ${type}`,
    'Transfer-Encoding: chunked',
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  for (const one of chunks) socket.write(one);
  await closed;
  return answer;
}

export const BODIES_IN_PIECES: Record<string, Send> = {
  'a form, a byte in each chunk': (url, token) =>
    sendChunks(url, { path: PHOTO, type: FORM, token }, [chunk(HEAD), inChunksOfOne(LIMITS.messageBytes), chunk(END), LAST]),
  'a form that nobody may send, a byte in each chunk': (url) =>
    sendChunks(url, { path: PHOTO, type: FORM, token: 'x' }, [chunk(HEAD), inChunksOfOne(LIMITS.messageBytes), chunk(END), LAST]),
  'JSON, a byte in each chunk': (url, token) =>
    sendChunks(url, { path: '/api/tutors/profile', type: 'application/json', token }, [
      chunk('{"bio":"'),
      inChunksOfOne(LIMITS.messageBytes - 100),
      chunk('"}'),
      LAST,
    ]),
  'a procedure, a byte in each chunk': (url, token) =>
    sendChunks(url, { path: '/trpc/blogs.create', type: 'application/json', token }, [
      chunk('{"json":{"title":"'),
      inChunksOfOne(TRPC_BYTES.blog - 100),
      chunk('"}}'),
      LAST,
    ]),
};
