import { Box, List, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { Loading, QueryError } from '#client/ui/page-state.tsx';
import type { Consequences } from '#shared/contracts/moderation.ts';
import { formatRupees } from '#shared/domain/money.ts';

export function useConsequences(userIds: string[], isEnabled: boolean) {
  const trpc = useTRPC();
  return useQuery(trpc.moderation.consequences.queryOptions({ userIds }, { enabled: isEnabled, staleTime: 0, gcTime: 0 }));
}

export type ConsequencesListProps = {
  query: Pick<ReturnType<typeof useConsequences>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  toSentences: (consequences: Consequences) => readonly string[];
};

export function ConsequencesList({ query: { data, error, isFetching, refetch }, toSentences }: ConsequencesListProps) {
  if (data) {
    return (
      <List w="100%">
        {toSentences(data).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    );
  }
  return (
    <Box w="100%">
      {error ? (
        <QueryError title="Error Loading Account" message={errorMessage(error, 'Failed to fetch account')} query={{ isFetching, refetch }} />
      ) : (
        <Loading label="Checking what would happen…">
          <Skeleton height={20} mb="sm" />
          <Skeleton height={20} width="80%" />
        </Loading>
      )}
    </Box>
  );
}

export function bookingSentences({ cancelled, refund, completed }: Consequences): string[] {
  return [
    cancelled === 0 ? 'No booking has to be cancelled.' : cancelledSentence(cancelled, refund),
    ...(completed === 0 ? [] : [completedSentence(completed)]),
  ];
}

function cancelledSentence(count: number, price: number): string {
  return count === 1
    ? `1 booking that has not ended is cancelled, and nothing is owed of its price, ${formatRupees(price)}.`
    : `${count} bookings that have not ended are cancelled, and nothing is owed of their price, ${formatRupees(price)}.`;
}

function completedSentence(count: number): string {
  return count === 1 ? '1 session that has ended counts as completed.' : `${count} sessions that have ended count as completed.`;
}
