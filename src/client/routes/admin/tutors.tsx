import { createFileRoute } from '@tanstack/react-router';
import { ExportButton } from '#client/features/exports/export-button.tsx';
import { TutorsPage } from '#client/features/verification/tutors-page.tsx';
import { TABLE_ORDERS, toPageNumber, toTableInput } from '#client/features/verification/tutors-search.ts';
import { pageTitle } from '#client/lib/page-config.ts';
import { oneOf, searchParams, text } from '#client/lib/search-params.ts';
import { TUTOR_FILTERS } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const search = searchParams({ q: text(LIMITS.searchText), filter: oneOf(TUTOR_FILTERS), sort: oneOf(TABLE_ORDERS), page: toPageNumber });

export const Route = createFileRoute('/admin/tutors')({
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps }) => void queryClient.prefetchQuery(api.verification.tutors.queryOptions(toTableInput(deps))),
  head: () => pageTitle('Manage Tutors'),
  component: ManageTutors,
});

function ManageTutors() {
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  return (
    <TutorsPage
      search={search}
      actions={<ExportButton request={{ table: 'tutors', search: search.q, filter: search.filter }} />}
      onSearch={(next, options) => void navigate({ search: next, ...options })}
    />
  );
}
