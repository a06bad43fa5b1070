import type { BookingView } from '#shared/contracts/bookings.ts';
import { BookingCard } from './booking-card.tsx';
import { canCallTutor, tutorOf } from './booking-words.ts';
import { CallButton } from './call-button.tsx';
import { Countdown } from './countdown.tsx';
import { JoinButton } from './join-button.tsx';
import { MessageButton } from './message-button.tsx';
import { MoveButtons } from './move-buttons.tsx';
import { ReviewButton } from './review-button.tsx';
import type { ReviewDialog } from './use-review.tsx';

export type StudentBookingCardProps = { booking: BookingView; now: Date; zone: string; ReviewDialog: ReviewDialog };

export function StudentBookingCard({ booking, now, zone, ReviewDialog }: StudentBookingCardProps) {
  const { id, phone } = booking.tutor;
  const person = tutorOf(booking);

  return (
    <BookingCard
      booking={booking}
      person={person}
      heading={person.name}
      now={now}
      zone={zone}
      profileId={id || undefined}
      countdown={<Countdown booking={booking} now={now} />}
      actions={
        <>
          <JoinButton booking={booking} now={now} />
          <ReviewButton booking={booking} Dialog={ReviewDialog} />
          {canCallTutor(booking, now) && <CallButton name={person.name} number={phone} />}
          {id && <MessageButton name={person.name} to={{ tutor: id }} />}
          <MoveButtons booking={booking} by="student" now={now} zone={zone} />
        </>
      }
    />
  );
}
