import { createFileRoute } from '@tanstack/react-router';
import { pageConfig, titled } from '#client/api/page-config.ts';
import { requireViewer } from '#client/api/session.ts';
import { BookingPage } from '#client/features/bookings/booking-page.tsx';

export const Route = createFileRoute('/bookings/$id')({
  beforeLoad: ({ context, location }) => requireViewer(context, location.href),
  loader: ({ context: { api }, params: { id } }) => void api.bookings.byId.prefetch({ id }),
  head: () => titled('Booking'),
  component: BookingRoute,
});

function BookingRoute() {
  const { id } = Route.useParams();
  const { me } = Route.useRouteContext();
  return <BookingPage key={id} id={id} role={me.role} zone={pageConfig().timezone} />;
}
