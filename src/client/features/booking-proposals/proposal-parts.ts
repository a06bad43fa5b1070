import type { BookingDetails, BookingView } from '#shared/contracts/bookings.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import { type Role, UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';

export type ProposalPartProps = { booking: BookingDetails; role: Role; now: Date; zone: string };

export type ProposeDialogProps = {
  booking: BookingDetails;
  by: Party;
  now: Date;
  zone: string;
  opened: boolean;
  /** Chosen to begin with. */
  start?: Date | undefined;
  onClose: () => void;
};

/** What this party is called. */
export function nameOf(party: Party, { student, tutor }: Pick<BookingView, 'student' | 'tutor'>): string {
  return party === 'student' ? student.name : (tutor.user?.name ?? UNKNOWN_TUTOR);
}

export function otherOf(party: Party): Party {
  return party === 'student' ? 'tutor' : 'student';
}
