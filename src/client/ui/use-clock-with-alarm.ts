import { useEffect, useState } from 'react';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { getNow } from './clock.ts';
import { useMinuteClock } from './use-minute-clock.ts';

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
