import { createFileRoute } from '@tanstack/react-router';
import { ProposalPanel } from '#client/features/booking-proposals/proposal-panel.tsx';
import { ProposeButton } from '#client/features/booking-proposals/propose-button.tsx';
import { BookingPage } from '#client/features/bookings/booking-page.tsx';
import type { BookingParts } from '#client/features/bookings/booking-parts.ts';
import { ReviewModal } from '#client/features/reviews/review-modal.tsx';
import { SessionProblems } from '#client/features/session-problems/session-problems.tsx';
import { pageConfig, titled } from '#client/lib/page-config.ts';
import { requireViewer } from '#client/lib/session/session.ts';

export const Route = createFileRoute('/bookings/$id')({
  beforeLoad: ({ context, location }) => requireViewer(context, location.href),
  loader: ({ context: { api }, params: { id } }) => void api.bookings.byId.prefetch({ id }),
  head: () => titled('Booking'),
  component: BookingRoute,
});

const PARTS: BookingParts = { ReviewDialog: ReviewModal, ProposeButton, ProposalPanel, SessionProblems };

function BookingRoute() {
  const { id } = Route.useParams();
  const { me } = Route.useRouteContext();
  return <BookingPage key={id} id={id} role={me.role} zone={pageConfig().timezone} parts={PARTS} />;
}
