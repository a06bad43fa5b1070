import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { BlogArticle, BlogFrame } from '#client/features/blogs/blog-article.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { errorMessage, toApiError } from '#client/lib/rpc/errors.ts';
import { type Outputs, useTRPC } from '#client/lib/rpc/trpc.ts';
import { useViewer } from '#client/lib/session/session.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { Empty, Loading, QueryError } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';

type Loaded = { blog: Outputs['blogs']['byId'] | null; isMissing: boolean };

export const Route = createFileRoute('/blogs/$id')({
  staticData: { isPublic: true, catalogues: ['blogs'] },
  // The component shows a failure, and may try again without a navigation.
  loader: async ({ context: { api, queryClient }, params: { id } }): Promise<Loaded> => {
    try {
      return { blog: await queryClient.ensureQueryData(api.blogs.byId.queryOptions({ id })), isMissing: false };
    } catch (error) {
      return { blog: null, isMissing: toApiError(error)?.status === 404 };
    }
  },
  head: ({ loaderData, match }) => {
    const { i18n } = match.context;
    if (!loaderData?.blog) return pageTitle(i18n._(msg`Blog`));
    const { title, author } = loaderData.blog;
    const authorName = author.name;
    return pageTitle(title, i18n._(msg`By ${authorName}`));
  },
  pendingComponent: BlogPending,
  component: BlogRoute,
});

function BlogPending() {
  const { t } = useLingui();
  return (
    <BlogFrame>
      <Loading label={t`Loading the post…`} />
    </BlogFrame>
  );
}

function BlogRoute() {
  const { t } = useLingui();
  const { id } = Route.useParams();
  const { isMissing } = Route.useLoaderData();
  const viewer = useViewer();
  const navigate = useNavigate();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  // The page of the server brings no errors along; authors see their drafts.
  const isSettled = isMissing && viewer === null;
  const { data: blog, error, isFetching, refetch } = useQuery(trpc.blogs.byId.queryOptions({ id }, { enabled: !isSettled }));
  const like = useMutation(
    trpc.blogs.like.mutationOptions({
      onMutate: async () => {
        // An answer on its way knows nothing of this.
        await queryClient.cancelQueries(trpc.blogs.byId.queryFilter({ id }));
        const before = queryClient.getQueryData(trpc.blogs.byId.queryKey({ id }));
        if (before && !before.isLiked)
          queryClient.setQueryData(trpc.blogs.byId.queryKey({ id }), { ...before, isLiked: true, likes: before.likes + 1 });
        return { before };
      },
      onSuccess: ({ likes }) => queryClient.setQueryData(trpc.blogs.byId.queryKey({ id }), (shown) => shown && { ...shown, isLiked: true, likes }),
      onError: (failure, _, context) => {
        queryClient.setQueryData(trpc.blogs.byId.queryKey({ id }), context?.before);
        toast.error(errorMessage(failure, t`Failed to like blog`));
      },
    }),
  );

  // It may be taken down since it was shown.
  if (toApiError(error)?.status === 404 || (!blog && isMissing)) {
    return (
      <BlogFrame>
        <VisuallyHidden component="h1">
          <Trans>Post</Trans>
        </VisuallyHidden>
        <Empty
          title={t`Blog not found`}
          text={t`It may have been taken down, or the link may be wrong.`}
          action={
            <ButtonLink to="/blogs">
              <Trans>All posts</Trans>
            </ButtonLink>
          }
        />
      </BlogFrame>
    );
  }
  if (!blog && error) {
    return (
      <BlogFrame>
        <VisuallyHidden component="h1">
          <Trans>Post</Trans>
        </VisuallyHidden>
        <QueryError title={t`Error Loading Post`} message={errorMessage(error, t`Failed to fetch blogs`)} query={{ isFetching, refetch }} />
      </BlogFrame>
    );
  }
  if (!blog) {
    return (
      <BlogFrame>
        <VisuallyHidden component="h1">
          <Trans>Post</Trans>
        </VisuallyHidden>
        <Loading label={t`Loading the post…`} />
      </BlogFrame>
    );
  }

  const press = () => {
    if (viewer === null) {
      toast.info(t`Please login to like a post`);
      void navigate({ to: '/login', search: { redirect: `/blogs/${id}` } });
      return;
    }
    if (!blog.isLiked && !like.isPending) like.mutate({ id });
  };
  return <BlogArticle blog={blog} isOwn={viewer?.role === 'tutor' && blog.isOwn} onLike={press} />;
}
