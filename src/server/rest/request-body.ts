import type { MiddlewareHandler } from 'hono';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { refuse } from './support.ts';

const MOST_DRAINED = 32 * LIMITS.messageBytes;

/** The character that PostgreSQL cannot hold, as JSON writes it; after an even number of backslashes it is only a text about it. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** Whatever a client calls its body, it is read as JSON; an empty one as an empty object. */
export const readsJson: MiddlewareHandler = async (c, next) => {
  const { raw } = c.req;
  const text = await textOf(raw);
  if (text === null) return refuse('request.too_large');
  if (NUL.test(text)) return refuse('request.invalid');
  const headers = new Headers(raw.headers);
  headers.set('content-type', 'application/json');
  headers.delete('content-length');
  c.req.raw = new Request(raw.url, { method: raw.method, headers, body: text.trim() === '' ? '{}' : text });
  await next();
};

/** Null when it is too large; what comes in pieces is let run out, for nobody hears an answer while still sending. */
async function textOf(request: Request): Promise<string | null> {
  const length = request.headers.get('content-length');
  if (length !== null) return Number(length) > LIMITS.messageBytes ? null : request.text();
  if (request.body === null) return '';

  const reader = request.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let size = 0; size <= MOST_DRAINED; ) {
    const { done, value } = await reader.read();
    if (done) return size > LIMITS.messageBytes ? null : text + decoder.decode();
    size += value.length;
    if (size <= LIMITS.messageBytes) text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return null;
}
