import { createFileRoute } from '@tanstack/react-router';
import { DeadLettersPage } from '#client/features/dead-letters/dead-letters-page.tsx';
import { pageTitle } from '#client/lib/page-config.ts';

export const Route = createFileRoute('/admin/failed-jobs')({
  loader: ({ context: { api } }) => void api.deadLetters.list.prefetchInfinite({}),
  head: () => pageTitle('Failed Jobs'),
  component: () => <DeadLettersPage />,
});
