import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Group } from '@mantine/core';
import { Timer } from 'lucide-react';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { countdown, type TimeState, timeState } from '#shared/domain/booking-lifecycle.ts';
import { textsOf } from '#shared/domain/texts.ts';
import type { BookingStatus } from '#shared/vocabulary/bookings.ts';

export const STATUSES = {
  pending: { label: msg`Pending`, color: 'yellow' },
  confirmed: { label: msg`Confirmed`, color: 'green' },
  completed: { label: msg`Completed`, color: 'blue' },
  cancelled: { label: msg`Cancelled`, color: 'gray' },
} as const satisfies Record<BookingStatus, { label: MessageDescriptor; color: string }>;

const TIME_STATES = { upcoming: null, ongoing: msg`Ongoing`, ended: msg`Ended` } as const satisfies Record<TimeState, MessageDescriptor | null>;

export type StatusBadgesProps = {
  booking: BookingView;
  now: Date;
  isNew?: boolean | undefined;
};

export function StatusBadges({ booking, now, isNew = false }: StatusBadgesProps) {
  const { i18n } = useLingui();
  const state = timeState(booking, now);
  const stateLabel = state && TIME_STATES[state];
  const { label, color } = STATUSES[booking.status];

  return (
    <Group gap={6}>
      {isNew && (
        <Badge color="terracotta" variant="filled">
          <Trans>New</Trans>
        </Badge>
      )}
      <Badge color={color}>{i18n._(label)}</Badge>
      {stateLabel && <Badge color="teal">{i18n._(stateLabel)}</Badge>}
    </Group>
  );
}

/** One word for a row: the moment of a session says that it is confirmed, too. */
export function getShortStatus(booking: BookingView, now: Date): { label: MessageDescriptor; color: string } {
  const state = timeState(booking, now);
  const stateLabel = state && TIME_STATES[state];
  return stateLabel ? { label: stateLabel, color: 'teal' } : STATUSES[booking.status];
}

export function Countdown({ booking, now }: { booking: BookingView; now: Date }) {
  const { i18n } = useLingui();
  const label = countdown(booking, now, textsOf(i18n));
  if (!label) return null;
  const isOngoing = timeState(booking, now) === 'ongoing';
  return (
    <Group component="p" gap={6} wrap="nowrap" c={isOngoing ? 'var(--vidya-success-ink)' : 'dimmed'} fw={isOngoing ? 600 : undefined} mod="tabular">
      <Timer size={16} aria-hidden="true" />
      {label}
    </Group>
  );
}
