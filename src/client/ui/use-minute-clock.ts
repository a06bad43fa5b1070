import { useEffect, useState } from 'react';
import { BOOKING } from '#shared/vocabulary/limits.ts';

/** Now, renewed every minute and whenever the page is looked at again. */
export function useMinuteClock(): Date {
  const [now, setNow] = useState(() => new Date());

  useEffect(() => {
    const renew = () => setNow(new Date());
    const look = () => {
      if (document.visibilityState === 'visible') renew();
    };
    const timer = setInterval(renew, BOOKING.clockMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);

  return now;
}
