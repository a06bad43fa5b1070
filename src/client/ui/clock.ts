import { useEffect, useState } from 'react';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { useIsHydrated, useRenderedAt } from './hydration.ts';

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

function subscribeClock(renew: () => void): () => void {
  listeners.add(renew);
  return () => void listeners.delete(renew);
}

export function useMinuteClock(): Date {
  const isHydrated = useIsHydrated();
  const renderedAt = useRenderedAt();
  const [now, setNow] = useState(() => (renderedAt && !isHydrated ? renderedAt : getNow()));
  const isOutdated = now === renderedAt;

  useEffect(() => {
    if (isOutdated) setNow(getNow());
  }, [isOutdated]);

  useEffect(() => {
    const renew = () => setNow(getNow());
    const renewIfVisible = () => {
      if (document.visibilityState === 'visible') renew();
    };
    const timer = setInterval(renew, BOOKING.clockMs);
    const unwatch = subscribeClock(renew);
    document.addEventListener('visibilitychange', renewIfVisible);
    return () => {
      unwatch();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renewIfVisible);
    };
  }, []);

  return now;
}

export function useClockWithAlarm(nextAfter: (now: Date) => Date | null): Date {
  const minute = useMinuteClock();
  const [seen, setSeen] = useState(minute);
  const [now, setNow] = useState(minute);
  if (minute !== seen) {
    setSeen(minute);
    setNow(minute);
  }
  const next = nextAfter(now)?.getTime();

  useEffect(() => {
    const wait = next === undefined ? Number.POSITIVE_INFINITY : next - Math.max(now.getTime(), getNow().getTime());
    if (wait > BOOKING.clockMs) return;
    const timer = setTimeout(() => setNow(getNow()), Math.max(0, wait));
    return () => clearTimeout(timer);
  }, [next, now]);

  return now;
}
