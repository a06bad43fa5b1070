import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '#client/features/home/home-page.tsx';
import { ALL_TUTORS, CATEGORIES_QUERY, STATS_QUERY, tutorsQuery, UNCATEGORIZED_QUERY } from '#client/features/tutor-search/search-state.ts';
import { pageTitle } from '#client/lib/page-config.ts';

const DESCRIPTION =
  'Find a tutor in Sri Lanka by subject, topic and town: see what an hour costs and what students say, and book a time that suits you.';

export const Route = createFileRoute('/')({
  loader: ({ context: { api } }) => {
    void api.statistics.public.prefetch(...STATS_QUERY);
    void api.catalogue.categories.prefetch(...CATEGORIES_QUERY);
    void api.catalogue.subjects.prefetch(...UNCATEGORIZED_QUERY);
    void api.tutors.search.prefetchInfinite(...tutorsQuery(ALL_TUTORS));
  },
  head: () => pageTitle(undefined, DESCRIPTION),
  component: HomePage,
});
