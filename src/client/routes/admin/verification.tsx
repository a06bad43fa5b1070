import { createFileRoute } from '@tanstack/react-router';
import { QueuePage } from '#client/features/verification/queue-page.tsx';
import { toQueueInput } from '#client/features/verification/queue-search.ts';
import { pageTitle } from '#client/lib/page-config.ts';
import { oneOf, searchParams, text } from '#client/lib/search-params.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const search = searchParams({ show: oneOf(['changed']), tutor: text(LIMITS.id) });

export const Route = createFileRoute('/admin/verification')({
  validateSearch: search,
  loaderDeps: ({ search: { show } }) => ({ show }),
  loader: ({ context: { api, queryClient }, deps }) => void queryClient.prefetchQuery(api.verification.tutors.queryOptions(toQueueInput(deps))),
  head: () => pageTitle('Verification'),
  component: Verification,
});

function Verification() {
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  return (
    <QueuePage
      search={search}
      onSearch={(next, options) => void navigate({ search: next, resetScroll: false, ...options })}
      onLeave={() => void navigate({ to: '/admin/tutors', search: { filter: search.show ?? 'pending' } })}
    />
  );
}
