import { Palmtree } from 'lucide-react';
import { useState } from 'react';
import classes from '#client/features/tutor-dashboard/vacation-switch.module.css';
import { vacationWords } from '#client/features/tutor-dashboard/vacation-words.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import { TOASTS } from '#shared/vocabulary/limits.ts';

export type VacationSwitchProps = { isOn: boolean };

/** Whether students can book; asks before it is turned. */
export function VacationSwitch({ isOn }: VacationSwitchProps) {
  const utils = trpc.useUtils();
  const [isAsking, setAsking] = useState(false);
  // What the dialog asks stays while it closes, though the answer has arrived.
  const [wasOn, setWasOn] = useState(isOn);
  const { data: counts } = trpc.bookings.counts.useQuery();
  const setVacation = trpc.tutors.setVacation.useMutation();

  const ask = () => {
    setWasOn(isOn);
    setAsking(true);
    void utils.bookings.counts.invalidate();
  };
  const turn = useOneAtATime(async () => {
    try {
      const { message, tutor } = await setVacation.mutateAsync({ vacationMode: !wasOn });
      await utils.tutors.own.cancel();
      utils.tutors.own.setData(undefined, tutor);
      void utils.tutors.availability.invalidate();
      toast.success(message, { duration: TOASTS.vacation });
      setAsking(false);
    } catch (error) {
      toast.error(errorMessageWithReason(error, 'Failed to update vacation mode. Please try again.'));
    }
  });

  return (
    <section className={classes.card} data-on={isOn || undefined} aria-labelledby="vacation-mode">
      <span className={classes.icon} aria-hidden="true">
        <Palmtree size={22} />
      </span>
      <div className={classes.text}>
        <h2 id="vacation-mode">Vacation mode</h2>
        <p id="vacation-state">{isOn ? 'On: students cannot book new sessions.' : 'Off: students can book you.'}</p>
      </div>
      <button
        type="button"
        role="switch"
        className={classes.switch}
        aria-checked={isOn}
        aria-labelledby="vacation-mode"
        aria-describedby="vacation-state"
        onClick={ask}
      >
        <span className={classes.track} />
      </button>
      <ConfirmDialog
        opened={isAsking}
        {...vacationWords(wasOn, counts && counts.pending + counts.upcoming)}
        isProcessing={setVacation.isPending}
        onConfirm={() => void turn()}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}
