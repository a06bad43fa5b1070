import { Group } from '@mantine/core';
import { NotebookPen, Plus } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { MoreOfList } from '#client/ui/more-of-list.tsx';
import { Empty, ErrorState } from '#client/ui/page-state.tsx';
import type { BlogCard } from '#shared/contracts/blogs.ts';
import type { BlogStatus } from '#shared/vocabulary/content.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { OwnBlogCard } from './own-blog-card.tsx';
import classes from './own-blogs.module.css';
import { BlogsLoading } from './public-blogs.tsx';

const NOTHING = {
  published: { title: 'Nothing published yet', text: 'What you publish stands here, and on the public blog under your name.' },
  draft: { title: 'No drafts', text: 'What you have begun and not published yet is kept here.' },
} as const satisfies Record<BlogStatus, { title: string; text: string }>;

export type OwnBlogsProps = { status: BlogStatus };

/** The tutor's own posts. */
export function OwnBlogs({ status }: OwnBlogsProps) {
  const { data: counts } = trpc.blogs.ownCounts.useQuery();
  const pages = trpc.blogs.own.useInfiniteQuery({ status }, { getNextPageParam: ({ nextCursor }) => nextCursor });
  const [asked, setAsked] = useState<BlogCard | null>(null);
  const { data, error } = pages;
  const blogs = data?.pages.flatMap((page) => page.blogs) ?? [];

  return (
    <>
      <div className={classes.head}>
        <h1>My Blogs</h1>
        <ButtonLink to="/tutor/blogs/create" leftSection={<Plus size={18} aria-hidden="true" />}>
          Write a post
        </ButtonLink>
      </div>
      <nav aria-label="Filter posts">
        <Group component="ul" gap="xs" mb="md">
          <li>
            <ButtonLink variant="chip" to="/tutor/blogs" search={{}} activeOptions={{ exact: true }}>
              {counts ? `Published (${counts.published})` : 'Published'}
            </ButtonLink>
          </li>
          <li>
            <ButtonLink variant="chip" to="/tutor/blogs" search={{ show: 'drafts' }}>
              {counts ? `Drafts (${counts.drafts})` : 'Drafts'}
            </ButtonLink>
          </li>
        </Group>
      </nav>
      {!data && !error && <BlogsLoading isOwn />}
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
          {...NOTHING[status]}
          icon={<NotebookPen size={26} />}
          action={
            <ButtonLink to="/tutor/blogs/create" variant="default">
              Write a post
            </ButtonLink>
          }
        />
      )}
      <ul className={classes.list}>
        {blogs.map((blog) => (
          <li key={blog.id}>
            <OwnBlogCard blog={blog} onDelete={() => setAsked(blog)} />
          </li>
        ))}
      </ul>
      <MoreOfList pages={pages} failure={errorMessage(error, 'Failed to fetch blogs')} className={classes.more} />
      <DeleteDialog blog={asked} onClose={() => setAsked(null)} />
    </>
  );
}
