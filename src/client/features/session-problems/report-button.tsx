import { Button } from '@mantine/core';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import { useLazy } from '#client/ui/use-lazy.ts';
import { useOpener } from '#client/ui/use-opener.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import classes from './report-button.module.css';

const loadDialog = () => import('./report-dialog.tsx').then(({ ReportDialog }) => ReportDialog);

export type ReportButtonProps = { booking: BookingView; isOffered: boolean };

/** The dialog stays where it is although the button goes with what it has reported. */
export function ReportButton({ booking, isOffered }: ReportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { opener, returnFocus: leadBack } = useOpener();
  const close = () => setOpen(false);
  const ReportDialog = useLazy(loadDialog, { isNeeded: isOpen, onError: close });

  return (
    <>
      {isOffered && (
        <div className={classes.offer}>
          <p>Tell us what happened. Both of you and our administrators can read it; the booking stays as it is.</p>
          <Button
            variant="default"
            leftSection={<Flag size={18} aria-hidden="true" />}
            onClick={(event) => {
              opener.current = event.currentTarget;
              setOpen(true);
            }}
          >
            Report a problem
          </Button>
        </div>
      )}
      {ReportDialog && <ReportDialog booking={booking} opened={isOpen} onReported={leadBack} onClose={close} />}
    </>
  );
}
