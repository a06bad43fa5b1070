import { Skeleton } from '@mantine/core';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ErrorState, Loading } from '#client/ui/page-state.tsx';
import type { Consequences } from '#shared/contracts/moderation.ts';
import classes from './what-happens.module.css';

/** What suspending or deleting this person would do, as it is at this moment. */
export function useConsequences(userId: string, isWanted: boolean) {
  return trpc.moderation.consequences.useQuery({ userId }, { enabled: isWanted, staleTime: 0, gcTime: 0 });
}

export type WhatHappensProps = {
  asked: Pick<ReturnType<typeof useConsequences>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  sentences: (consequences: Consequences) => readonly string[];
};

/** Says it before it is done; without an answer nothing can be confirmed. */
export function WhatHappens({ asked: { data, error, isFetching, refetch }, sentences }: WhatHappensProps) {
  if (data) {
    return (
      <ul className={classes.list}>
        {sentences(data).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    );
  }
  if (error) {
    const message = errorMessage(error, 'Failed to fetch account');
    return (
      <div className={classes.waiting}>
        <ErrorState title="Error Loading Account" message={message} isRetrying={isFetching} onRetry={() => void refetch()} />
      </div>
    );
  }
  return (
    <div className={classes.waiting}>
      <Loading label="Finding out what would happen…">
        <Skeleton height={20} mb="sm" />
        <Skeleton height={20} width="80%" />
      </Loading>
    </div>
  );
}
