import { CloudOff, RefreshCw } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { connectionState } from '#client/lib/realtime/connection-state.ts';
import { useIsOnline } from '#client/ui/use-is-online.ts';
import classes from './connection-sign.module.css';

const SHOW_AFTER_MS = 3000;

/** Nothing while the inbox is polled: events then still arrive. */
export function ConnectionSign() {
  const isCut = useSyncExternalStore(connectionState.subscribe, () => connectionState.get() === 'cut');
  const isOffline = !useIsOnline();
  const isLongCut = useIsLong(isCut);

  return (
    <div role="status" className={classes.place}>
      {isOffline && (
        <span className={classes.sign}>
          <CloudOff size={14} aria-hidden="true" />
          You are offline
        </span>
      )}
      {!isOffline && isLongCut && (
        <span className={classes.sign}>
          <RefreshCw size={14} aria-hidden="true" className={classes.turning} />
          Reconnecting…
        </span>
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
