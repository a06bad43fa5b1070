import { useEffect, useRef, useState } from 'react';

const NONE: ReadonlySet<string> = new Set();

/** Which of the newest entries have appeared since the list was opened; undefined while it is still loading. */
export function useArrivals(ids: readonly string[] | undefined): ReadonlySet<string> {
  const [arrived, setArrived] = useState(NONE);
  const known = useRef<Set<string> | null>(null);
  const key = ids?.join(' ');

  useEffect(() => {
    if (key === undefined) return;
    const shown = key.split(' ').filter(Boolean);
    const before = known.current;
    known.current = new Set([...(before ?? []), ...shown]);
    const fresh = before ? shown.filter((id) => !before.has(id)) : [];
    if (fresh.length > 0) setArrived((earlier) => new Set([...earlier, ...fresh]));
  }, [key]);

  return arrived;
}
