import { useBlocker } from '@tanstack/react-router';
import { useEffect, useId } from 'react';

/** The one on top is the last. */
const openDialogs: string[] = [];

export const isDialogOpen = (): boolean => openDialogs.length > 0;

export function useCloseOnBack(opened: boolean, onClose: () => void): void {
  const id = useId();

  useEffect(() => {
    if (!opened) return;
    openDialogs.push(id);
    return () => void openDialogs.splice(openDialogs.indexOf(id), 1);
  }, [opened, id]);

  useBlocker({
    shouldBlockFn: ({ action }: { action: string }) => {
      if (action !== 'BACK' || openDialogs.at(-1) !== id) return false;
      onClose();
      return true;
    },
    disabled: !opened,
    enableBeforeUnload: false,
  });
}
