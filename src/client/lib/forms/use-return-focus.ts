import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * A busy button is disabled and loses the focus; afterwards it gets it back unless another element has it.
 * Call the result right before it becomes busy. Where the button is gone by then, `otherwise` names the element to focus.
 */
export function useReturnFocus(isBusy: boolean, otherwise?: () => HTMLElement | null): (pressed?: Element | null) => void {
  const pressed = useRef<HTMLElement | null>(null);

  // Before effects: a dialog that opens at the same moment remembers where the focus was.
  useLayoutEffect(() => {
    const element = pressed.current;
    if (isBusy || element === null) return;
    pressed.current = null;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    (element.isConnected ? element : otherwise?.())?.focus();
  });

  return useCallback((element = document.activeElement) => {
    pressed.current = element instanceof HTMLElement && element !== document.body ? element : null;
  }, []);
}
