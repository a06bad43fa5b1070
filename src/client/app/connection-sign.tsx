import { CloudOff, RefreshCw } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { connectionState } from '#client/lib/realtime/connection-state.ts';
import { useIsOnline } from '#client/ui/use-is-online.ts';
import classes from './connection-sign.module.css';

/** A short cut is nobody's business. */
const PATIENCE_MS = 3000;

/** Says quietly that news do not come through at the moment; while they are polled for, they do. */
export function ConnectionSign() {
  const isCut = useSyncExternalStore(connectionState.subscribe, () => connectionState.get() === 'cut');
  const isOffline = !useIsOnline();
  const isLongCut = useStaying(isCut);

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

/** Whether it has been so for a while. */
function useStaying(isSo: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(setLong, PATIENCE_MS, true);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isSo]);
  return isLong;
}
