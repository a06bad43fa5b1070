import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { SearchX } from 'lucide-react';
import { Empty } from '#client/ui/page-state.tsx';

/** After several pages of tutors of whom nobody is free on the day: it is rare, and so its code comes with it. */
export function NobodyFreeYet({ onClear, onResume }: { onClear: () => void; onResume: () => void }) {
  const { t } = useLingui();
  return (
    <Empty
      title={t`No free tutors so far`}
      text={t`None of the tutors we checked are free on this day. There are more to check.`}
      icon={<SearchX size={26} />}
      action={
        <Group justify="center" gap="sm">
          <Button onClick={onResume}>
            <Trans>Check more tutors</Trans>
          </Button>
          <Button variant="default" onClick={onClear}>
            <Trans>Clear All Filters</Trans>
          </Button>
        </Group>
      }
    />
  );
}
