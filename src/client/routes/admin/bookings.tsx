import { createFileRoute } from '@tanstack/react-router';
import { BookingsDeskPage } from '#client/features/admin-bookings/admin-bookings-page.tsx';
import { DESK_FILTERS, deskInputOf, OTHER_SORTS } from '#client/features/admin-bookings/desk-filters.ts';
import type { DeskParts, TimelineProps } from '#client/features/admin-bookings/desk-parts.ts';
import { BookingTimeline } from '#client/features/bookings/booking-timeline.tsx';
import { StatusBadges } from '#client/features/bookings/status-badges.tsx';
import { ExportButton } from '#client/features/exports/export-button.tsx';
import { SessionProblems } from '#client/features/session-problems/session-problems.tsx';
import { pageConfig, titled } from '#client/lib/page-config.ts';
import { oneOf, searchParams, words } from '#client/lib/search-params.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const search = searchParams({ status: oneOf(DESK_FILTERS), sort: oneOf(OTHER_SORTS), page: pageNumber, booking: words(LIMITS.id) });

export const Route = createFileRoute('/admin/bookings')({
  validateSearch: search,
  loaderDeps: ({ search: { status, sort, page } }) => deskInputOf({ status, sort, page }),
  loader: ({ context: { api }, deps }) => void api.bookings.desk.prefetch(deps),
  head: () => titled('Manage Bookings'),
  component: BookingsRoute,
});

function BookingsRoute() {
  const wanted = Route.useSearch();
  const takeAway = <ExportButton wish={{ table: 'bookings', status: wanted.status ?? 'all' }} />;
  return <BookingsDeskPage search={wanted} zone={pageConfig().timezone} parts={PARTS} actions={takeAway} />;
}

const SEEN_BY = { role: 'admin' } as const;

const PARTS: DeskParts = {
  Badges: StatusBadges,
  Timeline: (props: TimelineProps) => <BookingTimeline {...props} {...SEEN_BY} />,
  Problems: (props: TimelineProps) => <SessionProblems {...props} {...SEEN_BY} />,
};

/** From the second on; the first needs no number. */
function pageNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 1 && value <= 1_000_000 ? value : undefined;
}
