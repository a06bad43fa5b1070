import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '#client/features/audit/audit-page.tsx';
import { toAuditInput } from '#client/features/audit/audit-search.ts';
import { ExportButton } from '#client/features/exports/export-button.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { BY_CURSOR } from '#client/lib/rpc/trpc.ts';
import { searchParams, text } from '#client/lib/search-params.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const validateSearch = searchParams({ action: text(LIMITS.id), q: text(LIMITS.searchText) });

export const Route = createFileRoute('/admin/audit')({
  validateSearch,
  loaderDeps: ({ search: { action, q } }) => ({ action, q }),
  loader: ({ context: { api, queryClient }, deps }) =>
    void import('#client/features/audit/audit-search.ts').then(({ toAuditInput: toInput }) =>
      queryClient.prefetchInfiniteQuery(api.audit.list.infiniteQueryOptions(toInput(deps), BY_CURSOR)),
    ),
  head: () => pageTitle('Audit Log'),
  component: AuditRoute,
});

function AuditRoute() {
  const search = Route.useSearch();
  return <AuditPage search={search} actions={<ExportButton request={{ table: 'audit', ...toAuditInput(search) }} />} />;
}
