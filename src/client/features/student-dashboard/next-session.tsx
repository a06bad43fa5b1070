import { Badge, Skeleton } from '@mantine/core';
import { Timer } from 'lucide-react';
import type { ComponentType } from 'react';
import classes from '#client/features/student-dashboard/next-session.module.css';
import { Avatar } from '#client/ui/avatar.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import { ZonedTime } from '#client/ui/zoned-time.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { countdown } from '#shared/domain/booking-lifecycle.ts';
import { METHOD_LABELS } from '#shared/domain/rates.ts';
import { UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';

export type NextSessionProps = {
  booking: BookingView;
  now: Date;
  zone: string;
  /** Into the meeting while it is open. */
  JoinButton: ComponentType<{ booking: BookingView; now: Date }>;
};

export function NextSession({ booking, now, zone, JoinButton }: NextSessionProps) {
  const { id, tutor, subject, startTime, endTime, learningMethod, childName, status } = booking;
  const name = tutor.user?.name ?? UNKNOWN_TUTOR;
  const left = countdown(booking, now);

  return (
    <>
      <div className={classes.session}>
        <Avatar name={name} src={tutor.user?.profileImage || null} size={56} alt="" />
        <div className={classes.what}>
          <p className={classes.tutor}>{childName ? `${childName} with ${name}` : name}</p>
          <p className={classes.subject}>{`${subject.name}, ${METHOD_LABELS[learningMethod]}`}</p>
        </div>
        {status === 'pending' && <Badge color="yellow">Pending</Badge>}
      </div>
      <div className={classes.times}>
        <p className={classes.when}>
          <ZonedTime start={startTime} end={endTime} zone={zone} />
        </p>
        <p className={classes.left}>
          {left && <Timer size={16} aria-hidden="true" />}
          {left ?? "Waits for the tutor's answer."}
        </p>
      </div>
      <div className={classes.actions}>
        <JoinButton booking={booking} now={now} />
        <ButtonLink to="/bookings/$id" params={{ id }} variant="default">
          View Booking
        </ButtonLink>
      </div>
    </>
  );
}

/** In the shape of a session. */
export function NextSessionWaiting() {
  return (
    <Loading label="Loading your next session…">
      <div className={classes.session}>
        <Skeleton circle height={56} />
        <div className={classes.what}>
          <Skeleton height={22} width="55%" />
          <Skeleton height={18} width="40%" mt={8} />
        </div>
      </div>
      <Skeleton height={62} mt={14} />
      <Skeleton height={44} width="10rem" mt={14} />
    </Loading>
  );
}
