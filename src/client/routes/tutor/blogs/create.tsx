import { msg } from '@lingui/core/macro';
import { createFileRoute, Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { BlogForm } from '#client/features/blogs/blog-form.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { searchParams, text } from '#client/lib/search-params.ts';
import { useAccount } from '#client/lib/session/session.ts';

/** `post`: the draft on the server of what is written on this page. */
const search = searchParams({ post: text(64) });

export const Route = createFileRoute('/tutor/blogs/create')({
  validateSearch: search,
  head: ({ match }) => pageTitle(match.context.i18n._(msg`Write a post`)),
  component: CreateBlogRoute,
});

function CreateBlogRoute() {
  const { id } = useAccount();
  const { post } = Route.useSearch();
  const navigate = useNavigate();
  // After a reload, editing goes on at the address of that draft.
  const [begun] = useState(post);
  if (begun !== undefined) return <Navigate to="/tutor/blogs/edit/$id" params={{ id: begun }} replace />;
  return (
    <BlogForm
      userId={id}
      saved={null}
      onCreated={(made) => {
        if (made !== (post ?? null))
          void navigate({ to: '/tutor/blogs/create', search: { post: made ?? undefined }, replace: true, resetScroll: false });
      }}
      onDone={(status) => void navigate({ to: '/tutor/blogs', search: { show: status === 'draft' ? 'drafts' : undefined } })}
    />
  );
}
