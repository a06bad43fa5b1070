import type { ComponentType } from 'react';
import type { BookingDetails } from '#shared/contracts/bookings.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import type { ReviewDialog } from './use-review.tsx';

export type BookingPartProps = { booking: BookingDetails; role: Role; now: Date; zone: string };

/** What other features show on the page of a booking. */
export type BookingParts = {
  ReviewDialog?: ReviewDialog;
  ProposeButton?: ComponentType<BookingPartProps>;
  ProposalPanel?: ComponentType<BookingPartProps>;
  SessionProblems?: ComponentType<BookingPartProps>;
};
