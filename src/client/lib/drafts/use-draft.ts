import { useState } from 'react';
import type { Draft } from './draft.ts';

export type DraftState<T> = {
  value: T;
  isRestored: boolean;
  set: (value: T) => void;
  discard: () => void;
};

/** State that survives a reload. A component that may be given another draft needs a `key`. */
export function useDraft<T>(draft: Draft<T>, saved: T): DraftState<T> {
  const [restored] = useState(draft.read);
  const [typed, setTyped] = useState(restored);

  function discard(): void {
    draft.remove();
    setTyped(null);
  }

  return {
    value: typed ?? saved,
    isRestored: typed !== null && typed === restored,
    set(value) {
      if (JSON.stringify(value) === JSON.stringify(saved)) return discard();
      draft.write(value);
      setTyped(value);
    },
    discard,
  };
}
