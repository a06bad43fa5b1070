import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Paper, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { getChosenTime, LostTimeNotice, TimeNotice, TimePicker } from '#client/features/booking-times/index.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { useAvailability } from '#client/lib/use-availability.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { toast } from '#client/ui/toasts.ts';
import { ZonedTime } from '#client/ui/zoned-time.tsx';
import type { AvailabilityView } from '#shared/contracts/availability.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { type FreeSessions, type Interval, isOverlapping, withBuffer } from '#shared/domain/free-times.ts';
import { proposingProblem } from '#shared/domain/proposals.ts';
import { translated, translatedName } from '#shared/domain/texts.ts';
import { wallClock } from '#shared/domain/zone.ts';
import { ERRORS } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { HOUR_MS } from '#shared/vocabulary/durations.ts';
import { getOtherParty, getPartyName, type ProposeDialogProps } from './proposal-parties.ts';

const FAILED = msg`Failed to propose the new time. Please try again.`;
const NO_TIMES: readonly Interval[] = [];
/** Conflicts that choosing another time resolves. */
const TIME_CONFLICTS: readonly (string | undefined)[] = ['booking.slot_taken', 'booking.outside_slots'];

type Choice = { date: string | null; start: number | null };

export function ProposeDialog({ booking, by, now, opened, start, onClose }: ProposeDialogProps) {
  const { t, i18n } = useLingui();
  const zone = useTimeZone();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const reasonId = useId();
  const calendar = useAvailability(booking.tutor.id, now);
  const pending = useQuery(trpc.bookings.pendingRequests.queryOptions({ tutorId: booking.tutor.id }, { enabled: opened && by === 'student' }));
  const own = (pending.data?.own ?? []).filter(({ start: at }) => at.getTime() !== booking.startTime.getTime());
  // The tutor hears nothing of the student's other sessions, so they are read with each opening. Without them, the server refuses.
  const ofStudent = useQuery(trpc.bookings.timesOfStudent.queryOptions({ id: booking.id }, { enabled: opened && by !== 'student', staleTime: 0 }));
  const timesOfStudent: readonly Interval[] = by === 'student' ? own : (ofStudent.data ?? NO_TIMES);
  const propose = useMutation(
    trpc.proposals.propose.mutationOptions({
      onSuccess: (changed) => queryClient.setQueryData(trpc.bookings.byId.queryKey({ id: booking.id }), changed),
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries(trpc.bookings.pathFilter()),
          queryClient.invalidateQueries(trpc.tutors.availability.queryFilter({ id: booking.tutor.id })),
        ]),
    }),
  );
  const restoreFocus = useReturnFocus(propose.isPending);

  const toChoice = (at: Date | undefined): Choice => ({ start: at?.getTime() ?? null, date: at ? wallClock(at, zone).date : null });
  const [choice, setChoice] = useState(() => toChoice(start));
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setChoice(toChoice(start));
    if (opened) propose.reset();
  }

  const sessions = ofStudent.isLoading || pending.isLoading ? null : toProposableSessions(booking, calendar.data, { timesOfStudent, now, zone });
  const time = getChosenTime({ start: choice.start, hours: sessions?.hours ?? null }, propose.isPending ? null : sessions);
  const problem = proposingProblem(booking, now);
  const missing = problem ? translated(i18n, ERRORS[problem].message) : time.kind === 'free' ? null : t`Choose a day and a time`;
  const otherParty = getPartyName(i18n, getOtherParty(by), booking);
  const subjectName = translatedName(i18n, booking.subject.name);

  function choose(at: Date): void {
    propose.reset();
    setChoice(toChoice(at));
  }

  const send = useOneAtATime(async () => {
    if (missing !== null || time.kind !== 'free') return;
    restoreFocus();
    try {
      await propose.mutateAsync({ bookingId: booking.id, startTime: time.session.start });
      toast.success(SUCCESS.timeProposed);
      onClose();
    } catch (error) {
      const apiError = toApiError(error);
      const isOver = apiError?.status === 404 || (apiError?.status === 409 && !TIME_CONFLICTS.includes(apiError.code));
      if (!isOver) return;
      toast.error(errorMessageWithReason(error, i18n._(FAILED)));
      onClose();
    }
  });

  return (
    <Dialog
      opened={opened}
      size="lg"
      isBusy={propose.isPending}
      onClose={onClose}
      title={
        <>
          <Trans>Propose another time</Trans>
          <Text span display="block" size="sm" c="dimmed" ff="text" fw={400}>
            <Trans>
              {subjectName} with {otherParty}
            </Trans>
          </Text>
        </>
      }
      footer={
        <>
          <Text
            id={reasonId}
            flex={{ base: '1 0 100%', sm: 1 }}
            size="sm"
            c="dimmed"
            style={{ alignSelf: 'center', display: missing === null ? 'none' : undefined }}
            aria-live="polite"
          >
            {missing}
          </Text>
          <Button variant="default" disabled={propose.isPending} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            loading={propose.isPending}
            disabled={missing !== null}
            aria-describedby={missing === null ? undefined : reasonId}
            onClick={() => void send()}
          >
            <Trans>Propose New Time</Trans>
          </Button>
        </>
      }
    >
      <Paper p="0.75rem 0.875rem" mb="md" radius="md" bg="var(--vidya-sunken)">
        <Text size="sm" c="dimmed">
          <Trans>Present time</Trans>
        </Text>
        <Text my={2}>
          <ZonedTime start={booking.startTime} end={booking.endTime} />
        </Text>
        <Text size="sm" c="dimmed">
          {booking.proposal
            ? t`It holds until ${otherParty} accepts another one. This replaces your earlier proposal.`
            : t`It holds until ${otherParty} accepts another one.`}
        </Text>
      </Paper>
      {propose.isError && (
        <TimeNotice
          kind="refused"
          title={t`New time not proposed`}
          message={errorMessageWithReason(propose.error, i18n._(FAILED))}
          offers={(toApiError(propose.error)?.nextFree ?? []).map((at) => new Date(at))}
          onChoose={choose}
        />
      )}
      {!propose.isError && time.kind === 'lost' && <LostTimeNotice time={time} sessions={sessions} own={own} onChoose={choose} />}
      <TimePicker
        sessions={sessions}
        problem={calendar.error && errorMessageWithReason(calendar.error, t`Failed to fetch availability`)}
        date={choice.date}
        time={time}
        noteOf={(session) => {
          if (session.start.getTime() === booking.startTime.getTime()) return t`Present time`;
          if (!isOverlapping(session, timesOfStudent)) return undefined;
          return by === 'student' ? t`Your session` : t`Student busy`;
        }}
        onRetry={() => void calendar.refetch()}
        onDate={(date) => setChoice({ ...choice, date })}
        onChoose={choose}
      />
    </Dialog>
  );
}

