import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { ZonedTime } from '#client/ui/zoned-time.tsx';
import type { BookingsInside, DaysOffInput } from '#shared/contracts/tutors.ts';
import { datesText, insideSentence, moreSentence } from './days-off-draft.ts';
import classes from './days-off-list.module.css';

export type DaysOffConfirmProps = {
  opened: boolean;
  input: DaysOffInput;
  inside: BookingsInside | null;
  zone: string;
  isProcessing: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Says what is blocked, and names the bookings that lie inside and stay. */
export function DaysOffConfirm({ opened, input, inside, zone, isProcessing, onConfirm, onClose }: DaysOffConfirmProps) {
  const more = inside ? inside.total - inside.bookings.length : 0;
  return (
    <ConfirmDialog
      opened={opened}
      type={inside && inside.total > 0 ? 'warning' : 'info'}
      title="Add these days off?"
      confirmLabel="Add days off"
      isProcessing={isProcessing}
      onConfirm={onConfirm}
      onClose={onClose}
      message={
        <>
          <p className={classes.asked}>
            <strong>{input.fromDate && datesText(input)}</strong>
          </p>
          <p className={classes.asked}>Students can no longer book you then, for any subject.</p>
          {inside && <p className={classes.asked}>{insideSentence(inside)}</p>}
          {inside && inside.bookings.length > 0 && (
            <ul className={classes.inside}>
              {inside.bookings.map(({ id, subject, student, status, startTime, endTime }) => (
                <li key={id}>
                  <span>{`${subject} with ${student}`}</span>
                  <span className={classes.when}>
                    <ZonedTime start={startTime} end={endTime} zone={zone} />
                    <span>{STATUS[status]}</span>
                  </span>
                </li>
              ))}
              {more > 0 && <li>{moreSentence(more)}</li>}
            </ul>
          )}
        </>
      }
    />
  );
}

const STATUS = { pending: 'Pending', confirmed: 'Confirmed' } as const;
