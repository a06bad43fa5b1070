import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { begun, caughtUp, type DraftState, isDirty, saved } from './draft-state.ts';
import { type ProfileDraft, toDraft } from './profile-draft.ts';
import { storedDraft } from './stored-draft.ts';
import { useKeptDraft } from './use-kept-draft.ts';

export type ProfileDraftHandle = {
  state: DraftState;
  isDirty: boolean;
  /** As it is at this moment, drawn or not. */
  getState: () => DraftState;
  change: (part: Partial<ProfileDraft>) => void;
  /** The stored profile, and nothing else. */
  load: (profile: TutorProfileView) => void;
  markSaved: (sent: ProfileDraft, profile: TutorProfileView) => void;
  markBehind: () => void;
};

export type ProfileDraftOptions = { userId: string; isDeleted: (profileId: string) => boolean };

/** What stands in the editor, over the profile as it is stored; both survive the tab. */
export function useProfileDraft(profile: TutorProfileView, { userId, isDeleted }: ProfileDraftOptions): ProfileDraftHandle {
  const [state, setState] = useState(() => begun(profile, storedDraft(userId, toDraft(profile)).read()));
  const latest = useRef(state);
  const become = useCallback((next: DraftState) => {
    latest.current = next;
    setState(next);
  }, []);

  useEffect(() => become(caughtUp(latest.current, profile)), [profile, become]);
  const isGone = useCallback(() => isDeleted(profile.id), [isDeleted, profile.id]);
  useKeptDraft(userId, state, isGone);

  return {
    state,
    isDirty: useMemo(() => isDirty(state), [state]),
    getState: () => latest.current,
    change: useCallback((part) => become({ ...latest.current, draft: { ...latest.current.draft, ...part } }), [become]),
    load: useCallback((stored) => become(begun(stored)), [become]),
    markSaved: (sent, stored) => become(saved(latest.current, sent, stored)),
    markBehind: () => become({ ...latest.current, isBehind: true }),
  };
}
