import { createFileRoute } from '@tanstack/react-router';
import { SubjectsPage } from '#client/features/catalogue/subjects-page.tsx';
import { TopicsPage } from '#client/features/catalogue/topics-page.tsx';
import { ExportButton } from '#client/features/exports/export-button.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { searchParams, text } from '#client/lib/search-params.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const aPage = (value: unknown) => (Number.isInteger(Number(value)) && Number(value) > 1 ? Number(value) : undefined);
const search = searchParams({ q: text(LIMITS.searchText), category: text(LIMITS.id), page: aPage, topics: text(LIMITS.id) });

export const Route = createFileRoute('/admin/subjects')({
  validateSearch: search,
  loaderDeps: ({ search: { topics } }) => ({ topics }),
  loader: ({ context: { api, queryClient }, deps: { topics } }) => {
    if (topics) {
      void queryClient.prefetchQuery(api.catalogue.subjectById.queryOptions({ id: topics }));
      void queryClient.prefetchQuery(api.catalogue.topicsOfSubject.queryOptions({ subjectId: topics, activeOnly: false }));
    } else {
      void queryClient.prefetchQuery(api.catalogue.subjects.queryOptions({ active: 'all' }));
      void queryClient.prefetchQuery(api.catalogue.topicCounts.queryOptions());
    }
  },
  head: () => pageTitle('Manage Subjects'),
  component: SubjectsRoute,
});

function SubjectsRoute() {
  const { topics, ...back } = Route.useSearch();
  if (topics) {
    const takeAway = <ExportButton request={{ table: 'topics', subjectId: topics }} />;
    return <TopicsPage key={topics} subjectId={topics} back={back} actions={takeAway} />;
  }
  const takeAway = <ExportButton request={{ table: 'subjects', search: back.q, category: back.category }} />;
  return <SubjectsPage search={back} actions={takeAway} />;
}
