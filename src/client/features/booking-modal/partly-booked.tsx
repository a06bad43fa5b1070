import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { formatInstant } from '#shared/domain/zone.ts';
import classes from './booking-modal.module.css';
import type { LostWeek } from './use-booking-requests.ts';

export type PartlyBookedProps = {
  opened: boolean;
  title: ReactNode;
  booked: readonly Date[];
  lost: readonly LostWeek[];
  zone: string;
  onDone: () => void;
};

/** Of several weeks some were lost while they were asked for: which stand, and which do not. */
export function PartlyBooked({ opened, title, booked, lost, zone, onDone }: PartlyBookedProps) {
  return (
    <Dialog opened={opened} title={title} onClose={onDone} footer={<Button onClick={onDone}>View My Bookings</Button>}>
      <div className={classes.result} role="status">
        <p>{booked.length === 1 ? 'One session was requested:' : `${booked.length} sessions were requested:`}</p>
        <ul>
          {booked.map((start) => (
            <li key={start.getTime()}>{formatInstant(start, zone)}</li>
          ))}
        </ul>
        <p>{lost.length === 1 ? 'One could not be had:' : `${lost.length} could not be had:`}</p>
        <ul>
          {lost.map(({ start, error }) => (
            <li key={start.getTime()}>{`${formatInstant(start, zone)}. ${errorMessage(error, 'Failed to create booking')}`}</li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
