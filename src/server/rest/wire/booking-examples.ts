import { BOOKING, MADE } from './examples.ts';

const { phone: _, user, ...teacher } = BOOKING.tutor;
/** How to reach the tutor is shown once the tutor has accepted. */
const UNREACHED = { ...teacher, phone: '', user: { ...user, email: '' } };

/** As it stands once it was asked for. */
export const REQUESTED = { ...BOOKING, tutor: UNREACHED, status: 'pending' as const, meetingLink: null, updatedAt: MADE };
/** By its tutor, with the link that was sent. */
export const CONFIRMED = { ...BOOKING, meetingLink: 'https://meet.example.org/nimali' };
/** Once it is cancelled nobody meets. */
export const CANCELLED = {
  ...BOOKING,
  tutor: UNREACHED,
  status: 'cancelled' as const,
  meetingLink: null,
  cancellationReason: 'I have an examination on that day.',
};
export const COMPLETED = { ...BOOKING, status: 'completed' as const, updatedAt: '2026-02-02T11:35:00.000Z' };
/** To the same hour of the next day. */
export const MOVED = { ...BOOKING, startTime: '2026-02-03T10:30:00.000Z', endTime: '2026-02-03T11:30:00.000Z' };
