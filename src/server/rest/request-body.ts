import type { MiddlewareHandler } from 'hono';
import { JSON_REFUSALS, jsonProblem } from '#shared/domain/json-limits.ts';
import { LIMITS, TRPC_BYTES } from '#shared/vocabulary/limits.ts';
import { type RestEnv, refuse } from './support.ts';

/** For a login, a registration, and the like. */
const ANONYMOUS_BYTES = TRPC_BYTES.anonymous;
const MOST_DRAINED = 64 * 1024 * 1024;

/** Where a body may be a form with files. */
const TAKES_FILES = /^\/api\/(upload\/|tutors\/documents$)/;

/** Whatever a client calls its body, it is read as JSON, an empty one as an empty object; only files come as a form, where files are taken. */
export const readsJson: MiddlewareHandler<RestEnv> = async (c, next) => {
  const { raw } = c.req;
  const isForm = TAKES_FILES.test(c.req.path) && isMultipart(raw);
  // Reading fails only for a client that has hung up.
  // A token that is not valid is worth no more than none; whoever had a session learns that it has ended.
  const state = isForm || lengthOf(raw) <= ANONYMOUS_BYTES ? 'unasked' : await c.var.sessionState();
  const isStranger = state === 'none' || state === 'rejected';
  const most = isForm ? LIMITS.multipartBytes : isStranger ? ANONYMOUS_BYTES : LIMITS.messageBytes;
  const bytes = await bytesOf(raw, most).catch(() => 'broken off' as const);
  if (bytes === 'broken off') return refuse('request.body');
  if (bytes === null) return refuse(state === 'rejected' && !c.req.path.startsWith('/api/auth/') ? 'auth.expired' : 'request.too_large');
  const text = isForm ? '' : new TextDecoder().decode(bytes);
  const problem = jsonProblem(text);
  if (problem) return refuse(JSON_REFUSALS[problem]);
  const headers = new Headers(raw.headers);
  headers.delete('content-length');
  if (!isForm) headers.set('content-type', 'application/json');
  c.req.raw = new Request(raw.url, { method: raw.method, headers, body: bytes });
  // Read once: of two megabytes that takes ten milliseconds.
  if (!isForm) (c.req.bodyCache as { text?: Promise<string> }).text = Promise.resolve(text.trim() === '' ? '{}' : text);
  await next();
};

export const isMultipart = ({ headers }: Request): boolean => /^multipart\/form-data\b/i.test(headers.get('content-type') ?? '');

const lengthOf = ({ headers }: Request): number => Number(headers.get('content-length') ?? Number.NaN);

/** Null when there are more than so many; the rest is let run out, for nobody hears an answer while still sending. */
async function bytesOf(request: Request, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (request.body === null) return new Uint8Array();
  const length = lengthOf(request);
  if (length <= most) return new Uint8Array(await request.arrayBuffer());
  if (length > MOST_DRAINED) return null;

  const reader = request.body.getReader();
  const pieces: Uint8Array[] = [];
  for (let size = 0; size <= MOST_DRAINED; ) {
    const { done, value } = await reader.read();
    if (done) return size > most ? null : new Uint8Array(Buffer.concat(pieces));
    size += value.length;
    if (size <= most) pieces.push(value);
    else pieces.length = 0;
  }
  await reader.cancel();
  return null;
}
