import { createFileRoute } from '@tanstack/react-router';
import { ExportButton } from '#client/features/exports/export-button.tsx';
import { ReportsPage, type ReportsSearch } from '#client/features/moderation/reports-page.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { BY_CURSOR } from '#client/lib/rpc/trpc.ts';
import { oneOf, searchParams } from '#client/lib/search-params.ts';
import { REPORT_KINDS, REPORT_STATES } from '#shared/vocabulary/content.ts';

const ALL = 'all' as const;
const search = searchParams({ kind: oneOf(REPORT_KINDS), state: oneOf([...REPORT_STATES, ALL]) });

type Address = ReturnType<typeof search>;

/** The open ones are what an admin comes for. */
const toFilters = ({ kind, state = 'open' }: Address): ReportsSearch => ({ kind, state: state === ALL ? undefined : state });
const toAddress = ({ kind, state }: ReportsSearch): Address => ({ kind, state: state === 'open' ? undefined : (state ?? ALL) });

export const Route = createFileRoute('/admin/reports')({
  validateSearch: search,
  loaderDeps: ({ search: given }) => toFilters(given),
  loader: ({ context: { api, queryClient }, deps }) =>
    void queryClient.prefetchInfiniteQuery(api.moderation.desk.infiniteQueryOptions(deps, BY_CURSOR)),
  head: () => pageTitle('Reports'),
  component: Reports,
});

function Reports() {
  const navigate = Route.useNavigate();
  const { kind, state } = toFilters(Route.useSearch());
  return (
    <ReportsPage
      search={{ kind, state }}
      actions={<ExportButton request={{ table: 'reports', kind, state }} />}
      onSearch={(next) => void navigate({ search: toAddress(next) })}
    />
  );
}
