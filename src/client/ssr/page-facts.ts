import { msg } from '@lingui/core/macro';
import type { makeRouter } from '#client/app/router.tsx';
import { listCategories, MENU_QUERY, type TutorSearch, tutorsQuery, withFirstCategory } from '#client/features/tutor-search/search-state.ts';
import { pageTitle } from '#client/lib/page-config.ts';
import type { RouterContext } from '#client/lib/rpc/trpc.ts';
import type { PageConfig } from '#shared/page-config.ts';
import {
  describeHome,
  describeMissing,
  describePage,
  describePost,
  describePosts,
  describeSearch,
  describeTutor,
  type PageTags,
  type PostsFacts,
  type SearchFacts,
  toHead,
} from './page-tags.ts';

type Matches = ReturnType<typeof makeRouter>['state']['matches'];

type Clients = Pick<RouterContext, 'i18n' | 'queryClient' | 'api'>;

export type RouteFacts = { matches: Matches; isMissing: boolean; clients: Clients; config: PageConfig };

/** What the page of these matches says about itself, from the answers that it was rendered from. */
export function describeRoute({ matches, isMissing, clients, config }: RouteFacts): PageTags {
  const { i18n } = clients;
  const site = { origin: config.publicUrl ?? '', appName: config.appName, i18n };
  // The slug of a tutor adds nothing to what `/tutors/$id` says.
  const page = matches.findLast(({ routeId }) => routeId !== '/tutors/$id/$slug');
  const head = toHead(matches.flatMap(({ meta }) => meta ?? []));
  if (isMissing || !page) return describeMissing(site, head.title ? head : toHead(pageTitle(i18n._(msg`Page not found`)).meta));
  switch (page.routeId) {
    case '/':
      return describeHome(site, head);
    case '/tutors/':
      return describeSearch(site, head, toSearchFacts(clients, page.search));
    case '/tutors/$id':
      return page.loaderData?.tutor ? describeTutor(site, head, page.loaderData.tutor) : describeMissing(site, head);
    case '/blogs/':
      return describePosts(site, head, toPostsFacts(clients, page.search));
    case '/blogs/$id':
      return page.loaderData?.blog ? describePost(site, head, page.loaderData.blog) : describeMissing(site, head);
    default:
      return describePage(site, { ...head, path: page.pathname });
  }
}

function toSearchFacts({ i18n, api, queryClient }: Clients, search: TutorSearch): SearchFacts {
  const menu = queryClient.getQueryData(api.catalogue.menu.queryKey(MENU_QUERY[0]));
  const categories = menu ? listCategories(menu, i18n._(msg`Other Subjects`)) : [];
  const [input] = tutorsQuery(withFirstCategory(search, categories[0]?.value));
  const [first] = queryClient.getQueryData(api.tutors.search.infiniteQueryKey(input))?.pages ?? [];
  return { search, categories, found: first?.tutors.length ?? null };
}

function toPostsFacts({ api, queryClient }: Clients, search: { tag?: string; q?: string; after?: string }): PostsFacts {
  const [first] =
    queryClient.getQueryData(api.blogs.published.infiniteQueryKey({ tag: search.tag, search: search.q, after: search.after }))?.pages ?? [];
  return { search, found: first?.blogs.length ?? null };
}
