import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { PublicBlogs } from '#client/features/blogs/public-blogs.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { BY_CURSOR } from '#client/lib/rpc/trpc.ts';
import { searchParams, text } from '#client/lib/search-params.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const search = searchParams({ tag: text(LIMITS.blog.tag), q: text(LIMITS.searchText), after: text(LIMITS.id) });

export const Route = createFileRoute('/blogs/')({
  staticData: { isPublic: true, catalogues: ['blogs'] },
  validateSearch: search,
  loaderDeps: ({ search: { tag, q, after } }) => ({ tag, search: q, after }),
  loader: ({ context: { api, queryClient, load }, deps }) =>
    load(queryClient.prefetchInfiniteQuery(api.blogs.published.infiniteQueryOptions(deps, BY_CURSOR))),
  head: ({ match: { search, context } }) => {
    const { tag } = search;
    const title = tag ? msg`Posts about ${tag}` : msg`Blog`;
    const description = msg`Advice on learning, exams and study habits, written by tutors in Sri Lanka.`;
    return pageTitle(context.i18n._(title), context.i18n._(description));
  },
  component: BlogsPage,
});

function BlogsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <PublicBlogs key={Object.values(search).join(' ')} search={search} onSearch={(next) => void navigate({ search: next })} />;
}
