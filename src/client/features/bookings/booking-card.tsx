import { Link } from '@tanstack/react-router';
import { MessageSquareText, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import { ZonedTime } from '#client/ui/zoned-time.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { formatHours, METHOD_LABELS } from '#shared/domain/rates.ts';
import classes from './booking-card.module.css';
import { telephone } from './booking-words.ts';
import { StatusBadges } from './status-badges.tsx';

export type BookingCardProps = {
  booking: BookingView;
  /** The other party, and how to show the name. */
  person: { name: string; profileImage: string };
  heading: string;
  now: Date;
  zone: string;
  /** It has appeared while the list was open. */
  isNew?: boolean;
  /** The way to the public profile of a tutor. */
  profileId?: string;
  /** Below the time. */
  countdown?: ReactNode;
  /** Facts that only one of the parties is shown. */
  children?: ReactNode;
  actions?: ReactNode;
};

/** Leads to the booking's own page from wherever there is no other link or button. */
export function BookingCard({ booking, person, heading, now, zone, isNew, profileId, countdown, children, actions }: BookingCardProps) {
  const photo = <Avatar name={person.name} src={person.profileImage || null} size={52} alt="" />;

  return (
    <article className={classes.card} data-new={isNew || undefined} data-over={booking.status === 'cancelled' || undefined}>
      <header className={classes.head}>
        {profileId ? (
          <Link to="/tutors/$id" params={{ id: profileId }} className={classes.photo} aria-label={`Profile of ${person.name}`}>
            {photo}
          </Link>
        ) : (
          photo
        )}
        <div className={classes.who}>
          <h2 className={classes.name}>
            <Link to="/bookings/$id" params={{ id: booking.id }} className={classes.title} data-lead>
              {heading}
            </Link>
          </h2>
          <p className={classes.subject}>{booking.subject.name}</p>
        </div>
        <div className={classes.badges}>
          <StatusBadges booking={booking} now={now} isNew={isNew} />
        </div>
      </header>

      <div className={classes.times}>
        <p className={classes.when}>
          <ZonedTime start={booking.startTime} end={booking.endTime} zone={zone} />
        </p>
        {countdown}
      </div>

      <dl className={classes.facts}>
        <Fact name="Duration">{formatHours(booking.duration)}</Fact>
        <Fact name="Method">{METHOD_LABELS[booking.learningMethod]}</Fact>
        <Fact name="Amount">
          <span className={classes.amount}>{formatRupees(booking.amount)}</span>
        </Fact>
        {booking.selectedTopics.length > 0 && (
          <Fact name="Topics" isWide>
            <Topics topics={booking.selectedTopics} />
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

export type TopicsProps = { topics: BookingView['selectedTopics'] };

export function Topics({ topics }: TopicsProps) {
  return (
    <ul className={classes.topics}>
      {topics.map(({ id, name }) => (
        <li key={id || name}>{name}</li>
      ))}
    </ul>
  );
}

export type CallLinkProps = { number: string };

export function CallLink({ number }: CallLinkProps) {
  return (
    <a className={classes.call} href={telephone(number)}>
      <Phone size={16} aria-hidden="true" />
      {number}
    </a>
  );
}
