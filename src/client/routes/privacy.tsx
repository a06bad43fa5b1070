import { createFileRoute } from '@tanstack/react-router';
import { PrivacyPolicy } from '#client/features/legal/privacy-policy.tsx';
import { pageConfig, pageTitle } from '#client/lib/page-config.ts';

const DESCRIPTION = 'What we store about you and why, who can see it, what your browser stores, and how to delete it.';

export const Route = createFileRoute('/privacy')({
  staticData: { isPublic: true, catalogues: ['legal'] },
  head: () => pageTitle('Privacy Policy', DESCRIPTION),
  component: () => <PrivacyPolicy config={pageConfig()} />,
});
