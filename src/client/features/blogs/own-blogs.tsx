import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { NotebookPen, Plus } from 'lucide-react';
import { useState } from 'react';
import { errorMessage, toApiError } from '#client/lib/rpc/errors.ts';
import { BY_CURSOR, useTRPC } from '#client/lib/rpc/trpc.ts';
import { useAccount } from '#client/lib/session/session.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import { MoreOfList } from '#client/ui/more-of-list.tsx';
import { Page } from '#client/ui/page.tsx';
import { Empty, QueryError } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useOpener } from '#client/ui/use-opener.ts';
import type { BlogCard } from '#shared/contracts/blogs.ts';
import type { BlogStatus } from '#shared/vocabulary/content.ts';
import { BlogCards, BlogsLoading, OwnBlogCard } from './blog-cards.tsx';
import { storedDraft } from './stored-draft.ts';

const EMPTY: Record<BlogStatus, { title: MessageDescriptor; text: MessageDescriptor }> = {
  published: { title: msg`Nothing published yet`, text: msg`Posts you publish appear here, and on the public blog under your name.` },
  draft: { title: msg`No drafts`, text: msg`Posts you have started but not published appear here.` },
};

export type OwnBlogsProps = { status: BlogStatus };

export function OwnBlogs({ status }: OwnBlogsProps) {
  const { t, i18n } = useLingui();
  const me = useAccount();
  const trpc = useTRPC();
  const { data: counts } = useQuery(trpc.blogs.ownCounts.queryOptions());
  const pages = useInfiniteQuery(trpc.blogs.own.infiniteQueryOptions({ status }, BY_CURSOR));
  const [deleting, setDeleting] = useState<BlogCard | null>(null);
  const { setOpener } = useOpener(deleting !== null);
  const { data, error } = pages;
  const blogs = data?.pages.flatMap((page) => page.blogs) ?? [];
  const { published = 0, drafts = 0 } = counts ?? {};

  return (
    <Page
      title={t`My Blogs`}
      actions={
        <ButtonLink to="/tutor/blogs/create" leftSection={<Plus size={18} aria-hidden="true" />}>
          <Trans>Write a post</Trans>
        </ButtonLink>
      }
    >
      <nav aria-label={t`Filter posts`}>
        <Group component="ul" gap="xs">
          <li>
            <ButtonLink variant="chip" to="/tutor/blogs" search={{}} activeOptions={{ exact: true }}>
              {counts ? <Trans>Published ({published})</Trans> : <Trans>Published</Trans>}
            </ButtonLink>
          </li>
          <li>
            <ButtonLink variant="chip" to="/tutor/blogs" search={{ show: 'drafts' }}>
              {counts ? <Trans>Drafts ({drafts})</Trans> : <Trans>Drafts</Trans>}
            </ButtonLink>
          </li>
        </Group>
      </nav>
      {!data && !error && <BlogsLoading isOwn />}
      {!data && error && <QueryError title={t`Error Loading Posts`} message={errorMessage(error, t`Failed to fetch blogs`)} query={pages} />}
      {data && blogs.length === 0 && (
        <Empty
          title={i18n._(EMPTY[status].title)}
          text={i18n._(EMPTY[status].text)}
          icon={<NotebookPen size={26} />}
          action={
            <ButtonLink to="/tutor/blogs/create" variant="default">
              <Trans>Write a post</Trans>
            </ButtonLink>
          }
        />
      )}
      <BlogCards blogs={blogs}>
        {(blog) => (
          <OwnBlogCard
            blog={blog}
            note={storedDraft(me.id, blog.id).read() !== null && <UnsavedNote />}
            onDelete={() => {
              setOpener();
              setDeleting(blog);
            }}
          />
        )}
      </BlogCards>
      <MoreOfList pages={pages} failure={errorMessage(error, t`Failed to fetch blogs`)} />
      <DeleteDialog blog={deleting} onClose={() => setDeleting(null)} />
    </Page>
  );
}

function UnsavedNote() {
  return (
    <Text size="sm" fw={600} c="var(--vidya-warning-ink)">
      <Trans>Unsaved changes, stored in this browser</Trans>
    </Text>
  );
}

type DeleteDialogProps = { blog: BlogCard | null; onClose: () => void };

function DeleteDialog({ blog, onClose }: DeleteDialogProps) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [shown, setShown] = useState(blog);
  if (blog && blog !== shown) setShown(blog);
  const title = shown?.title ?? '';
  const remove = useMutation(
    trpc.blogs.remove.mutationOptions({
      onSuccess: ({ message }) => {
        toast.success(message);
        onClose();
      },
      onError: (error) => {
        toast.error(errorMessage(error, t`Failed to delete blog`));
        if (toApiError(error)?.code === 'blog.not_found') onClose();
      },
      onSettled: () => queryClient.invalidateQueries(trpc.blogs.pathFilter()),
    }),
  );
  return (
    <ConfirmDialog
      opened={blog !== null}
      type="error"
      title={t`Delete this post?`}
      message={t`“${title}” will be deleted, along with its likes. This cannot be undone.`}
      confirmLabel={t`Delete post`}
      cancelLabel={t`Keep it`}
      isProcessing={remove.isPending}
      onConfirm={() => shown && !remove.isPending && remove.mutate({ id: shown.id })}
      onClose={onClose}
    />
  );
}
