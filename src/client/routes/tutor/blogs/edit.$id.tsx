import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { BlogForm } from '#client/features/blogs/blog-form.tsx';
import { moveDraftToNewPost, storedDraft } from '#client/features/blogs/stored-draft.ts';
import { pageTitle } from '#client/lib/page-config.ts';
import { errorMessage, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { useAccount } from '#client/lib/session/session.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { Empty, Loading, QueryError } from '#client/ui/page-state.tsx';

export const Route = createFileRoute('/tutor/blogs/edit/$id')({
  loader: ({ context: { api, queryClient }, params: { id } }) => void queryClient.prefetchQuery(api.blogs.byId.queryOptions({ id })),
  head: ({ match }) => pageTitle(match.context.i18n._(msg`Edit post`)),
  component: EditBlogRoute,
});

function EditBlogRoute() {
  const { t } = useLingui();
  const { id } = Route.useParams();
  const me = useAccount();
  const navigate = useNavigate();
  const trpc = useTRPC();
  // Read once, so that the text does not change while it is edited.
  const {
    data: blog,
    error,
    isFetching,
    refetch,
  } = useQuery(trpc.blogs.byId.queryOptions({ id }, { refetchOnWindowFocus: false, refetchOnReconnect: false }));

  if (blog?.isOwn) {
    return (
      <BlogForm
        key={id}
        userId={me.id}
        saved={blog}
        onDone={(status) => void navigate({ to: '/tutor/blogs', search: { show: status === 'draft' ? 'drafts' : undefined } })}
      />
    );
  }
  if (blog || toApiError(error)?.status === 404) {
    const hasDraft = storedDraft(me.id, id).read() !== null;
    return (
      <>
        <Heading />
        <Empty
          title={t`Blog not found`}
          text={
            hasDraft
              ? t`It may have been deleted. Your text is still stored in this browser.`
              : t`It may have been deleted, or it is not one of yours.`
          }
          action={
            hasDraft ? (
              <ButtonLink to="/tutor/blogs/create" onClick={() => moveDraftToNewPost(me.id, id)}>
                <Trans>Write it as a new post</Trans>
              </ButtonLink>
            ) : (
              <ButtonLink to="/tutor/blogs">
                <Trans>My Blogs</Trans>
              </ButtonLink>
            )
          }
        />
      </>
    );
  }
  if (error) {
    return (
      <>
        <Heading />
        <QueryError title={t`Error Loading Post`} message={errorMessage(error, t`Failed to fetch blogs`)} query={{ isFetching, refetch }} />
      </>
    );
  }
  return (
    <>
      <Heading />
      <Loading label={t`Loading the post…`} />
    </>
  );
}

const Heading = () => (
  <VisuallyHidden component="h1">
    <Trans>Edit post</Trans>
  </VisuallyHidden>
);
