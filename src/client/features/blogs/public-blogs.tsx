import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { NotebookPen, X } from 'lucide-react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { MoreOfList } from '#client/ui/more-of-list.tsx';
import { Empty, ErrorState, Loading } from '#client/ui/page-state.tsx';
import { SearchForm } from '#client/ui/search-field.tsx';
import { BlogCard } from './blog-card.tsx';
import classes from './public-blogs.module.css';

export type BlogSearch = { tag?: string; q?: string };
export type PublicBlogsProps = { search: BlogSearch; onSearch: (next: BlogSearch) => void };

/** What tutors have published, newest first. Mount it anew for another search. */
export function PublicBlogs({ search, onSearch }: PublicBlogsProps) {
  const pages = trpc.blogs.published.useInfiniteQuery({ tag: search.tag, search: search.q }, { getNextPageParam: ({ nextCursor }) => nextCursor });
  const { data, error } = pages;
  const blogs = data?.pages.flatMap((page) => page.blogs) ?? [];
  const isNarrowed = search.tag !== undefined || search.q !== undefined;

  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>Blog</h1>
        <p>Advice on learning, exams and study habits, written by our tutors.</p>
      </header>
      <SearchForm
        label="Search posts"
        placeholder="A word of the title, or a tag"
        maw="42rem"
        mb="1.5rem"
        searched={search.q ?? ''}
        onSearch={(text) => onSearch({ ...search, q: text || undefined })}
      />
      {search.tag !== undefined && (
        <p className={classes.filter}>
          <span>{`Posts about “${search.tag}”`}</span>
          <Link to="/blogs" search={{ q: search.q }} className={classes.clear}>
            <X size={16} aria-hidden="true" />
            Show all posts
          </Link>
        </p>
      )}
      {!data && !error && <BlogsLoading />}
      {!data && error && (
        <ErrorState
          title="Error Loading Posts"
          message={errorMessage(error, 'Failed to fetch blogs')}
          isRetrying={pages.isFetching}
          onRetry={() => void pages.refetch()}
        />
      )}
      {data && blogs.length === 0 && (
        <Empty
          icon={<NotebookPen size={26} />}
          title={isNarrowed ? 'No posts found' : 'No posts yet'}
          text={isNarrowed ? 'Try other words, or look at all posts.' : 'What our tutors write appears here.'}
          action={isNarrowed && <ButtonLink to="/blogs">Show all posts</ButtonLink>}
        />
      )}
      <ul className={classes.list}>
        {blogs.map((blog) => (
          <li key={blog.id}>
            <BlogCard blog={blog} />
          </li>
        ))}
      </ul>
      <MoreOfList pages={pages} failure={errorMessage(error, 'Failed to fetch blogs')} className={classes.more} />
    </div>
  );
}

/** Of the shape of the cards; one's own have their dates and buttons below. */
export function BlogsLoading({ isOwn = false }: { isOwn?: boolean }) {
  return (
    <Loading label="Loading posts…">
      <div className={classes.list}>
        {[1, 2, 3].map((index) => (
          <div key={index} className={classes.skeleton}>
            <Skeleton height={26} width="80%" />
            <Skeleton height={16} />
            <Skeleton height={16} width="90%" />
            <Skeleton height={36} width="60%" />
            {isOwn && <Skeleton height={20} width="50%" />}
            {isOwn && <Skeleton height={44} width="70%" />}
          </div>
        ))}
      </div>
    </Loading>
  );
}
