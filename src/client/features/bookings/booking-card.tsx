import { Badge } from '@mantine/core';
import { MessageSquareText, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import { ZonedTime } from '#client/ui/zoned-time.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { type TimeState, timeState } from '#shared/domain/booking-lifecycle.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { hoursInWords, METHOD_LABELS } from '#shared/domain/rates.ts';
import type { BookingStatus } from '#shared/vocabulary/bookings.ts';
import classes from './booking-card.module.css';

const STATUSES = {
  pending: { label: 'Pending', color: 'yellow' },
  confirmed: { label: 'Confirmed', color: 'green' },
  completed: { label: 'Completed', color: 'blue' },
  cancelled: { label: 'Cancelled', color: 'gray' },
} as const satisfies Record<BookingStatus, { label: string; color: string }>;

const MOMENTS = { upcoming: null, ongoing: 'Ongoing', ended: 'Ended' } as const satisfies Record<TimeState, string | null>;

export type BookingCardProps = {
  booking: BookingView;
  /** The other party, and how to show the name. */
  person: { name: string; profileImage: string };
  heading: ReactNode;
  now: Date;
  zone: string;
  /** It has appeared while the list was open. */
  isNew?: boolean;
  /** Facts that only one of the parties is shown. */
  children?: ReactNode;
  actions?: ReactNode;
};

export function BookingCard({ booking, person, heading, now, zone, isNew = false, children, actions }: BookingCardProps) {
  const state = timeState(booking, now);
  const moment = state && MOMENTS[state];
  const { label, color } = STATUSES[booking.status];

  return (
    <article className={classes.card} data-new={isNew || undefined} data-over={booking.status === 'cancelled' || undefined}>
      <header className={classes.head}>
        <Avatar name={person.name} src={person.profileImage || null} size={52} alt="" />
        <div className={classes.who}>
          <h2 className={classes.name}>{heading}</h2>
          <p className={classes.subject}>{booking.subject.name}</p>
        </div>
        <div className={classes.badges}>
          {isNew && (
            <Badge color="terracotta" variant="filled">
              New
            </Badge>
          )}
          <Badge color={color}>{label}</Badge>
          {moment && <Badge color="teal">{moment}</Badge>}
        </div>
      </header>

      <p className={classes.when}>
        <ZonedTime start={booking.startTime} end={booking.endTime} zone={zone} />
      </p>

      <dl className={classes.facts}>
        <Fact name="Duration">{hoursInWords(booking.duration)}</Fact>
        <Fact name="Method">{METHOD_LABELS[booking.learningMethod]}</Fact>
        <Fact name="Amount">
          <span className={classes.amount}>{formatRupees(booking.amount)}</span>
        </Fact>
        {booking.selectedTopics.length > 0 && (
          <Fact name="Topics" isWide>
            <ul className={classes.topics}>
              {booking.selectedTopics.map(({ id, name }) => (
                <li key={id || name}>{name}</li>
              ))}
            </ul>
          </Fact>
        )}
        {children}
        {booking.address && (
          <Fact name="Address" isWide>
            {booking.address}
          </Fact>
        )}
      </dl>

      {booking.notes && (
        <div className={classes.notes}>
          <MessageSquareText size={18} aria-hidden="true" />
          <p>
            <span className={classes.said}>Notes: </span>
            {booking.notes}
          </p>
        </div>
      )}
      {booking.status === 'cancelled' && booking.cancellationReason && (
        <p className={classes.reason}>
          <strong>Cancellation reason: </strong>
          {booking.cancellationReason}
        </p>
      )}
      {actions && <footer className={classes.actions}>{actions}</footer>}
    </article>
  );
}

export type FactProps = { name: string; isWide?: boolean; children: ReactNode };

export function Fact({ name, isWide = false, children }: FactProps) {
  return (
    <div className={classes.fact} data-wide={isWide || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export type CallLinkProps = { number: string };

export function CallLink({ number }: CallLinkProps) {
  return (
    <a className={classes.call} href={`tel:${number}`}>
      <Phone size={16} aria-hidden="true" />
      {number}
    </a>
  );
}
