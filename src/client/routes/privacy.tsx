import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { PrivacyPolicy } from '#client/features/legal/privacy-policy.tsx';
import { pageConfig, pageTitle } from '#client/lib/page-config.ts';

const DESCRIPTION = msg`What we store about you and why, who can see it, what your browser stores, and how to delete it.`;

export const Route = createFileRoute('/privacy')({
  staticData: { isPublic: true, catalogues: ['legal'] },
  head: ({ match: { context } }) => pageTitle(context.i18n._(msg`Privacy Policy`), context.i18n._(DESCRIPTION)),
  component: () => <PrivacyPolicy config={pageConfig()} />,
});
