import { CloudOff } from 'lucide-react';
import { useLastSeen } from './last-seen.ts';
import classes from './last-seen-note.module.css';
import { ZonedInstant } from './zoned-instant.tsx';

/** Says from when bookings are that are shown without a network; nothing while the server answers. */
export function LastSeenNote({ zone }: { zone: string }) {
  const at = useLastSeen();
  return (
    <div role="status" className={classes.place}>
      {at && (
        <p className={classes.note}>
          <CloudOff size={18} aria-hidden="true" />
          <span>
            You seem to be offline. This is as last seen on <ZonedInstant at={at} zone={zone} />.
          </span>
        </p>
      )}
    </div>
  );
}
