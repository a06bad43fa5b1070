import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '#client/features/home/home-page.tsx';
import { homeTutorsQuery, MENU_QUERY, STATS_QUERY } from '#client/features/tutor-search/search-state.ts';
import { pageTitle } from '#client/lib/page-config.ts';

const DESCRIPTION = msg`Find a tutor in Sri Lanka by subject, topic and town: see what an hour costs and what students say, and book a time that suits you.`;

export const Route = createFileRoute('/')({
  loader: ({ context: { api, queryClient, load } }) =>
    load(
      queryClient.prefetchQuery(api.statistics.public.queryOptions(...STATS_QUERY)),
      queryClient.prefetchQuery(api.catalogue.menu.queryOptions(...MENU_QUERY)),
      queryClient.prefetchInfiniteQuery(api.tutors.search.infiniteQueryOptions(...homeTutorsQuery)),
    ),
  staticData: { isPublic: true, catalogues: ['home', 'search'] },
  head: ({ match: { context } }) => pageTitle(undefined, context.i18n._(DESCRIPTION)),
  component: HomePage,
});
