import { notifyManager } from '@tanstack/react-query';
import { useRef, useState } from 'react';

type OptimisticSwitchOptions = { isOn: boolean; save: (isOn: boolean) => Promise<void>; onError: (error: unknown) => unknown };

/** Shows a change at once and sends one at a time; of the changes made during a request only the last is sent. */
export function useOptimisticSwitch({ isOn, save, onError }: OptimisticSwitchOptions) {
  const [pendingValue, setPendingValue] = useState<boolean | null>(null);
  const target = useRef(isOn);
  const isSaving = useRef(false);

  async function saveTarget(): Promise<void> {
    let saved: boolean;
    do {
      saved = target.current;
      await save(saved);
    } while (target.current !== saved);
  }

  async function change(next: boolean): Promise<void> {
    target.current = next;
    setPendingValue(next);
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      await saveTarget();
    } catch (error) {
      await onError(error);
    }
    isSaving.current = false;
    // The query notifies its observers one task later: until then the old value would show.
    notifyManager.schedule(() => setPendingValue(null));
  }

  return { checked: pendingValue ?? isOn, onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => void change(currentTarget.checked) };
}
