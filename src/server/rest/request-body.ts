import type { Context, MiddlewareHandler, Next } from 'hono';
import { readPieces } from '#server/body-pieces.ts';
import { JSON_REFUSALS, jsonProblem } from '#shared/domain/json-limits.ts';
import { DomainError } from '#shared/errors.ts';
import { LARGE_BODIES, LIMITS, TRPC_BYTES } from '#shared/vocabulary/limits.ts';
import { answerError, type RestEnv, refusalOf, refuse } from './support.ts';

/** For a login, a registration, and the like. */
const ANONYMOUS_BYTES = TRPC_BYTES.anonymous;
const MOST_DRAINED = 64 * 1024 * 1024;

/** Where a body may be a form with files. */
const TAKES_FILES = /^\/api\/(upload\/|tutors\/documents$)/;

/** Whatever a client calls its body, it is read as JSON, an empty one as an empty object; only files come as a form, where files are taken. */
export const readsJson: MiddlewareHandler<RestEnv> = async (c, next) => {
  const { raw } = c.req;
  const place = placeFor(c);
  places.set(raw, place);
  try {
    if (!(TAKES_FILES.test(c.req.path) && isMultipart(raw))) return await readJson(c, next);
    // `forms.ts` reads it, once the caller may send one.
    await next();
  } finally {
    place.leave();
  }
  return discardBody(raw);
};

async function readJson(c: Context<RestEnv>, next: Next): Promise<Response | undefined> {
  const { raw } = c.req;
  // A token that is not valid is worth no more than none; whoever had a session learns that it has ended.
  const state = lengthOf(raw) <= ANONYMOUS_BYTES ? 'unasked' : (await c.var.session()).state;
  const isStranger = state === 'none' || state === 'rejected';
  const bytes = await readBody(raw, isStranger ? ANONYMOUS_BYTES : LIMITS.messageBytes);
  if (bytes === 'request.limited') return answerError(refusalOf(new DomainError('server.unavailable', { retryAfter: 1 })));
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
  return undefined;
}

type Place = { take: () => Promise<boolean>; leave: () => void };
/** Of each request that is under way. */
const places = new WeakMap<Request, Place>();
/** Large bodies that are held, by the account that has sent them, or the address. */
const held = new Map<string, number>();
let inAll = 0;

/** Where a large body is held until its request is answered; there is none where its sender, or everybody together, has too many. */
function placeFor(c: Context<RestEnv>): Place {
  let sender: string | null = null;
  return {
    async take() {
      if (sender !== null) return true;
      const session = await c.var.session();
      const asking = session.state === 'actor' ? session.actor.id : c.var.client.address;
      const before = held.get(asking) ?? 0;
      if (before >= LARGE_BODIES.perCaller || inAll >= LARGE_BODIES.most) return false;
      held.set(asking, before + 1);
      inAll += 1;
      sender = asking;
      return true;
    },
    leave() {
      if (sender === null) return;
      const left = (held.get(sender) ?? 1) - 1;
      if (left > 0) held.set(sender, left);
      else held.delete(sender);
      inAll -= 1;
      sender = null;
    },
  };
}

export const isMultipart = ({ headers }: Request): boolean => /^multipart\/form-data\b/i.test(headers.get('content-type') ?? '');

const lengthOf = ({ headers }: Request): number => Number(headers.get('content-length') ?? Number.NaN);

/**
 * The body, or why it is refused: it is longer, it breaks off or comes in tiny pieces, or too many large ones are under way.
 * The rest of one that is too long is read and dropped, for nobody hears an answer while still sending.
 */
export async function readBody(
  request: Request,
  most: number,
): Promise<Buffer<ArrayBuffer> | 'request.too_large' | 'request.body' | 'request.limited'> {
  if (request.body === null) return Buffer.alloc(0);
  try {
    const length = lengthOf(request);
    // Of a long body it is slower than its pieces: it copies them twice.
    if (length <= Math.min(most, ANONYMOUS_BYTES)) return Buffer.from(await request.arrayBuffer());
    if (length > MOST_DRAINED) return 'request.too_large';
    const pieces: Uint8Array[] = [];
    const place = places.get(request);
    let isHeld = true;
    let size = 0;
    await readPieces(request.body, async (piece, end) => {
      size = end;
      if (isHeld && end > ANONYMOUS_BYTES && end <= most) isHeld = (await place?.take()) !== false;
      if (isHeld && end <= most) pieces.push(piece);
      else pieces.length = 0;
      return end <= MOST_DRAINED;
    });
    if (size > most) return 'request.too_large';
    return isHeld ? Buffer.concat(pieces) : 'request.limited';
  } catch {
    return 'request.body';
  }
}

/** Reads and drops what nobody has read. */
async function discardBody(request: Request): Promise<void> {
  if (request.body === null || request.bodyUsed || lengthOf(request) > MOST_DRAINED) return;
  // It fails only for a client that has hung up.
  await readPieces(request.body, (_, size) => size <= MOST_DRAINED).catch(() => {});
}
