import { Group } from '@mantine/core';
import { NotebookPen, Plus } from 'lucide-react';
import { useState } from 'react';
import { errorMessage, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import { MoreOfList } from '#client/ui/more-of-list.tsx';
import { Page } from '#client/ui/page.tsx';
import { Empty, QueryError } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { BlogCard } from '#shared/contracts/blogs.ts';
import type { BlogStatus } from '#shared/vocabulary/content.ts';
import { BlogCards, BlogsLoading, OwnBlogCard } from './blog-cards.tsx';

const EMPTY = {
  published: { title: 'Nothing published yet', text: 'Posts you publish appear here, and on the public blog under your name.' },
  draft: { title: 'No drafts', text: 'Posts you have started but not published appear here.' },
} as const satisfies Record<BlogStatus, { title: string; text: string }>;

export type OwnBlogsProps = { status: BlogStatus };

export function OwnBlogs({ status }: OwnBlogsProps) {
  const { data: counts } = trpc.blogs.ownCounts.useQuery();
  const pages = trpc.blogs.own.useInfiniteQuery({ status }, { getNextPageParam: ({ nextCursor }) => nextCursor });
  const [deleting, setDeleting] = useState<BlogCard | null>(null);
  const { data, error } = pages;
  const blogs = data?.pages.flatMap((page) => page.blogs) ?? [];

  return (
    <Page
      title="My Blogs"
      actions={
        <ButtonLink to="/tutor/blogs/create" leftSection={<Plus size={18} aria-hidden="true" />}>
          Write a post
        </ButtonLink>
      }
    >
      <nav aria-label="Filter posts">
        <Group component="ul" gap="xs">
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
      {!data && error && <QueryError title="Error Loading Posts" message={errorMessage(error, 'Failed to fetch blogs')} query={pages} />}
      {data && blogs.length === 0 && (
        <Empty
          {...EMPTY[status]}
          icon={<NotebookPen size={26} />}
          action={
            <ButtonLink to="/tutor/blogs/create" variant="default">
              Write a post
            </ButtonLink>
          }
        />
      )}
      <BlogCards blogs={blogs}>{(blog) => <OwnBlogCard blog={blog} onDelete={() => setDeleting(blog)} />}</BlogCards>
      <MoreOfList pages={pages} failure={errorMessage(error, 'Failed to fetch blogs')} />
      <DeleteDialog blog={deleting} onClose={() => setDeleting(null)} />
    </Page>
  );
}

type DeleteDialogProps = { blog: BlogCard | null; onClose: () => void };

function DeleteDialog({ blog, onClose }: DeleteDialogProps) {
  const utils = trpc.useUtils();
  const [shown, setShown] = useState(blog);
  if (blog && blog !== shown) setShown(blog);
  const remove = trpc.blogs.remove.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onClose();
    },
    onError: (error) => {
      toast.error(errorMessage(error, 'Failed to delete blog'));
      if (toApiError(error)?.code === 'blog.not_found') onClose();
    },
    onSettled: () => utils.blogs.invalidate(),
  });
  return (
    <ConfirmDialog
      opened={blog !== null}
      type="error"
      title="Delete this post?"
      message={`“${shown?.title ?? ''}” will be deleted, along with its likes. This cannot be undone.`}
      confirmLabel="Delete post"
      cancelLabel="Keep it"
      isProcessing={remove.isPending}
      onConfirm={() => shown && !remove.isPending && remove.mutate({ id: shown.id })}
      onClose={onClose}
    />
  );
}
