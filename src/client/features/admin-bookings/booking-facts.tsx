import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { AskForAnswer } from '#client/features/admin-bookings/ask-for-answer.tsx';
import classes from '#client/features/admin-bookings/booking-drawer.module.css';
import type { DeskParts } from '#client/features/admin-bookings/desk-parts.ts';
import { PAYMENTS, tutorName } from '#client/features/admin-bookings/desk-words.ts';
import { AnchorLink, ButtonLink } from '#client/ui/links.tsx';
import { useMinuteClock } from '#client/ui/use-minute-clock.ts';
import { ZonedInstant, ZonedTime } from '#client/ui/zoned-time.tsx';
import type { BookingDetails } from '#shared/contracts/bookings.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { formatHours, METHOD_LABELS } from '#shared/domain/rates.ts';

export type BookingFactsProps = { booking: BookingDetails; zone: string; parts: DeskParts };

export function BookingFacts({ booking, zone, parts: { Badges, Timeline, Problems } }: BookingFactsProps) {
  const now = useMinuteClock();
  const { student, tutor, selectedTopics, cancellation } = booking;

  return (
    <div className={classes.facts}>
      <div className={classes.lead}>
        <span className={classes.badges}>
          <Badges booking={booking} now={now} />
        </span>
        <h3 className={classes.subject}>{booking.subject.name}</h3>
        <p className={classes.when}>
          <ZonedTime start={booking.startTime} end={booking.endTime} zone={zone} />
        </p>
      </div>

      <div className={classes.actions}>
        <ButtonLink to="/bookings/$id" params={{ id: booking.id }} variant="default" rightSection={<ExternalLink size={16} aria-hidden="true" />}>
          Open booking page
        </ButtonLink>
        {booking.status === 'pending' && <AskForAnswer id={booking.id} />}
      </div>

      <dl className={classes.list}>
        <Fact name="Student">
          {student.name}
          <Contact email={student.email} phone={booking.contactNumber} />
        </Fact>
        {booking.childName && <Fact name="For the child">{booking.childName}</Fact>}
        <Fact name="Tutor">
          {tutor.id ? (
            <AnchorLink to="/tutors/$id" params={{ id: tutor.id }}>
              {tutorName(booking)}
            </AnchorLink>
          ) : (
            tutorName(booking)
          )}
          <Contact email={tutor.user?.email ?? ''} phone={tutor.phone} />
        </Fact>
        <Fact name="Duration">{formatHours(booking.duration)}</Fact>
        <Fact name="Method">{METHOD_LABELS[booking.learningMethod]}</Fact>
        {selectedTopics.length > 0 && <Fact name="Topics">{selectedTopics.map(({ name }) => name).join(', ')}</Fact>}
        <Fact name="Amount">{formatRupees(booking.amount)}</Fact>
        <Fact name="Payment">{PAYMENTS[booking.paymentStatus]}</Fact>
        {cancellation && (
          <>
            <Fact name="Refund">{formatRupees(cancellation.refund)}</Fact>
            <Fact name="Retained">{formatRupees(cancellation.retained)}</Fact>
            <Fact name="Platform fee">{formatRupees(cancellation.platformFee)}</Fact>
            <Fact name="Tutor's share">{formatRupees(cancellation.tutorShare)}</Fact>
          </>
        )}
        {booking.cancellationReason && <Fact name="Cancellation reason">{booking.cancellationReason}</Fact>}
        {booking.notes && <Fact name="Notes">{booking.notes}</Fact>}
        <Fact name="Booking id">
          <code>{booking.id}</code>
        </Fact>
        <Fact name="Last changed">
          <ZonedInstant at={booking.updatedAt} zone={zone} />
        </Fact>
      </dl>

      <section className={classes.section} aria-labelledby="timeline">
        <h3 id="timeline">Status</h3>
        <Timeline booking={booking} now={now} zone={zone} />
      </section>
      {booking.problems.length > 0 && <Problems booking={booking} now={now} zone={zone} />}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Contact({ email, phone }: { email: string; phone: string }) {
  return (
    <>
      {email && (
        <a className={classes.contact} href={`mailto:${email}`}>
          {email}
        </a>
      )}
      {phone && (
        <a className={classes.contact} href={`tel:${phone.replaceAll(/[\s().-]/g, '')}`}>
          {phone}
        </a>
      )}
    </>
  );
}
