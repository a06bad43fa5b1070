import { Badge, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CalendarClock, House, Timer, Users, Video } from 'lucide-react';
import classes from '#client/features/tutor-dashboard/next-sessions.module.css';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { AnchorLink } from '#client/ui/links.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import { InlineError, SectionCard } from '#client/ui/section-card.tsx';
import { useMinuteClock } from '#client/ui/use-minute-clock.ts';
import { ZonedTime } from '#client/ui/zoned-time.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { countdown } from '#shared/domain/booking-lifecycle.ts';
import { METHOD_LABELS } from '#shared/domain/rates.ts';
import type { LearningMethod } from '#shared/vocabulary/bookings.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';

const ICONS = { online: Video, individual: House, group: Users } as const satisfies Record<LearningMethod, typeof Video>;

export type NextSessionsProps = { zone: string };

export function NextSessions({ zone }: NextSessionsProps) {
  const now = useMinuteClock();
  const { data, error, isFetching, refetch } = trpc.bookings.nextSessions.useQuery(undefined, { refetchInterval: BOOKING.clockMs });

  return (
    <SectionCard
      title="Next sessions"
      aside={
        <AnchorLink to="/tutor/bookings" className={classes.all}>
          All bookings
        </AnchorLink>
      }
    >
      {data && data.length > 0 && (
        <ol className={classes.sessions}>
          {data.map((booking) => (
            <Session key={booking.id} booking={booking} now={now} zone={zone} />
          ))}
        </ol>
      )}
      {data?.length === 0 && (
        <div className={classes.none}>
          <CalendarClock size={26} aria-hidden="true" />
          <p>No sessions ahead. When a student books you, the session appears here at once.</p>
        </div>
      )}
      {!data && error && (
        <InlineError message={errorMessageWithReason(error, 'Failed to fetch bookings')} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Waiting />}
    </SectionCard>
  );
}

function Session({ booking, now, zone }: { booking: BookingView; now: Date; zone: string }) {
  const { id, student, subject, startTime, endTime, learningMethod, childName } = booking;
  const Method = ICONS[learningMethod];
  const left = countdown(booking, now);

  return (
    <li>
      <Link to="/bookings/$id" params={{ id }} className={classes.session}>
        <Avatar name={student.name} src={student.profileImage || null} size={44} alt="" />
        <span className={classes.what}>
          <span className={classes.student}>{childName ? `For ${childName}, booked by ${student.name}` : student.name}</span>
          <span className={classes.subject}>{subject.name}</span>
          <span className={classes.when}>
            <ZonedTime start={startTime} end={endTime} zone={zone} />
          </span>
        </span>
        <span className={classes.side}>
          {left ? (
            <span className={classes.countdown}>
              <Timer size={16} aria-hidden="true" />
              {left}
            </span>
          ) : (
            <Badge color="yellow">Pending</Badge>
          )}
          <span className={classes.method}>
            <Method size={16} aria-hidden="true" />
            {METHOD_LABELS[learningMethod]}
          </span>
        </span>
      </Link>
    </li>
  );
}

function Waiting() {
  return (
    <Loading label="Loading your next sessions…">
      <div className={classes.sessions}>
        {['first', 'second', 'third'].map((row) => (
          <Skeleton key={row} height={76} my={6} />
        ))}
      </div>
    </Loading>
  );
}
