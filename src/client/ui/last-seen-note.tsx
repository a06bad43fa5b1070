import { CloudOff } from 'lucide-react';
import { useLastSeen } from './last-seen.ts';
import { Notice } from './notice.tsx';
import { ZonedInstant } from './zoned-time.tsx';

/** From when the bookings are that are shown without a network; nothing while the server answers. */
export function LastSeenNote(_: { zone?: string }) {
  const at = useLastSeen();
  return (
    // Its live region is there from the start; in a grid it would take a gap while it is empty.
    <div role="status" style={at ? undefined : { display: 'none' }}>
      {at && (
        <Notice icon={CloudOff} mb="md">
          You seem to be offline. This is as last seen on <ZonedInstant at={at} />.
        </Notice>
      )}
    </div>
  );
}
