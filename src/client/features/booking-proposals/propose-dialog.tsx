import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessage, errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { useAvailability } from '#client/lib/use-availability.ts';
import { getChosenTime } from '#client/ui/chosen-time.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { TimeNotice } from '#client/ui/time-notice.tsx';
import { TimePicker } from '#client/ui/time-picker.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import { ZonedTime } from '#client/ui/zoned-time.tsx';
import { nextFreeStarts } from '#shared/domain/free-times.ts';
import { proposingProblem } from '#shared/domain/proposals.ts';
import { wallClock } from '#shared/domain/zone.ts';
import { ERRORS } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { nameOf, otherOf, type ProposeDialogProps } from './proposal-parts.ts';
import classes from './propose-dialog.module.css';
import { timesFor } from './proposed-times.ts';

const FAILED = 'Failed to move the booking. Please try again.';
/** Conflicts that another choice settles. */
const OF_THE_TIME: readonly (string | undefined)[] = ['booking.slot_taken', 'booking.outside_slots'];

type Choice = { date: string | null; start: number | null };

/** Another start of the same length, of those that the tutor's calendar offers. */
export function ProposeDialog({ booking, by, now, zone, opened, start, onClose }: ProposeDialogProps) {
  const utils = trpc.useUtils();
  const reasonId = useId();
  const calendar = useAvailability(booking.tutor.id, now);
  const propose = trpc.proposals.propose.useMutation({
    onSuccess: (moved) => utils.bookings.byId.setData({ id: booking.id }, moved),
    onSettled: () => Promise.all([utils.bookings.invalidate(), utils.tutors.availability.invalidate({ id: booking.tutor.id })]),
  });

  const keepFocus = useReturnFocus(propose.isPending);

  const beginning = (): Choice => ({ start: start?.getTime() ?? null, date: start ? wallClock(start, zone).date : null });
  const [choice, setChoice] = useState(beginning);
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setChoice(beginning());
    if (opened) propose.reset();
  }

  const sessions = timesFor(booking, calendar.data, { now, zone });
  const hours = sessions?.hours ?? null;
  const time = getChosenTime({ start: choice.start, hours }, propose.isPending ? null : sessions);
  const problem = proposingProblem(booking, now);
  const missing = problem ? ERRORS[problem].message : time.kind === 'free' ? null : 'Choose a day and a time';
  const other = nameOf(otherOf(by), booking);
  const choose = (at: Date) => {
    propose.reset();
    setChoice({ start: at.getTime(), date: wallClock(at, zone).date });
  };

  const send = useOneAtATime(async () => {
    if (missing !== null || time.kind !== 'free') return;
    keepFocus();
    try {
      await propose.mutateAsync({ bookingId: booking.id, startTime: time.session.start });
      toast.success(SUCCESS.timeProposed);
      onClose();
    } catch (error) {
      const refusal = toApiError(error);
      const isOver = refusal?.status === 404 || (refusal?.status === 409 && !OF_THE_TIME.includes(refusal.code));
      if (!isOver) return;
      toast.error(errorMessageWithReason(error, FAILED));
      onClose();
    }
  });

  useCloseOnBack(opened, () => {
    if (!propose.isPending) onClose();
  });

  return (
    <Dialog
      opened={opened}
      size="lg"
      isBusy={propose.isPending}
      onClose={onClose}
      title={
        <>
          Propose another time
          <span className={classes.with}>{`${booking.subject.name} with ${other}`}</span>
        </>
      }
      footer={
        <>
          <p id={reasonId} className={classes.reason} aria-live="polite">
            {missing}
          </p>
          <Button variant="default" disabled={propose.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={propose.isPending}
            disabled={missing !== null}
            aria-describedby={missing === null ? undefined : reasonId}
            onClick={() => void send()}
          >
            Propose New Time
          </Button>
        </>
      }
    >
      <div className={classes.present}>
        <p className={classes.label}>Present time</p>
        <p>
          <ZonedTime start={booking.startTime} end={booking.endTime} zone={zone} />
        </p>
        <p className={classes.quiet}>
          {booking.proposal
            ? `It holds until ${other} accepts another one. Your proposal takes the place of the one that is open.`
            : `It holds until ${other} accepts another one.`}
        </p>
      </div>
      {propose.isError && (
        <TimeNotice
          kind="refused"
          title="New time not proposed"
          message={errorMessage(propose.error, FAILED)}
          offers={(toApiError(propose.error)?.nextFree ?? []).map((at) => new Date(at))}
          zone={zone}
          onChoose={choose}
        />
      )}
      {!propose.isError && time.kind === 'lost' && (
        <TimeNotice
          kind="lost"
          title="Your time has just been taken"
          message="It is no longer free. Please choose another one."
          offers={sessions ? nextFreeStarts({ ...sessions, after: time.session.start, count: BOOKING.nextFree }) : []}
          zone={zone}
          onChoose={choose}
        />
      )}
      <TimePicker
        sessions={sessions}
        problem={calendar.error && errorMessage(calendar.error, 'Failed to fetch availability')}
        date={choice.date}
        time={time}
        labelled={{ start: booking.startTime, note: 'Present time' }}
        onRetry={() => void calendar.refetch()}
        onDate={(date) => setChoice({ ...choice, date })}
        onChoose={choose}
      />
    </Dialog>
  );
}
