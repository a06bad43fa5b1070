import type { I18n } from '@lingui/core';
import type { BookingDetails, BookingView } from '#shared/contracts/bookings.ts';
import { translated } from '#shared/domain/texts.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import { type Role, UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';

export type ProposalProps = { booking: BookingDetails; role: Role; now: Date };

export type ProposeDialogProps = {
  booking: BookingDetails;
  by: Party;
  now: Date;
  opened: boolean;
  start?: Date | undefined;
  onClose: () => void;
};

export function getPartyName(i18n: I18n, party: Party, { student, tutor }: Pick<BookingView, 'student' | 'tutor'>): string {
  return party === 'student' ? student.name : (tutor.user?.name ?? translated(i18n, UNKNOWN_TUTOR));
}

export function getOtherParty(party: Party): Party {
  return party === 'student' ? 'tutor' : 'student';
}
