import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { OwnBlogs } from '#client/features/blogs/own-blogs.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { BY_CURSOR } from '#client/lib/rpc/trpc.ts';
import { oneOf, searchParams } from '#client/lib/search-params.ts';

const search = searchParams({ show: oneOf(['drafts']) });

export const Route = createFileRoute('/tutor/blogs/')({
  validateSearch: search,
  loaderDeps: ({ search: { show } }) => ({ status: show === 'drafts' ? ('draft' as const) : ('published' as const) }),
  loader: ({ context: { api, queryClient }, deps }) => {
    void queryClient.prefetchQuery(api.blogs.ownCounts.queryOptions());
    void queryClient.prefetchInfiniteQuery(api.blogs.own.infiniteQueryOptions(deps, BY_CURSOR));
  },
  head: ({ match }) => pageTitle(match.context.i18n._(msg`My Blogs`)),
  component: OwnBlogsRoute,
});

function OwnBlogsRoute() {
  const { show } = Route.useSearch();
  const status = show === 'drafts' ? 'draft' : 'published';
  return <OwnBlogs key={status} status={status} />;
}
