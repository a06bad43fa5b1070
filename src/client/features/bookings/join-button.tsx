import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { Video } from 'lucide-react';
import { useId } from 'react';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { type JoinState, joinState } from '#shared/domain/meeting-link.ts';

const REASONS = {
  early: msg`Opens 15 minutes before the start.`,
  over: msg`This session is over.`,
} as const satisfies Record<Exclude<JoinState, 'open'>, MessageDescriptor>;

export type JoinButtonProps = { booking: BookingView; now: Date };

export function JoinButton({ booking, now }: JoinButtonProps) {
  const { i18n } = useLingui();
  const reasonId = useId();
  const state = joinState(booking, now);
  if (state === null || !booking.meetingLink) return null;
  const icon = <Video size={18} aria-hidden="true" />;

  if (state === 'open') {
    return (
      <Button component="a" href={booking.meetingLink} target="_blank" rel="noopener noreferrer" leftSection={icon}>
        <Trans>Join</Trans>
      </Button>
    );
  }
  return (
    <Group component="span" display="inline-flex" gap="0.25rem 0.625rem">
      <Button disabled aria-describedby={reasonId} leftSection={icon}>
        <Trans>Join</Trans>
      </Button>
      <Text span id={reasonId} size="sm" c="dimmed">
        {i18n._(REASONS[state])}
      </Text>
    </Group>
  );
}
