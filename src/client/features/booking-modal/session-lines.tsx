import { Trans, useLingui } from '@lingui/react/macro';
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
      <Trans>
        Your time: <ZonedTime {...session} />
      </Trans>
    </Text>
  );
}

export type AnswerNoteProps = { start: Date; sessions: number; now: Date };

export function AnswerNote({ start, sessions, now }: AnswerNoteProps) {
  const { t, i18n } = useLingui();
  const zone = useTimeZone();
  const request = { createdAt: now, startTime: start };
  const { unanswered: hours } = BOOKING_CLOCK;
  const time = formatInstant(requestExpiresAt(request), zone, i18n.locale);
  const answer = hasFullAnswerTime(request) ? t`The tutor has ${hours} hours to answer.` : t`The tutor has until ${time} to answer.`;
  return sessions > 1 ? `${t`Requests ${sessions} sessions.`} ${answer}` : answer;
}

export function countSessions(repeats: readonly RepeatedSession[], weeks: number): number {
  return repeats.slice(0, weeks).filter(({ isFree }) => isFree).length;
}
