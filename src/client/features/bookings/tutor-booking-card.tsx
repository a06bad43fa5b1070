import type { BookingView } from '#shared/contracts/bookings.ts';
import { BookingCard, CallLink, Fact } from './booking-card.tsx';
import { isHeld, studentHeading } from './booking-words.ts';
import { CallButton } from './call-button.tsx';
import { Countdown } from './countdown.tsx';
import { JoinButton } from './join-button.tsx';
import { LinkButton } from './link-button.tsx';
import { MoveButtons } from './move-buttons.tsx';

export type TutorBookingCardProps = { booking: BookingView; now: Date; zone: string; isNew?: boolean };

export function TutorBookingCard({ booking, now, zone, isNew }: TutorBookingCardProps) {
  const { student, contactNumber } = booking;

  return (
    <BookingCard
      booking={booking}
      person={student}
      heading={studentHeading(booking)}
      now={now}
      zone={zone}
      isNew={isNew}
      countdown={<Countdown booking={booking} now={now} />}
      actions={
        <>
          <MoveButtons booking={booking} by="tutor" now={now} zone={zone} />
          {isHeld(booking) && contactNumber && <CallButton name={student.name} number={contactNumber} />}
          <LinkButton booking={booking} now={now} />
          <JoinButton booking={booking} now={now} />
        </>
      }
    >
      {contactNumber && (
        <Fact name="Contact number" isWide>
          <CallLink number={contactNumber} />
        </Fact>
      )}
    </BookingCard>
  );
}
