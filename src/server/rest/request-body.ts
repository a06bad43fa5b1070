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
  if (TAKES_FILES.test(c.req.path) && isMultipart(raw)) {
    // `forms.ts` reads it, once the caller may send one.
    await next();
    return discardBody(raw);
  }
  // A token that is not valid is worth no more than none; whoever had a session learns that it has ended.
  const state = lengthOf(raw) <= ANONYMOUS_BYTES ? 'unasked' : await c.var.sessionState();
  const isStranger = state === 'none' || state === 'rejected';
  const bytes = await readBody(raw, isStranger ? ANONYMOUS_BYTES : LIMITS.messageBytes);
  if (typeof bytes === 'string') {
    const isSessionOver = bytes === 'request.too_large' && state === 'rejected' && !c.req.path.startsWith('/api/auth/');
    return refuse(isSessionOver ? 'auth.expired' : bytes);
  }
  const text = new TextDecoder().decode(bytes);
  const problem = jsonProblem(text);
  if (problem) return refuse(JSON_REFUSALS[problem]);
  const headers = new Headers(raw.headers);
  headers.delete('content-length');
  headers.set('content-type', 'application/json');
  c.req.raw = new Request(raw.url, { method: raw.method, headers, body: bytes });
  // Read once: of two megabytes that takes ten milliseconds.
  (c.req.bodyCache as { text?: Promise<string> }).text = Promise.resolve(text.trim() === '' ? '{}' : text);
  await next();
};

export const isMultipart = ({ headers }: Request): boolean => /^multipart\/form-data\b/i.test(headers.get('content-type') ?? '');

const lengthOf = ({ headers }: Request): number => Number(headers.get('content-length') ?? Number.NaN);

/**
 * The body, or why it is refused: it is longer, or the client has hung up.
 * The rest of one that is too long is read and dropped, for nobody hears an answer while still sending.
 */
export async function readBody(request: Request, most: number): Promise<Buffer<ArrayBuffer> | 'request.too_large' | 'request.body'> {
  if (request.body === null) return Buffer.alloc(0);
  try {
    const length = lengthOf(request);
    // Of a long body it is slower than its pieces: it copies them twice.
    if (length <= Math.min(most, ANONYMOUS_BYTES)) return Buffer.from(await request.arrayBuffer());
    if (length > MOST_DRAINED) return 'request.too_large';
    const pieces: Uint8Array[] = [];
    const size = await drain(request.body, (piece, end) => {
      if (end <= most) pieces.push(piece);
      else pieces.length = 0;
    });
    return size > most ? 'request.too_large' : Buffer.concat(pieces);
  } catch {
    return 'request.body';
  }
}

/** Reads and drops what nobody has read. */
async function discardBody(request: Request): Promise<void> {
  if (request.body === null || request.bodyUsed || lengthOf(request) > MOST_DRAINED) return;
  // It fails only for a client that has hung up.
  await drain(request.body, () => {}).catch(() => {});
}

/** `take` gets each piece with the size so far; answers the size, and stops after 64 MB. */
async function drain(body: ReadableStream<Uint8Array>, take: (piece: Uint8Array, size: number) => void): Promise<number> {
  const reader = body.getReader();
  let size = 0;
  while (size <= MOST_DRAINED) {
    const { done, value } = await reader.read();
    if (done) return size;
    size += value.length;
    take(value, size);
  }
  await reader.cancel();
  return size;
}
