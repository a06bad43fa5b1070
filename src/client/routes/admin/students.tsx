import { createFileRoute } from '@tanstack/react-router';
import { ExportButton } from '#client/features/exports/export-button.tsx';
import { StudentsPage } from '#client/features/moderation/students-page.tsx';
import { pageNumber, toStudentsInput } from '#client/features/moderation/students-search.ts';
import { pageTitle } from '#client/lib/page-config.ts';
import { oneOf, searchParams, text } from '#client/lib/search-params.ts';
import { STUDENT_ORDERS } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const validateSearch = searchParams({ q: text(LIMITS.searchText), sort: oneOf(STUDENT_ORDERS), page: pageNumber });

export const Route = createFileRoute('/admin/students')({
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps }) => void queryClient.prefetchQuery(api.moderation.students.queryOptions(toStudentsInput(deps))),
  head: () => pageTitle('Manage Students'),
  component: ManageStudents,
});

function ManageStudents() {
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  return (
    <StudentsPage
      search={search}
      actions={<ExportButton request={{ table: 'students', search: search.q }} />}
      onSearch={(next, options) => void navigate({ search: next, ...options })}
    />
  );
}
