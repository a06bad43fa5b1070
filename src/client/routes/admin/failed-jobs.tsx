import { createFileRoute } from '@tanstack/react-router';
import { DeadLettersPage } from '#client/features/dead-letters/dead-letters-page.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { BY_CURSOR } from '#client/lib/rpc/trpc.ts';

export const Route = createFileRoute('/admin/failed-jobs')({
  loader: ({ context: { api, queryClient } }) => void queryClient.prefetchInfiniteQuery(api.deadLetters.list.infiniteQueryOptions({}, BY_CURSOR)),
  head: () => pageTitle('Failed Jobs'),
  component: () => <DeadLettersPage />,
});
