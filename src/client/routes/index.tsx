import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '#client/features/home/home-page.tsx';
import { CATEGORIES, OTHERS, STATS, tutorsOf } from '#client/features/tutor-search/search-calls.ts';
import { ALL_TUTORS } from '#client/features/tutor-search/search-state.ts';
import { titled } from '#client/lib/page-config.ts';

const DESCRIPTION =
  'Find a tutor in Sri Lanka by subject, topic and town: see what an hour costs and what students say, and book a time that suits you.';

export const Route = createFileRoute('/')({
  loader: ({ context: { api } }) => {
    void api.statistics.public.prefetch(...STATS);
    void api.catalogue.categories.prefetch(...CATEGORIES);
    void api.catalogue.subjects.prefetch(...OTHERS);
    void api.tutors.search.prefetchInfinite(...tutorsOf(ALL_TUTORS));
  },
  head: () => titled(undefined, DESCRIPTION),
  component: HomePage,
});
