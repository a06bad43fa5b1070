import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { type QueueSearch, toQueueInput } from './queue-search.ts';

const NOBODY: readonly string[] = [];

/** Whoever has been decided on keeps the place, so that the numbers stay and one can go back. */
export function useQueue(search: QueueSearch) {
  const trpc = useTRPC();
  const query = useQuery(
    trpc.verification.tutors.queryOptions(toQueueInput(search), {
      refetchInterval: BOOKING.clockMs,
      refetchOnWindowFocus: 'always',
    }),
  );
  const waiting = query.data?.tutors.map(({ id }) => id) ?? NOBODY;
  const [order, setOrder] = useState(NOBODY);
  const added = waiting.filter((id) => !order.includes(id));
  if (added.length > 0) setOrder([...order, ...added]);

  // Not simply the first who waits: somebody may have come before while a profile is read.
  const current = search.tutor ?? order.find((id) => waiting.includes(id)) ?? waiting[0];
  const place = current === undefined ? -1 : order.indexOf(current);
  const others = waiting.filter((id) => id !== current);
  return {
    query,
    current,
    place: place + 1,
    total: order.length + (query.data ? query.data.total - waiting.length : 0),
    waiting: query.data?.total,
    previous: order[place - 1],
    next: place < 0 ? waiting[0] : order[place + 1],
    /** After a decision: the next who waits, or the first again. */
    nextWaiting: others.find((id) => order.indexOf(id) > place) ?? others[0],
  };
}

export type Queue = ReturnType<typeof useQueue>;
