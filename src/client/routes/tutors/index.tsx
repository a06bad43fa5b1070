import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useHearts } from '#client/features/favourites/use-hearts.tsx';
import { keepSearch } from '#client/features/tutor-search/last-search.ts';
import { CATEGORIES, OTHERS, STATS, tutorsOf } from '#client/features/tutor-search/search-calls.ts';
import { SearchPage } from '#client/features/tutor-search/search-page.tsx';
import { isAll, lacksCategory, type OnSearchChange, type TutorSearch, tutorSearchParams } from '#client/features/tutor-search/search-state.ts';
import { useCatalogue } from '#client/features/tutor-search/use-catalogue.ts';
import { useFilterSheet } from '#client/features/tutor-search/use-filter-sheet.ts';
import { useTutorSearch } from '#client/features/tutor-search/use-tutor-search.ts';
import { titled } from '#client/lib/page-config.ts';

export const Route = createFileRoute('/tutors/')({
  validateSearch: tutorSearchParams,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api }, deps }) => {
    void api.statistics.public.prefetch(...STATS);
    void api.catalogue.categories.prefetch(...CATEGORIES);
    void api.catalogue.subjects.prefetch(...OTHERS);
    if (!lacksCategory(deps)) void api.tutors.search.prefetchInfinite(...tutorsOf(deps));
  },
  head: ({ match: { search } }) => titled(titleOf(search), descriptionOf(search)),
  component: TutorsPage,
});

function titleOf(search: TutorSearch): string {
  const { subject, category } = search;
  if (subject) return `${subject} tutors`;
  return category && !isAll(search) ? `${category} tutors` : 'Find Tutors';
}

function descriptionOf(search: TutorSearch): string {
  const { subject, category } = search;
  const taught = subject ?? (isAll(search) ? undefined : category);
  if (taught) return `Tutors of ${taught} in Sri Lanka: compare rates, reviews and towns, online or at your home, and book a session.`;
  return 'Compare tutors in Sri Lanka by subject, rate and reviews, online or at your home, and book a session.';
}

function TutorsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const heart = useHearts();
  const sheet = useFilterSheet();
  const catalogue = useCatalogue();
  const firstCategory = catalogue.categories[0]?.value;
  const isUndecided = lacksCategory(search) && (catalogue.isPending || firstCategory !== undefined);
  const pages = useTutorSearch(search, { isReady: !isUndecided });

  useEffect(() => {
    if (isUndecided && firstCategory) void navigate({ search: (present) => ({ ...present, category: firstCategory }), replace: true });
  }, [isUndecided, firstCategory, navigate]);

  useEffect(() => keepSearch(search), [search]);

  const change: OnSearchChange = (next, how) =>
    void navigate({ search: next, replace: how?.isRefined || sheet.isOpen, state: { isFiltering: sheet.isOpen } });

  const refetch = () => {
    catalogue.retry();
    return pages.refetch();
  };

  return (
    <SearchPage
      search={search}
      catalogue={catalogue}
      pages={{ ...pages, refetch }}
      sheet={sheet}
      isUndecided={isUndecided}
      onChange={change}
      action={heart}
    />
  );
}
