import { Skeleton } from '@mantine/core';
import { Loading } from '#client/ui/page-state.tsx';

/** As tall as four weeks and the hours of a day. */
export function AvailabilityLoading() {
  return (
    <Loading label="Loading times…">
      <Skeleton height="14.5rem" />
      <Skeleton height="1.25rem" width="60%" mt="md" />
      <Skeleton height="2.75rem" mt="sm" />
    </Loading>
  );
}
