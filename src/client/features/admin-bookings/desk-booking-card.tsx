import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from '#client/features/admin-bookings/desk-booking-card.module.css';
import type { DeskSearch } from '#client/features/admin-bookings/desk-filters.ts';
import type { DeskParts } from '#client/features/admin-bookings/desk-parts.ts';
import { PAYMENTS, shortId, tutorName } from '#client/features/admin-bookings/desk-words.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { useMinuteClock } from '#client/ui/use-minute-clock.ts';
import { ZonedTime } from '#client/ui/zoned-time.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { formatRupees } from '#shared/domain/money.ts';

export type DeskBookingCardProps = { booking: BookingView; search: DeskSearch; zone: string; parts: Pick<DeskParts, 'Badges'> };

/** Opens its details from wherever one presses. */
export function DeskBookingCard({ booking, search, zone, parts: { Badges } }: DeskBookingCardProps) {
  const now = useMinuteClock();
  const { id, subject, student, selectedTopics, notes, cancellationReason } = booking;

  return (
    <article className={classes.card} data-over={booking.status === 'cancelled' || undefined}>
      <header className={classes.head}>
        <h2 className={classes.subject}>
          <Link to="/admin/bookings" search={{ ...search, booking: id }} resetScroll={false} className={classes.open}>
            {subject.name}
          </Link>
        </h2>
        <span className={classes.badges}>
          <Badges booking={booking} now={now} />
        </span>
      </header>
      <p className={classes.when}>
        <ZonedTime start={booking.startTime} end={booking.endTime} zone={zone} />
      </p>
      <div className={classes.people}>
        <Avatar name={student.name} src={student.profileImage || null} size={40} alt="" />
        <p>
          <strong>{student.name}</strong>
          <span className={classes.tutor}>{`with ${tutorName(booking)}`}</span>
        </p>
      </div>
      <dl className={classes.facts}>
        <Fact name="Amount">{formatRupees(booking.amount)}</Fact>
        <Fact name="Payment">{PAYMENTS[booking.paymentStatus]}</Fact>
        <Fact name="Booking">
          <code>{shortId(booking)}</code>
        </Fact>
      </dl>
      {selectedTopics.length > 0 && (
        <ul className={classes.topics} aria-label="Topics">
          {selectedTopics.map(({ id, name }) => (
            <li key={id || name}>{name}</li>
          ))}
        </ul>
      )}
      {notes && (
        <p className={classes.notes}>
          <strong>Notes: </strong>
          {notes}
        </p>
      )}
      {cancellationReason && (
        <p className={classes.reason}>
          <strong>Cancellation reason: </strong>
          {cancellationReason}
        </p>
      )}
    </article>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
