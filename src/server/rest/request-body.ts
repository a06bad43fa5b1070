import type { Context, MiddlewareHandler, Next } from 'hono';
import { lengthOf, readPieces, readShortBody } from '#server/read-body.ts';
import { JSON_REFUSALS, jsonProblem } from '#shared/domain/json-limits.ts';
import { DomainError } from '#shared/errors.ts';
import { LARGE_BODIES, LIMITS, TRPC_BYTES } from '#shared/vocabulary/limits.ts';
import type { RestEnv } from './calls.ts';
import { answerCode, answerError, toApiError } from './errors.ts';

const ANONYMOUS_BYTES = TRPC_BYTES.anonymous;
const MAX_DRAINED = 64 * 1024 * 1024;

const JSON_TYPE = /^application\/json(; ?charset=utf-8)?$/i;
const FORM_PATHS = /^\/api\/(upload\/|tutors\/documents$)/;

export const readJsonBody: MiddlewareHandler<RestEnv> = async (c, next) => {
  const { raw } = c.req;
  const slot = createSlot(c);
  slots.set(raw, slot);
  try {
    if (!(FORM_PATHS.test(c.req.path) && isMultipart(raw))) return await readJson(c, next);
    await next();
  } finally {
    slot.release();
  }
  return discardBody(raw);
};

async function readJson(c: Context<RestEnv>, next: Next): Promise<Response | undefined> {
  const { raw } = c.req;
  const t = c.get('t');
  const state = lengthOf(raw) <= ANONYMOUS_BYTES ? 'unknown' : (await c.var.session()).state;
  const isAnonymous = state === 'none' || state === 'rejected';
  const bytes = await readBody(raw, isAnonymous ? ANONYMOUS_BYTES : LIMITS.messageBytes);
  if (bytes === 'request.limited') return answerError(toApiError(new DomainError('server.unavailable', { retryAfter: 1 })), t);
  if (typeof bytes === 'string') {
    const isSessionOver = bytes === 'request.too_large' && state === 'rejected' && !c.req.path.startsWith('/api/auth/');
    return answerCode(isSessionOver ? 'auth.expired' : bytes, t);
  }
  const text = new TextDecoder().decode(bytes);
  const problem = jsonProblem(text);
  if (problem) return answerCode(JSON_REFUSALS[problem], t);
  if (!JSON_TYPE.test(raw.headers.get('content-type') ?? '')) c.req.raw = asJson(raw, bytes);
  // Decoding two megabytes takes ten milliseconds: once is enough.
  (c.req.bodyCache as { text?: Promise<string> }).text = Promise.resolve(text.trim() === '' ? '{}' : text);
  await next();
  return undefined;
}

/** Whatever it calls itself. */
function asJson(raw: Request, body: Buffer<ArrayBuffer>): Request {
  const headers = new Headers(raw.headers);
  headers.delete('content-length');
  headers.set('content-type', 'application/json');
  return new Request(raw.url, { method: raw.method, headers, body });
}

type Slot = { acquire: () => Promise<boolean>; release: () => void };
const slots = new WeakMap<Request, Slot>();
const largeBodies = new Map<string, number>();
let total = 0;

function createSlot(c: Context<RestEnv>): Slot {
  let sender: string | null = null;
  return {
    async acquire() {
      if (sender !== null) return true;
      const session = await c.var.session();
      const caller = session.state === 'actor' ? session.actor.id : c.var.client.address;
      const count = largeBodies.get(caller) ?? 0;
      if (count >= LARGE_BODIES.perCaller || total >= LARGE_BODIES.most) return false;
      largeBodies.set(caller, count + 1);
      total += 1;
      sender = caller;
      return true;
    },
    release() {
      if (sender === null) return;
      const count = (largeBodies.get(sender) ?? 1) - 1;
      if (count > 0) largeBodies.set(sender, count);
      else largeBodies.delete(sender);
      total -= 1;
      sender = null;
    },
  };
}

export const isMultipart = ({ headers }: Request): boolean => /^multipart\/form-data\b/i.test(headers.get('content-type') ?? '');

/**
 * The body, or the code of the error. The rest of one that is too long is read and dropped: a client does not read an answer
 * while it is still sending.
 */
export async function readBody(
  request: Request,
  maximum: number,
): Promise<Buffer<ArrayBuffer> | 'request.too_large' | 'request.body' | 'request.limited'> {
  try {
    const short = await readShortBody(request, Math.min(maximum, ANONYMOUS_BYTES));
    if (short) return short;
    if (request.body === null) return Buffer.alloc(0);
    if (lengthOf(request) > MAX_DRAINED) return 'request.too_large';
    const pieces: Uint8Array[] = [];
    const slot = slots.get(request);
    let hasSlot = true;
    let size = 0;
    await readPieces(request.body, async (piece, end) => {
      size = end;
      if (hasSlot && end > ANONYMOUS_BYTES && end <= maximum) hasSlot = (await slot?.acquire()) !== false;
      if (hasSlot && end <= maximum) pieces.push(piece);
      else pieces.length = 0;
      return end <= MAX_DRAINED;
    });
    if (size > maximum) return 'request.too_large';
    return hasSlot ? Buffer.concat(pieces) : 'request.limited';
  } catch {
    return 'request.body';
  }
}

async function discardBody(request: Request): Promise<void> {
  if (request.bodyUsed || request.body === null || lengthOf(request) > MAX_DRAINED) return;
  await readPieces(request.body, (_, size) => size <= MAX_DRAINED).catch(() => {});
}
