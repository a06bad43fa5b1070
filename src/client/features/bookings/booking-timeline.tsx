import { Text, ThemeIcon } from '@mantine/core';
import { CalendarSync, Check, Circle, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import type { BookingDetails } from '#shared/contracts/bookings.ts';
import { autoCompleteAt, requestExpiresAt } from '#shared/domain/booking-clock.ts';
import { timeState } from '#shared/domain/booking-lifecycle.ts';
import type { BookingActor, Party } from '#shared/vocabulary/bookings.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import classes from './booking-timeline.module.css';

type Step = {
  state: 'done' | 'ahead' | 'cancelled';
  label: string;
  at: Date | null;
  note?: string;
  fallback?: { label: string; at: Date };
  moved?: { from: Date; to: Date };
};

const CANCELLED_BY = {
  student: 'Cancelled by the student',
  tutor: 'Cancelled by the tutor',
  admin: 'Cancelled by an administrator',
  system: 'Cancelled automatically',
} as const satisfies Record<BookingActor, string>;

const PROPOSED_BY = { student: 'Proposed by the student.', tutor: 'Proposed by the tutor.' } as const satisfies Record<Party, string>;

const ICONS = { done: Check, ahead: Circle, cancelled: X } as const;

export type BookingTimelineProps = { booking: BookingDetails; role: Role; now: Date };

export function BookingTimeline({ booking, role, now }: BookingTimelineProps) {
  return (
    <ol>
      {buildTimeline(booking, role, now).map(({ state, label, at, note, moved, fallback }) => {
        const Icon = moved ? CalendarSync : ICONS[state];
        const isAhead = state === 'ahead';
        return (
          <li key={moved ? `${label} ${at?.toISOString()}` : label} className={classes.step} data-state={state}>
            <ThemeIcon component="span" size="1.75rem" color={state === 'cancelled' ? 'red' : 'green'} className={classes.icon}>
              <Icon size={16} aria-hidden="true" />
            </ThemeIcon>
            <Text lh="1.75rem" fw={isAhead ? 500 : 600} c={isAhead ? 'dimmed' : undefined}>
              {label}
            </Text>
            {at && (
              <Note>
                <ZonedInstant at={at} />
              </Note>
            )}
            {moved && (
              <>
                <Note>
                  {'From '}
                  <ZonedInstant at={moved.from} />
                </Note>
                <Note>
                  {'To '}
                  <ZonedInstant at={moved.to} />
                </Note>
              </>
            )}
            {note && <Note>{note}</Note>}
            {fallback && (
              <Note>
                {`${fallback.label} `}
                <ZonedInstant at={fallback.at} />
              </Note>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}

function buildTimeline(booking: BookingDetails, role: Role, now: Date): Step[] {
  const { status, createdAt, confirmedAt, completedAt, cancelledAt, cancelledBy } = booking;
  const requested: Step = { state: 'done', label: 'Requested', at: createdAt };
  const confirmed: Step = { state: 'done', label: 'Confirmed', at: confirmedAt };
  const moves = booking.moves.map(({ at, from, to, proposedBy }): Step => {
    const note = proposedBy === role ? 'Proposed by you.' : PROPOSED_BY[proposedBy];
    return { state: 'done', label: 'Moved to another time', at, moved: { from, to }, note };
  });
  switch (status) {
    case 'pending':
      return [requested, nextAnswer(booking, role, now), { state: 'ahead', label: 'Completed', at: null }];
    case 'confirmed':
      return [requested, confirmed, ...moves, nextCompletion(booking, role, now)];
    case 'completed':
      return [requested, confirmed, ...moves, { state: 'done', label: 'Completed', at: completedAt }];
    case 'cancelled': {
      const label = cancelledBy === role ? 'Cancelled by you' : cancelledBy ? CANCELLED_BY[cancelledBy] : 'Cancelled';
      return [requested, ...(confirmedAt ? [confirmed] : []), ...moves, { state: 'cancelled', label, at: cancelledAt }];
    }
  }
}

function nextAnswer(booking: BookingDetails, role: Role, now: Date): Step {
  const step = { state: 'ahead', label: 'Confirmed', at: null } as const;
  if (now >= booking.startTime) return { ...step, note: 'The time has come without an answer.' };
  return {
    ...step,
    note: role === 'tutor' ? 'Waiting for your answer.' : 'Waiting for the tutor to answer.',
    fallback: { label: 'Without one, it is cancelled on', at: requestExpiresAt(booking) },
  };
}

function nextCompletion(booking: BookingDetails, role: Role, now: Date): Step {
  const step = { state: 'ahead', label: 'Completed', at: null } as const;
  if (timeState(booking, now) !== 'ended') {
    return { ...step, note: role === 'tutor' ? 'You complete it once the session has ended.' : 'The tutor completes it once the session has ended.' };
  }
  return {
    ...step,
    note: role === 'tutor' ? 'Waits for you to complete it.' : 'Waits for the tutor to complete it.',
    fallback: { label: 'Otherwise, it is completed on', at: autoCompleteAt(booking) },
  };
}
