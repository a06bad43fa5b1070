import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { BookingPage } from '#client/features/bookings/booking-page.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { requireViewer } from '#client/lib/session/session.ts';

export const Route = createFileRoute('/bookings/$id')({
  staticData: { catalogues: ['signed-in'] },
  beforeLoad: ({ context, location }) => requireViewer(context, location.href),
  loader: ({ context: { api, queryClient }, params: { id } }) => void queryClient.prefetchQuery(api.bookings.byId.queryOptions({ id })),
  head: ({ match }) => pageTitle(match.context.i18n._(msg`Booking`)),
  component: BookingRoute,
});

function BookingRoute() {
  const { id } = Route.useParams();
  const { me } = Route.useRouteContext();
  return <BookingPage key={id} id={id} role={me.role} />;
}
