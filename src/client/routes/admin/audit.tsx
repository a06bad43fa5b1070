import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '#client/features/audit/audit-page.tsx';
import { ExportButton } from '#client/features/exports/export-button.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { BY_CURSOR } from '#client/lib/rpc/trpc.ts';
import { oneOf, searchParams, text } from '#client/lib/search-params.ts';
import { AUDIT_ACTIONS } from '#shared/vocabulary/audit.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const validateSearch = searchParams({ action: oneOf(AUDIT_ACTIONS), q: text(LIMITS.searchText) });

export const Route = createFileRoute('/admin/audit')({
  validateSearch,
  loaderDeps: ({ search: { action, q = '' } }) => ({ action, search: q }),
  loader: ({ context: { api, queryClient }, deps }) => void queryClient.prefetchInfiniteQuery(api.audit.list.infiniteQueryOptions(deps, BY_CURSOR)),
  head: () => pageTitle('Audit Log'),
  component: AuditRoute,
});

function AuditRoute() {
  const search = Route.useSearch();
  return <AuditPage search={search} actions={<ExportButton request={{ table: 'audit', action: search.action, search: search.q }} />} />;
}
