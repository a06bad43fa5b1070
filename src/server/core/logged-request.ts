import { randomFillSync } from 'node:crypto';

/**
 * What the log says about a request. It is handed on with the client that sent it: an AsyncLocalStorage would find it everywhere, and on Node 20
 * and 22 costs each request a quarter of its time, because Node then runs hooks for every promise.
 */
export type LoggedRequest = {
  readonly id: string;
  /** A pattern without ids. Null before a route has matched. */
  route: string | null;
  procedures: string[];
  userId: string | null;
};

const requests = new WeakMap<object, LoggedRequest>();

/** `incoming`: Node's request, which the handlers behind find it by. */
export function startLoggedRequest(incoming: object): LoggedRequest {
  const request: LoggedRequest = { id: newRequestId(), route: null, procedures: [], userId: null };
  requests.set(incoming, request);
  return request;
}

/** Null for requests that were not received, as in tests. */
export function findLoggedRequest(incoming: object | undefined): LoggedRequest | null {
  return (incoming && requests.get(incoming)) ?? null;
}

/** A field for lines that belong to a request, by which they are found. */
export const requestField = (request: LoggedRequest | null): { request?: string } => (request ? { request: request.id } : {});

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LETTERS = 10;
/** Random bytes for some hundred ids: to ask for ten costs as much. */
const pool = Buffer.alloc(4000);
let usedBytes = pool.length;

/** Crockford's letters, because people read it out on the phone. 50 random bits, such as K7QF2-M9XJ4. */
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
