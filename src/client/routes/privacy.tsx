import { createFileRoute } from '@tanstack/react-router';
import { PrivacyPolicy } from '#client/features/legal/privacy-policy.tsx';
import { pageConfig, pageTitle } from '#client/lib/page-config.ts';

const DESCRIPTION = 'What is kept about you, what for, who sees it, what your browser keeps, and how to delete it.';

export const Route = createFileRoute('/privacy')({
  staticData: { isPublic: true },
  head: () => pageTitle('Privacy Policy', DESCRIPTION),
  component: () => <PrivacyPolicy config={pageConfig()} />,
});