/** The time of the booking itself counts as free; `own`: other sessions of the student who proposes. Null while the calendar loads. */
export function toProposableSessions(
  booking: BookingView,
  calendar: Pick<AvailabilityView, 'availability' | 'booked' | 'blocked' | 'minimumNoticeHours' | 'bufferMinutes'> | undefined,
  { timesOfStudent, now, zone }: { timesOfStudent: readonly Interval[]; now: Date; zone: string },
): FreeSessions | null {
  if (!calendar) return null;
  const { startTime: start, endTime: end, subject } = booking;
  const week = calendar.availability.find(({ subjectId }) => subjectId === subject.id)?.availability ?? [];
  const { booked = [], blocked, minimumNoticeHours, bufferMinutes } = calendar;
  const others = booked.flatMap((interval) => subtract(interval, { start, end }));
  const taken = [...withBuffer(others, bufferMinutes), ...timesOfStudent];
  return { week, hours: (end.getTime() - start.getTime()) / HOUR_MS, taken, blocked, minimumNoticeHours, now, zone };
}

function subtract(interval: Interval, removed: Interval): Interval[] {
  if (interval.end <= removed.start || removed.end <= interval.start) return [interval];
  const before = { start: interval.start, end: removed.start };
  const after = { start: removed.end, end: interval.end };
  return [before, after].filter(({ start, end }) => start < end);
}
