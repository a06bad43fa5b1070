import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { ConfirmedPage } from '#client/features/auth/confirmed-page.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { requireViewer } from '#client/lib/session/session.ts';

export const Route = createFileRoute('/auth/confirmed')({
  staticData: { catalogues: ['auth', 'refusals'] },
  beforeLoad: ({ context }) => requireViewer(context, '/account'),
  head: ({ match: { context } }) => pageTitle(context.i18n._(msg`Confirming`)),
  component: ConfirmedPage,
});
