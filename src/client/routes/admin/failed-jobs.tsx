import { createFileRoute } from '@tanstack/react-router';
import { pageConfig, titled } from '#client/api/page-config.ts';
import { DeadLettersPage } from '#client/features/dead-letters/dead-letters-page.tsx';

export const Route = createFileRoute('/admin/failed-jobs')({
  loader: ({ context: { api } }) => void api.deadLetters.list.prefetchInfinite({}),
  head: () => titled('Failed Jobs'),
  component: () => <DeadLettersPage zone={pageConfig().timezone} />,
});
