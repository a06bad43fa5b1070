import { MESSAGES } from '#shared/vocabulary/limits.ts';

/** `sent`: messages of the student. */
export type Question = { sent: number; hasReply: boolean; hasBooking: boolean };

/** How many messages a student may still send before the tutor replies or a session is booked; null: as many as they like. */
export function messagesLeft({ sent, hasReply, hasBooking }: Question): number | null {
  return hasReply || hasBooking ? null : Math.max(0, MESSAGES.beforeReply - sent);
}
