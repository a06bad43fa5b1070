import { createFileRoute } from '@tanstack/react-router';
import { TermsOfService } from '#client/features/legal/terms-of-service.tsx';
import { pageConfig, pageTitle } from '#client/lib/page-config.ts';

const DESCRIPTION = 'What students and tutors agree to: accounts, bookings, payment, fees and refunds.';

export const Route = createFileRoute('/terms')({
  staticData: { isPublic: true, catalogues: ['legal'] },
  head: () => pageTitle('Terms of Service', DESCRIPTION),
  component: () => <TermsOfService config={pageConfig()} />,
});
