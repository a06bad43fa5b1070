import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { titled } from '#client/api/page-config.ts';
import { useMe } from '#client/api/session.ts';
import { BlogForm } from '#client/features/blogs/blog-form.tsx';

export const Route = createFileRoute('/tutor/blogs/create')({
  head: () => titled('Write a post'),
  component: CreateBlogRoute,
});

function CreateBlogRoute() {
  const { id } = useMe();
  const navigate = useNavigate();
  return (
    <BlogForm
      userId={id}
      saved={null}
      onDone={(status) => void navigate({ to: '/tutor/blogs', search: { show: status === 'draft' ? 'drafts' : undefined } })}
    />
  );
}
