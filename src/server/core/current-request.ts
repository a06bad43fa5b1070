import { AsyncLocalStorage } from 'node:async_hooks';
import { randomFillSync } from 'node:crypto';

/** What the log says about the request that the running code belongs to. */
export type CurrentRequest = {
  id: string;
  /** A pattern without ids. Null before a route has matched. */
  route: string | null;
  procedures: string[];
  userId: string | null;
};

const KEY = Symbol.for('vidya.current-request');
type Holder = { [KEY]?: AsyncLocalStorage<CurrentRequest> };
/** Development loads this module twice: outside of Vite's module runner for the log, and inside for everything else. */
const storage = (globalThis as Holder)[KEY] ?? new AsyncLocalStorage<CurrentRequest>();
(globalThis as Holder)[KEY] = storage;

export function runInRequest<T>(request: CurrentRequest, work: () => T): T {
  return storage.run(request, work);
}

export function currentRequest(): CurrentRequest | null {
  return storage.getStore() ?? null;
}

export function nameRoute(route: string): void {
  const request = currentRequest();
  if (request) request.route = route;
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LETTERS = 10;
/** Random bytes for some hundred ids: to ask for ten costs as much. */
const pool = Buffer.alloc(4000);
let usedBytes = pool.length;

/** Crockford's letters, because people read it out on the phone. 50 random bits, such as K7QF2-M9XJ4. */
export function newRequestId(): string {
  if (usedBytes + LETTERS > pool.length) {
    randomFillSync(pool);
    usedBytes = 0;
  }
  let id = '';
  for (const byte of pool.subarray(usedBytes, usedBytes + LETTERS)) id += `${id.length === LETTERS / 2 ? '-' : ''}${ALPHABET[byte & 31]}`;
  usedBytes += LETTERS;
  return id;
}
