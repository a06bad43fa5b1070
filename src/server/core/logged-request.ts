import { randomFillSync } from 'node:crypto';

/**
 * What the log says about a request. It is passed on in `Client`. An AsyncLocalStorage would need no passing on, but on Node 20 and 22 it
 * makes Node run hooks for every promise, which costs a quarter of a request's time.
 */
export type LoggedRequest = {
  readonly id: string;
  /** A pattern without ids. Null before a route has matched. */
  route: string | null;
  procedures: string[];
  userId: string | null;
};

const requests = new WeakMap<object, LoggedRequest>();

/** `incoming` is Node's request, the key by which later handlers find this object. */
export function startLoggedRequest(incoming: object): LoggedRequest {
  const request: LoggedRequest = { id: newRequestId(), route: null, procedures: [], userId: null };
  requests.set(incoming, request);
  return request;
}

/** Null for requests that were not received, as in tests. */
export function findLoggedRequest(incoming: object | undefined): LoggedRequest | null {
  return (incoming && requests.get(incoming)) ?? null;
}

/** The field that all log lines of one request share. */
export const requestField = (request: LoggedRequest | null): { request?: string } => (request ? { request: request.id } : {});

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LETTERS = 10;
/** Random bytes for some hundred ids at once: drawing ten bytes costs as much. */
const pool = Buffer.alloc(4000);
let usedBytes = pool.length;

/** 50 random bits such as K7QF2-M9XJ4, in Crockford's Base32 because people read the id out on the phone. */
function newRequestId(): string {
  if (usedBytes + LETTERS > pool.length) {
    randomFillSync(pool);
    usedBytes = 0;
  }
  let id = '';
  for (const byte of pool.subarray(usedBytes, usedBytes + LETTERS)) id += `${id.length === LETTERS / 2 ? '-' : ''}${ALPHABET[byte & 31]}`;
  usedBytes += LETTERS;
  return id;
}
