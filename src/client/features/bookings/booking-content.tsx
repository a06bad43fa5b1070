import { Title } from '@mantine/core';
import { ZonedTime, ZoneNote } from '#client/ui/zoned-time.tsx';
import type { BookingDetails } from '#shared/contracts/bookings.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { formatHours, METHOD_LABELS } from '#shared/domain/rates.ts';
import { NO_PAYMENT } from '#shared/messages.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { BookingActions } from './booking-actions.tsx';
import { CallLink, Topics } from './booking-card.tsx';
import { BookingMeeting } from './booking-meeting.tsx';
import classes from './booking-page.module.css';
import type { BookingParts } from './booking-parts.ts';
import { BookingPeople } from './booking-people.tsx';
import { BookingTimeline } from './booking-timeline.tsx';
import { partiesInWords } from './booking-words.ts';
import { CancellationTerms } from './cancellation-terms.tsx';
import { Countdown } from './countdown.tsx';
import { StatusBadges } from './status-badges.tsx';

export type BookingContentProps = { booking: BookingDetails; role: Role; now: Date; zone: string; parts: BookingParts };

export function BookingContent({ booking, role, now, zone, parts }: BookingContentProps) {
  const { status, subject, cancellationReason, notes } = booking;
  const { ProposalPanel, SessionProblems } = parts;

  return (
    <article className={classes.content}>
      <header className={classes.head}>
        <div className={classes.badges}>
          <StatusBadges booking={booking} now={now} />
        </div>
        <Title order={1} className={classes.title} tabIndex={-1} data-lead>
          {subject.name}
        </Title>
        <p className={classes.who}>{partiesInWords(booking, role)}</p>
        <p className={classes.when}>
          <ZonedTime start={booking.startTime} end={booking.endTime} zone={zone} />
        </p>
        <Countdown booking={booking} now={now} />
        <ZoneNote zone={zone} now={now} />
      </header>

      {role !== 'admin' && <BookingActions booking={booking} by={role} now={now} zone={zone} parts={parts} />}

      <div className={classes.main}>
        {ProposalPanel && <ProposalPanel booking={booking} role={role} now={now} zone={zone} />}
        {status === 'cancelled' && cancellationReason && (
          <section className={classes.reason} aria-labelledby="reason">
            <h2 id="reason">Cancellation reason</h2>
            <p className={classes.written}>{cancellationReason}</p>
          </section>
        )}
        <BookingMeeting booking={booking} role={role} now={now} />
        <section className={classes.section} aria-labelledby="session">
          <h2 id="session">Session</h2>
          <Facts booking={booking} role={role} />
        </section>
        {notes && (
          <section className={classes.section} aria-labelledby="notes">
            <h2 id="notes">Notes</h2>
            <p className={classes.written}>{notes}</p>
          </section>
        )}
        <section className={classes.section} aria-labelledby="status">
          <h2 id="status">Status</h2>
          <BookingTimeline booking={booking} role={role} now={now} zone={zone} />
        </section>
        {SessionProblems && <SessionProblems booking={booking} role={role} now={now} zone={zone} />}
      </div>

      <div className={classes.side}>
        <section className={classes.section} aria-labelledby="people">
          <h2 id="people">{role === 'admin' ? 'Who' : 'With'}</h2>
          <BookingPeople booking={booking} role={role} now={now} />
        </section>
        <section className={classes.section} aria-labelledby="money">
          <h2 id="money">Amount</h2>
          <p className={classes.amount}>{formatRupees(booking.amount)}</p>
          <p className={classes.quiet}>{NO_PAYMENT}</p>
          {booking.cancellation && <CancellationTerms {...booking.cancellation} />}
        </section>
      </div>
    </article>
  );
}

function Facts({ booking, role }: { booking: BookingDetails; role: Role }) {
  const { duration, learningMethod, selectedTopics, contactNumber, address } = booking;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Duration</dt>
        <dd>{formatHours(duration)}</dd>
      </div>
      <div>
        <dt>Method</dt>
        <dd>{METHOD_LABELS[learningMethod]}</dd>
      </div>
      {selectedTopics.length > 0 && (
        <div data-wide>
          <dt>Topics</dt>
          <dd>
            <Topics topics={selectedTopics} />
          </dd>
        </div>
      )}
      {contactNumber && (
        <div data-wide>
          <dt>{role === 'student' ? 'Your contact number' : 'Contact number'}</dt>
          <dd>{role === 'student' ? contactNumber : <CallLink number={contactNumber} />}</dd>
        </div>
      )}
      {address && (
        <div data-wide>
          <dt>Address</dt>
          <dd className={classes.written}>{address}</dd>
        </div>
      )}
    </dl>
  );
}
