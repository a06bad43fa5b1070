import { useCallback, useEffect, useRef } from 'react';
import { session } from '#client/lib/session/session.ts';
import { type DraftState, isDirty } from './draft-state.ts';
import { storedDraft } from './stored-draft.ts';

const KEEP_AFTER_MS = 400;

/** Keeps in this browser what is not saved, whatever becomes of the tab; who logs out takes it along. */
export function useKeptDraft(userId: string, state: DraftState, isGone: () => boolean): void {
  const latest = useRef(state);
  // Another tab may have kept one, too: this one takes away only its own.
  const isOurs = useRef(state.isRestored);
  const isOver = useRef(false);

  const keep = useCallback(() => {
    if (isOver.current || isGone()) return;
    const isNeeded = isDirty(latest.current);
    const { revision, draft, base } = latest.current;
    if (isNeeded) storedDraft(userId, base).write({ revision, draft });
    else if (isOurs.current) storedDraft(userId, base).remove();
    isOurs.current = isNeeded;
  }, [userId, isGone]);

  useEffect(() => {
    latest.current = state;
    const timer = setTimeout(keep, KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state, keep]);

  useEffect(() => {
    const stop = session.subscribe(({ kind, by }) => {
      if (kind !== 'ended') return;
      keep();
      isOver.current = true;
      // A session that has run out begins again, and finds what was typed.
      if (by !== 'server') storedDraft(userId, latest.current.base).remove();
    });
    window.addEventListener('pagehide', keep);
    return () => {
      stop();
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [userId, keep]);
}
