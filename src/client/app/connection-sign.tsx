import { Trans } from '@lingui/react/macro';
import { Group } from '@mantine/core';
import { CloudOff, RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { connectionState } from '#client/lib/realtime/connection-state.ts';
import { useIsOnline } from '#client/ui/use-is-online.ts';
import classes from './connection-sign.module.css';

const SHOW_AFTER_MS = 3000;

export function ConnectionSign() {
  const isCut = useSyncExternalStore(connectionState.subscribe, () => connectionState.get() === 'cut');
  const isOffline = !useIsOnline();
  const isLongCut = useIsLong(isCut);

  return (
    <div role="status" className={classes.place}>
      {isOffline && (
        <Sign>
          <CloudOff size={14} aria-hidden="true" />
          <Trans>You are offline</Trans>
        </Sign>
      )}
      {!isOffline && isLongCut && (
        <Sign>
          <RefreshCw size={14} aria-hidden="true" className={classes.turning} />
          <Trans>Reconnecting…</Trans>
        </Sign>
      )}
    </div>
  );
}

function useIsLong(isActive: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isActive) return;
    const timer = setTimeout(setLong, SHOW_AFTER_MS, true);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isActive]);
  return isLong;
}

function Sign({ children }: { children: ReactNode }) {
  return (
    <Group
      component="span"
      gap={6}
      wrap="nowrap"
      px="sm"
      py={2}
      c="dimmed"
      fz="xs"
      fw={600}
      bg="var(--vidya-surface)"
      bd="1px solid var(--vidya-border)"
      bdrs={999}
      style={{ boxShadow: 'var(--mantine-shadow-sm)', whiteSpace: 'nowrap' }}
    >
      {children}
    </Group>
  );
}
