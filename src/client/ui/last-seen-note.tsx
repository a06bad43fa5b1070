import { Trans } from '@lingui/react/macro';
import { CloudOff } from 'lucide-react';
import { useLastSeen } from './last-seen.ts';
import { Notice } from './notice.tsx';
import { ZonedInstant } from './zoned-time.tsx';

export function LastSeenNote() {
  const at = useLastSeen();
  return (
    // The live region is there from the start; empty, it would take a gap in a grid.
    <div role="status" style={at ? undefined : { display: 'none' }}>
      {at && (
        <Notice icon={CloudOff} mb="md">
          <Trans>
            You are offline. Last updated <ZonedInstant at={at} />.
          </Trans>
        </Notice>
      )}
    </div>
  );
}
