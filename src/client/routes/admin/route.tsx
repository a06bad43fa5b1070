import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#client/api/session.ts';

export const Route = createFileRoute('/admin')({
  beforeLoad: ({ context, location }) => requireRole('admin', context, location.href),
});
