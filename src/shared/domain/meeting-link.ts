import type { BookingStatus, LearningMethod } from '#shared/vocabulary/bookings.ts';
import { MINUTE_MS } from '#shared/vocabulary/durations.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';

export type Meeting = { status: BookingStatus; learningMethod: LearningMethod; startTime: Date; endTime: Date; meetingLink: string | null };
export type JoinState = 'early' | 'open' | 'over';

export function linkFrom(template: string, room: string): string {
  return template.replaceAll('{room}', encodeURIComponent(room));
}

export function canHaveLink({ status, learningMethod }: Pick<Meeting, 'status' | 'learningMethod'>): boolean {
  return status === 'confirmed' && learningMethod === 'online';
}

export function joinOpensAt({ startTime }: Pick<Meeting, 'startTime'>): Date {
  return new Date(startTime.getTime() - BOOKING.joinMinutes * MINUTE_MS);
}

export function joinState(meeting: Meeting, now: Date): JoinState | null {
  if (!canHaveLink(meeting) || !meeting.meetingLink) return null;
  if (now < joinOpensAt(meeting)) return 'early';
  return now < meeting.endTime ? 'open' : 'over';
}
