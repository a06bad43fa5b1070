import { createFileRoute } from '@tanstack/react-router';
import { PublicBlogs } from '#client/features/blogs/public-blogs.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { searchParams, text } from '#client/lib/search-params.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const search = searchParams({ tag: text(LIMITS.blog.tag), q: text(LIMITS.searchText) });

export const Route = createFileRoute('/blogs/')({
  validateSearch: search,
  loaderDeps: ({ search: { tag, q } }) => ({ tag, search: q }),
  loader: ({ context: { api }, deps }) => void api.blogs.published.prefetchInfinite(deps),
  head: ({ match: { search } }) =>
    pageTitle(search.tag ? `Posts about ${search.tag}` : 'Blog', 'Advice on learning, exams and study habits, written by tutors in Sri Lanka.'),
  component: BlogsPage,
});

function BlogsPage() {
  const { tag, q } = Route.useSearch();
  const navigate = Route.useNavigate();
  return <PublicBlogs key={`${tag} ${q}`} search={{ tag, q }} onSearch={(next) => void navigate({ search: next })} />;
}
