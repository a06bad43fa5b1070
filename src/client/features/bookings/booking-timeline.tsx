import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
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
  label: MessageDescriptor;
  at: Date | null;
  note?: MessageDescriptor;
  fallback?: ReactNode;
  moved?: { from: Date; to: Date };
};

const CANCELLED_BY = {
  student: msg`Cancelled by the student`,
  tutor: msg`Cancelled by the tutor`,
  admin: msg`Cancelled by an administrator`,
  system: msg`Cancelled automatically`,
} as const satisfies Record<BookingActor, MessageDescriptor>;

const PROPOSED_BY = {
  student: msg`Proposed by the student.`,
  tutor: msg`Proposed by the tutor.`,
} as const satisfies Record<Party, MessageDescriptor>;

const ICONS = { done: Check, ahead: Circle, cancelled: X } as const;

export type BookingTimelineProps = { booking: BookingDetails; role: Role; now: Date };

export function BookingTimeline({ booking, role, now }: BookingTimelineProps) {
  const { i18n } = useLingui();
  return (
    <ol>
      {buildTimeline(booking, role, now).map(({ state, label, at, note, moved, fallback }) => {
        const Icon = moved ? CalendarSync : ICONS[state];
        const isAhead = state === 'ahead';
        return (
          <li key={moved ? `${label.id} ${at?.toISOString()}` : label.id} className={classes.step} data-state={state}>
            <ThemeIcon component="span" size="1.75rem" color={state === 'cancelled' ? 'red' : 'green'} className={classes.icon}>
              <Icon size={16} aria-hidden="true" />
            </ThemeIcon>
            <Text lh="1.75rem" fw={isAhead ? 500 : 600} c={isAhead ? 'dimmed' : undefined}>
              {i18n._(label)}
            </Text>
            {at && (
              <Note>
                <ZonedInstant at={at} />
              </Note>
            )}
            {moved && (
              <>
                <Note>
                  <Trans>
                    From <ZonedInstant at={moved.from} />
                  </Trans>
                </Note>
                <Note>
                  <Trans>
                    To <ZonedInstant at={moved.to} />
                  </Trans>
                </Note>
              </>
            )}
            {note && <Note>{i18n._(note)}</Note>}
            {fallback && <Note>{fallback}</Note>}
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
  const requested: Step = { state: 'done', label: msg`Requested`, at: createdAt };
  const confirmed: Step = { state: 'done', label: msg`Confirmed`, at: confirmedAt };
  const moves = booking.moves.map(({ at, from, to, proposedBy }): Step => {
    const note = proposedBy === role ? msg`Proposed by you.` : PROPOSED_BY[proposedBy];
    return { state: 'done', label: msg`Moved to another time`, at, moved: { from, to }, note };
  });
  switch (status) {
    case 'pending':
      return [requested, nextAnswer(booking, role, now), { state: 'ahead', label: msg`Completed`, at: null }];
    case 'confirmed':
      return [requested, confirmed, ...moves, nextCompletion(booking, role, now)];
    case 'completed':
      return [requested, confirmed, ...moves, { state: 'done', label: msg`Completed`, at: completedAt }];
    case 'cancelled': {
      const label = cancelledBy === role ? msg`Cancelled by you` : cancelledBy ? CANCELLED_BY[cancelledBy] : msg`Cancelled`;
      return [requested, ...(confirmedAt ? [confirmed] : []), ...moves, { state: 'cancelled', label, at: cancelledAt }];
    }
  }
}

function nextAnswer(booking: BookingDetails, role: Role, now: Date): Step {
  const step = { state: 'ahead', label: msg`Confirmed`, at: null } as const;
  if (now >= booking.startTime) return { ...step, note: msg`The time has come without an answer.` };
  return {
    ...step,
    note: role === 'tutor' ? msg`Waiting for your answer.` : msg`Waiting for the tutor to answer.`,
    fallback: (
      <Trans>
        Without one, it is cancelled on <ZonedInstant at={requestExpiresAt(booking)} />
      </Trans>
    ),
  };
}

function nextCompletion(booking: BookingDetails, role: Role, now: Date): Step {
  const step = { state: 'ahead', label: msg`Completed`, at: null } as const;
  if (timeState(booking, now) !== 'ended') {
    return {
      ...step,
      note: role === 'tutor' ? msg`You complete it once the session has ended.` : msg`The tutor completes it once the session has ended.`,
    };
  }
  return {
    ...step,
    note: role === 'tutor' ? msg`Waits for you to complete it.` : msg`Waits for the tutor to complete it.`,
    fallback: (
      <Trans>
        Otherwise, it is completed on <ZonedInstant at={autoCompleteAt(booking)} />
      </Trans>
    ),
  };
}
