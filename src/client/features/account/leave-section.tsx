import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLazy } from '#client/ui/use-lazy.ts';
import type { Viewer } from '#shared/contracts/auth.ts';
import classes from './account-form.module.css';

const loadDialog = () => import('./leave-dialog.tsx').then((module) => module.LeaveDialog);

export type LeaveSectionProps = { me: Viewer; isLeaving: boolean; onLeaving: (isLeaving: boolean) => void };

export function LeaveSection({ me, isLeaving, onLeaving }: LeaveSectionProps) {
  const close = () => onLeaving(false);
  // Each time anew: no password stays behind, and no figures of before.
  const [time, setTime] = useState({ index: 0, isLeaving });
  if (time.isLeaving !== isLeaving) setTime({ index: isLeaving ? time.index + 1 : time.index, isLeaving });
  const LeaveDialog = useLazy(loadDialog, { isNeeded: isLeaving, onError: close });
  return (
    <>
      <p className={classes.note}>Before anything is deleted, we say what happens to your bookings and reviews.</p>
      <Button className={classes.opener} variant="outline" color="red" onClick={() => onLeaving(true)}>
        Delete account
      </Button>
      {LeaveDialog && <LeaveDialog key={time.index} opened={isLeaving} me={me} onClose={close} />}
    </>
  );
}
