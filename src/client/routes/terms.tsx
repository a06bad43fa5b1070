import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { TermsOfService } from '#client/features/legal/terms-of-service.tsx';
import { pageConfig, pageTitle } from '#client/lib/page-config.ts';

const DESCRIPTION = msg`What students and tutors agree to: accounts, bookings, payment, fees and refunds.`;

export const Route = createFileRoute('/terms')({
  staticData: { isPublic: true, catalogues: ['legal'] },
  head: ({ match: { context } }) => pageTitle(context.i18n._(msg`Terms of Service`), context.i18n._(DESCRIPTION)),
  component: () => <TermsOfService config={pageConfig()} />,
});
