import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, CalendarX2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorMessage, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { LastSeenNote } from '#client/ui/last-seen-note.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import { Empty, ErrorState, Loading } from '#client/ui/page-state.tsx';
import { useMinuteClock } from '#client/ui/use-minute-clock.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { BookingContent } from './booking-content.tsx';
import classes from './booking-page.module.css';
import type { BookingParts } from './booking-parts.ts';

const BACK = {
  student: { to: '/student/bookings', label: 'My Bookings' },
  tutor: { to: '/tutor/bookings', label: 'My Bookings' },
  admin: { to: '/admin/bookings', label: 'Manage Bookings' },
} as const satisfies Record<Role, { to: string; label: string }>;

export type BookingPageProps = { id: string; role: Role; zone: string; parts?: BookingParts };

/** One booking, as whoever looks at it may see it. */
export function BookingPage({ id, role, zone, parts = {} }: BookingPageProps) {
  const now = useMinuteClock();
  const { data, error, isFetching, refetch } = trpc.bookings.byId.useQuery({ id }, { refetchInterval: BOOKING.clockMs });
  const utils = trpc.useUtils();
  const tutorId = data?.tutor.id ?? '';
  // A meeting link, or a move, of the other party is here at once, and so is what becomes of the tutor's times.
  const readAgain = () => {
    void utils.bookings.invalidate();
    void utils.tutors.availability.invalidate({ id: tutorId });
  };
  trpc.inbox.watchTutor.useSubscription({ tutorId }, { enabled: tutorId !== '', onData: readAgain });
  const isMissing = toApiError(error)?.code === 'booking.not_found';
  const message = errorMessage(error, 'Failed to fetch bookings');

  if (data && !isMissing) {
    return (
      <Frame role={role}>
        {error !== null && (
          <div className={classes.stale} role="alert">
            <p>
              <strong>Error fetching bookings.</strong> {message}
            </p>
            <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
              Try Again
            </Button>
          </div>
        )}
        <LastSeenNote zone={zone} />
        <BookingContent booking={data} role={role} now={now} zone={zone} parts={parts} />
      </Frame>
    );
  }
  return (
    <Frame role={role}>
      <VisuallyHidden component="h1">Booking</VisuallyHidden>
      {isMissing && <Missing role={role} />}
      {!error && <BookingLoading />}
      {error && !isMissing && (
        <ErrorState title="Error fetching bookings." message={message} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
    </Frame>
  );
}

function Frame({ role, children }: { role: Role; children: ReactNode }) {
  const { to, label } = BACK[role];
  return (
    <div className={classes.page}>
      <Link to={to} className={classes.back}>
        <ArrowLeft size={18} aria-hidden="true" />
        {label}
      </Link>
      {children}
    </div>
  );
}

function Missing({ role }: { role: Role }) {
  const { to, label } = BACK[role];
  return (
    <Empty
      title="Booking not found"
      text="It is not there, or it belongs to somebody else."
      icon={<CalendarX2 size={26} />}
      action={<ButtonLink to={to}>{label}</ButtonLink>}
    />
  );
}

/** In the shape of the page. */
function BookingLoading() {
  return (
    <Loading label="Loading booking…">
      <div className={classes.content}>
        <div className={classes.head}>
          <Skeleton height={26} width={104} />
          <Skeleton height={40} width="60%" />
          <Skeleton height={22} width="80%" />
        </div>
        <div className={classes.main}>
          <Skeleton height={150} />
          <Skeleton height={200} />
        </div>
        <div className={classes.side}>
          <Skeleton height={130} />
          <Skeleton height={220} />
        </div>
      </div>
    </Loading>
  );
}
