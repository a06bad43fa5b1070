import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { SearchPage } from '#client/features/tutor-search/search-page.tsx';
import {
  isAllCategories,
  listCategories,
  MENU_QUERY,
  needsCategory,
  STATS_QUERY,
  type TutorSearch,
  tutorSearchParams,
  tutorsQuery,
  withFirstCategory,
} from '#client/features/tutor-search/search-state.ts';
import type { I18n } from '#client/lib/i18n.ts';
import { pageTitle } from '#client/lib/page-config.ts';
import type { RouterContext } from '#client/lib/rpc/trpc.ts';
import { translatedName } from '#shared/domain/texts.ts';

export const Route = createFileRoute('/tutors/')({
  validateSearch: tutorSearchParams,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    const { api, queryClient, load } = context;
    return load(
      queryClient.prefetchQuery(api.statistics.public.queryOptions(...STATS_QUERY)),
      queryClient.prefetchQuery(api.catalogue.menu.queryOptions(...MENU_QUERY)),
      prefetchTutors(context, deps),
    );
  },
  staticData: { isPublic: true, catalogues: ['search'] },
  head: ({ match: { search, context } }) => pageTitle(titleOf(context.i18n, search), descriptionOf(context.i18n, search)),
  component: SearchPage,
});

async function prefetchTutors({ api, queryClient }: RouterContext, search: TutorSearch): Promise<void> {
  if (!needsCategory(search)) return queryClient.prefetchInfiniteQuery(api.tutors.search.infiniteQueryOptions(...tutorsQuery(search)));
  const menu = await queryClient.ensureQueryData(api.catalogue.menu.queryOptions(...MENU_QUERY)).catch(() => null);
  const [first] = menu ? listCategories(menu) : [];
  // Without any, the page shows that nothing can be searched yet.
  if (first) await queryClient.prefetchInfiniteQuery(api.tutors.search.infiniteQueryOptions(...tutorsQuery(withFirstCategory(search, first.value))));
}

function titleOf(i18n: I18n, search: TutorSearch): string {
  const { subject, category } = search;
  const name = subject || (isAllCategories(search) ? undefined : category);
  const taught = name && translatedName(i18n, name);
  return i18n._(taught ? msg`${taught} tutors` : msg`Find Tutors`);
}

function descriptionOf(i18n: I18n, search: TutorSearch): string {
  const { subject, category } = search;
  const name = subject ?? (isAllCategories(search) ? undefined : category);
  const taught = name && translatedName(i18n, name);
  if (taught) {
    return i18n._(msg`Tutors of ${taught} in Sri Lanka: compare rates, reviews and towns, online or at your home, and book a session.`);
  }
  return i18n._(msg`Compare tutors in Sri Lanka by subject, rate and reviews, online or at your home, and book a session.`);
}
