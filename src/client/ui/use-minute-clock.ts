import { useEffect, useState } from 'react';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { present, watchClock } from './clock.ts';

/** Now, renewed every minute and whenever the page is looked at again. */
export function useMinuteClock(): Date {
  const [now, setNow] = useState(present);

  useEffect(() => {
    const renew = () => setNow(present());
    const look = () => {
      if (document.visibilityState === 'visible') renew();
    };
    const timer = setInterval(renew, BOOKING.clockMs);
    const unwatch = watchClock(renew);
    document.addEventListener('visibilitychange', look);
    return () => {
      unwatch();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);

  return now;
}
