import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pageConfig } from '#client/lib/page-config.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { bookableDates } from '#shared/domain/booking-window.ts';
import type { Interval } from '#shared/domain/free-times.ts';
import { addDays, instantAt } from '#shared/domain/zone.ts';

export function useAvailability(tutorId: string, now: Date) {
  const zone = pageConfig().timezone;
  const { first, last } = bookableDates(now, zone);
  const range = useMemo(() => rangeOf(first, last, zone), [first, last, zone]);
  const trpc = useTRPC();
  return useQuery(
    trpc.tutors.availability.queryOptions(
      { id: tutorId, startDate: range.start, endDate: range.end },
      // At midnight the range changes under an open page.
      { placeholderData: (previous) => (previous?.tutorId === tutorId ? previous : undefined) },
    ),
  );
}

function rangeOf(first: string, last: string, zone: string): Interval {
  return { start: instantAt(first, 0, zone), end: instantAt(addDays(last, 1), 0, zone) };
}
