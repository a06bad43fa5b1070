import { Text } from '@mantine/core';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { ZonedTime } from '#client/ui/zoned-time.tsx';
import { hasFullAnswerTime, requestExpiresAt } from '#shared/domain/booking-clock.ts';
import type { Interval, RepeatedSession } from '#shared/domain/free-times.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import { BOOKING_CLOCK } from '#shared/vocabulary/limits.ts';

export function ChosenSession({ session }: { session: Interval }) {
  return (
    <Text mb="md">
      {'Your time: '}
      <ZonedTime {...session} />
    </Text>
  );
}

export type AnswerNoteProps = { start: Date; sessions: number; now: Date };

export function AnswerNote({ start, sessions, now }: AnswerNoteProps) {
  const zone = useTimeZone();
  const request = { createdAt: now, startTime: start };
  const time = hasFullAnswerTime(request) ? `${BOOKING_CLOCK.unanswered} hours` : `until ${formatInstant(requestExpiresAt(request), zone)}`;
  const number = sessions > 1 ? `Requests ${sessions} sessions. ` : '';
  return `${number}The tutor has ${time} to answer.`;
}

export function countSessions(repeats: readonly RepeatedSession[], weeks: number): number {
  return repeats.slice(0, weeks).filter(({ isFree }) => isFree).length;
}
