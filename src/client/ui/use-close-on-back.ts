import { useBlocker } from '@tanstack/react-router';

type Going = { action: string };

export function useCloseOnBack(opened: boolean, onClose: () => void): void {
  useBlocker({
    shouldBlockFn: ({ action }: Going) => {
      if (action !== 'BACK') return false;
      onClose();
      return true;
    },
    disabled: !opened,
    enableBeforeUnload: false,
  });
}
