/** Within half a minute a browser's clock is right: the server says whole seconds, and its answer was on the way. */
const TOLERANCE_MS = 30_000;

let offset = 0;
const listeners = new Set<() => void>();

/** Now: by the server's clock where the browser's is wrong. */
export const getNow = (): Date => new Date(Date.now() + offset);

/** Takes the moment at which the server has answered, as its `Date` header names it. */
export function setServerTime(header: string | null): void {
  const difference = Date.parse(header ?? '') - Date.now();
  if (Number.isNaN(difference)) return;
  const nextOffset = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
  if (Math.abs(nextOffset - offset) <= TOLERANCE_MS) return;
  offset = nextOffset;
  for (const renew of listeners) renew();
}

/** Says whenever the clock was found wrong, or right again. */
export function subscribeClock(renew: () => void): () => void {
  listeners.add(renew);
  return () => void listeners.delete(renew);
}
