import { createFileRoute } from '@tanstack/react-router';
import { titled } from '#client/api/page-config.ts';
import { requireViewer } from '#client/api/session.ts';
import { ConfirmedPage } from '#client/features/auth/confirmed-page.tsx';

export const Route = createFileRoute('/auth/confirmed')({
  beforeLoad: ({ context }) => requireViewer(context, '/account'),
  head: () => titled('Confirming'),
  component: ConfirmedPage,
});
