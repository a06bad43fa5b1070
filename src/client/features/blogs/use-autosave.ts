import { useCallback, useEffect, useRef } from 'react';
import { BLOGS } from '#shared/vocabulary/limits.ts';
import type { SaveState } from './blog-draft-state.ts';
import { isComplete } from './blog-parts.ts';
import type { BlogDraft } from './kept-draft.ts';

export type Autosave = {
  draft: BlogDraft;
  isWanted: boolean;
  saveState: SaveState;
  /** After how many milliseconds what failed is tried again; null where it is not. */
  retryIn: number | null;
  save: () => Promise<unknown>;
};

/** Saves what was typed after a pause, and what failed later or as soon as there is a network; answers what saves at once what is due. */
export function useAutosave({ draft, isWanted, saveState, retryIn, save }: Autosave): () => void {
  const isDue = isWanted && isComplete(draft);
  const latest = useRef({ save, isDue: false });

  useEffect(() => {
    latest.current = { save, isDue };
  });

  // With each change of the draft the pause begins again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is what is waited for, not what is read.
  useEffect(() => {
    if (!isDue) return;
    const wait = { unsaved: BLOGS.autosaveMs, failed: retryIn, none: null, saving: null, saved: null }[saveState];
    if (wait === null) return;
    const again = () => void latest.current.save();
    const timer = setTimeout(again, wait);
    if (saveState === 'failed') window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [draft, isDue, saveState, retryIn]);

  return useCallback(() => {
    if (latest.current.isDue) void latest.current.save();
  }, []);
}
