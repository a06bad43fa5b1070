import { createFileRoute, Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { BlogForm } from '#client/features/blogs/blog-form.tsx';
import { titled } from '#client/lib/page-config.ts';
import { searchParams, words } from '#client/lib/search-params.ts';
import { useAccount } from '#client/lib/session/session.ts';

/** `post`: the draft that the server has by now of what is being written on this page. */
const search = searchParams({ post: words(64) });

export const Route = createFileRoute('/tutor/blogs/create')({
  validateSearch: search,
  head: () => titled('Write a post'),
  component: CreateBlogRoute,
});

function CreateBlogRoute() {
  const { id } = useAccount();
  const { post } = Route.useSearch();
  const navigate = useNavigate();
  // Whoever comes back to this page, as by a reload, goes on where that draft is read again.
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
