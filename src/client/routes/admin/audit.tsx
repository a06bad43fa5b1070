import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '#client/features/audit/audit-page.tsx';
import { ExportButton } from '#client/features/exports/export-button.tsx';
import { pageConfig, titled } from '#client/lib/page-config.ts';
import { oneOf, searchParams, words } from '#client/lib/search-params.ts';
import { AUDIT_ACTIONS } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const search = searchParams({ action: oneOf(AUDIT_ACTIONS), q: words(LIMITS.searchText) });

export const Route = createFileRoute('/admin/audit')({
  validateSearch: search,
  loaderDeps: ({ search: { action, q = '' } }) => ({ action, search: q }),
  loader: ({ context: { api }, deps }) => void api.audit.list.prefetchInfinite(deps),
  head: () => titled('Audit Log'),
  component: AuditRoute,
});

function AuditRoute() {
  const wanted = Route.useSearch();
  const { action, q } = wanted;
  return <AuditPage search={wanted} zone={pageConfig().timezone} actions={<ExportButton wish={{ table: 'audit', action, search: q }} />} />;
}
