/** The server's `Date` has whole seconds, and the answer was on the way: smaller differences are no error. */
const TOLERANCE_MS = 30_000;

let offset = 0;
const listeners = new Set<() => void>();

export const getNow = (): Date => new Date(Date.now() + offset);

export function setServerTime(header: string | null): void {
  const difference = Date.parse(header ?? '') - Date.now();
  if (Number.isNaN(difference)) return;
  const nextOffset = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
  if (Math.abs(nextOffset - offset) <= TOLERANCE_MS) return;
  offset = nextOffset;
  for (const renew of listeners) renew();
}

export function subscribeClock(renew: () => void): () => void {
  listeners.add(renew);
  return () => void listeners.delete(renew);
}
