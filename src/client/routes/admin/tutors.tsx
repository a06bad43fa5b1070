import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ExportButton } from '#client/features/exports/export-button.tsx';
import { AccountStatusDialog } from '#client/features/moderation/account-status-dialog.tsx';
import { TutorsPage, type TutorsPageProps } from '#client/features/verification/tutors-page.tsx';
import { pageNumber, TABLE_ORDERS, tableInputOf } from '#client/features/verification/tutors-search.ts';
import { pageConfig, titled } from '#client/lib/page-config.ts';
import { oneOf, searchParams, words } from '#client/lib/search-params.ts';
import { TUTOR_FILTERS } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const search = searchParams({ q: words(LIMITS.searchText), filter: oneOf(TUTOR_FILTERS), sort: oneOf(TABLE_ORDERS), page: pageNumber });

export const Route = createFileRoute('/admin/tutors')({
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api }, deps }) => void api.verification.tutors.prefetch(tableInputOf(deps)),
  head: () => titled('Manage Tutors'),
  component: ManageTutors,
});

function ManageTutors() {
  const navigate = Route.useNavigate();
  const change = useCallback<TutorsPageProps['onSearch']>((next, how) => void navigate({ search: next, ...how }), [navigate]);
  const wanted = Route.useSearch();
  const download = <ExportButton request={{ table: 'tutors', search: wanted.q, filter: wanted.filter }} />;
  return <TutorsPage search={wanted} zone={pageConfig().timezone} actions={download} onSearch={change} StatusDialog={AccountStatusDialog} />;
}
