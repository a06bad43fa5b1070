import { Skeleton } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { ErrorState, Loading } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useMinuteClock } from '#client/ui/use-minute-clock.ts';
import { zoneLabel } from '#client/ui/viewer-zone.ts';
import type { DaysOffView } from '#shared/contracts/tutors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { datesOnLines, datesText } from './days-off-draft.ts';
import { DaysOffForm } from './days-off-form.tsx';
import classes from './days-off-list.module.css';
import { IconButton } from './teaching-icon-button.tsx';

export type DaysOffSectionProps = { zone: string };

const NOT_REMOVED = 'Failed to remove days off. Please try again.';

/** The dates and hours that a tutor blocks beside the weekly hours; each is saved at once. */
export function DaysOffSection({ zone }: DaysOffSectionProps) {
  const now = useMinuteClock();
  return (
    <div className={classes.section}>
      <p className={classes.intro}>
        {`Block a holiday, an exam week or a few hours, up to 366 days ahead. This is saved at once, apart from the rest of your profile. Dates and times are in ${zoneLabel(zone)}.`}
      </p>
      <PlannedDays />
      <div className={classes.plan}>
        <h3>Plan days off</h3>
        <DaysOffForm now={now} zone={zone} />
      </div>
    </div>
  );
}

function PlannedDays() {
  const utils = trpc.useUtils();
  const planned = trpc.daysOff.own.useQuery();
  const removal = trpc.daysOff.remove.useMutation();
  const [leaving, setLeaving] = useState<{ day: DaysOffView; isAsked: boolean } | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const stopAsking = () => setLeaving((now) => now && { ...now, isAsked: false });

  const remove = useOneAtATime(async (id: string) => {
    try {
      await removal.mutateAsync({ id });
      toast.success(SUCCESS.daysOffRemoved);
    } catch (error) {
      toast.error(errorMessageWithReason(error, NOT_REMOVED));
      // Somebody else was faster, perhaps in another tab: then the list is out of date.
      if (toApiError(error)?.code !== 'days_off.not_found') return;
    }
    stopAsking();
    await Promise.all([utils.daysOff.own.invalidate(), utils.tutors.availability.invalidate()]);
    list.current?.focus();
  });

  if (!planned.data && planned.error) {
    return (
      <ErrorState
        title="Error Loading Days Off"
        message={errorMessageWithReason(planned.error, 'Failed to fetch days off')}
        isRetrying={planned.isFetching}
        onRetry={() => void planned.refetch()}
      />
    );
  }
  if (!planned.data) {
    return (
      <Loading label="Loading days off…">
        <div className={classes.days}>
          <Skeleton height={60} />
          <Skeleton height={60} />
        </div>
      </Loading>
    );
  }
  return (
    <div ref={list} tabIndex={-1} className={classes.planned}>
      {planned.data.length === 0 && <p className={classes.none}>No days off planned. Students can book all your weekly hours.</p>}
      {planned.data.length > 0 && (
        <ul className={classes.days} aria-label="Planned days off">
          {planned.data.map((day) => (
            <li key={day.id} className={classes.day}>
              <span>
                <strong>{datesOnLines(day)}</strong>
                {day.note && <small>{day.note}</small>}
              </span>
              <IconButton label={`Remove ${datesText(day)}`} icon={Trash2} tone="danger" onClick={() => setLeaving({ day, isAsked: true })} />
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        opened={leaving?.isAsked ?? false}
        title="Remove these days off?"
        message={leaving && `Students can book your weekly hours again: ${datesText(leaving.day)}.`}
        confirmLabel="Remove"
        isProcessing={removal.isPending}
        onConfirm={() => leaving && void remove(leaving.day.id)}
        onClose={stopAsking}
      />
    </div>
  );
}
