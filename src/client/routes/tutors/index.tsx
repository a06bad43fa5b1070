import { createFileRoute } from '@tanstack/react-router';
import { SearchPage } from '#client/features/tutor-search/search-page.tsx';
import {
  CATEGORIES_QUERY,
  isAllCategories,
  needsCategory,
  STATS_QUERY,
  type TutorSearch,
  tutorSearchParams,
  tutorsQuery,
  UNCATEGORIZED_QUERY,
} from '#client/features/tutor-search/search-state.ts';
import { pageTitle } from '#client/lib/page-config.ts';

export const Route = createFileRoute('/tutors/')({
  validateSearch: tutorSearchParams,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api }, deps }) => {
    void api.statistics.public.prefetch(...STATS_QUERY);
    void api.catalogue.categories.prefetch(...CATEGORIES_QUERY);
    void api.catalogue.subjects.prefetch(...UNCATEGORIZED_QUERY);
    if (!needsCategory(deps)) void api.tutors.search.prefetchInfinite(...tutorsQuery(deps));
  },
  head: ({ match: { search } }) => pageTitle(titleOf(search), descriptionOf(search)),
  component: SearchPage,
});

function titleOf(search: TutorSearch): string {
  const { subject, category } = search;
  if (subject) return `${subject} tutors`;
  return category && !isAllCategories(search) ? `${category} tutors` : 'Find Tutors';
}

function descriptionOf(search: TutorSearch): string {
  const { subject, category } = search;
  const taught = subject ?? (isAllCategories(search) ? undefined : category);
  if (taught) return `Tutors of ${taught} in Sri Lanka: compare rates, reviews and towns, online or at your home, and book a session.`;
  return 'Compare tutors in Sri Lanka by subject, rate and reviews, online or at your home, and book a session.';
}
