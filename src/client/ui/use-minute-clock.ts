import { useEffect, useState } from 'react';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { getNow, subscribeClock } from './clock.ts';

export function useMinuteClock(): Date {
  const [now, setNow] = useState(getNow);

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
