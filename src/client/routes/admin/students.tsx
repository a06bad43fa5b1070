import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ExportButton } from '#client/features/exports/export-button.tsx';
import { StudentsPage, type StudentsPageProps } from '#client/features/moderation/students-page.tsx';
import { pageNumber, studentsInputOf } from '#client/features/moderation/students-search.ts';
import { pageConfig, titled } from '#client/lib/page-config.ts';
import { oneOf, searchParams, words } from '#client/lib/search-params.ts';
import { STUDENT_ORDERS } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const search = searchParams({ q: words(LIMITS.searchText), sort: oneOf(STUDENT_ORDERS), page: pageNumber });

export const Route = createFileRoute('/admin/students')({
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api }, deps }) => void api.moderation.students.prefetch(studentsInputOf(deps)),
  head: () => titled('Manage Students'),
  component: ManageStudents,
});

function ManageStudents() {
  const navigate = Route.useNavigate();
  const change = useCallback<StudentsPageProps['onSearch']>((next, how) => void navigate({ search: next, ...how }), [navigate]);
  const wanted = Route.useSearch();
  const download = <ExportButton request={{ table: 'students', search: wanted.q }} />;
  return <StudentsPage search={wanted} zone={pageConfig().timezone} actions={download} onSearch={change} />;
}
