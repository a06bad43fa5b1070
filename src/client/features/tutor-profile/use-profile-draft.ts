import { useCallback, useEffect, useRef, useState } from 'react';
import { session } from '#client/lib/session/session.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { createDraftState, type DraftState, isDirty, mergeSaved, storedDraft, updateDraftState } from './draft-state.ts';
import { changedFields, type ProfileDraft, toDraft } from './profile-draft.ts';

export type ProfileDraftHandle = {
  state: DraftState;
  isDirty: boolean;
  getState: () => DraftState;
  change: (part: Partial<ProfileDraft>) => void;
  update: (profile: TutorProfileView) => void;
  reset: (profile: TutorProfileView) => void;
  markSaved: (sent: ProfileDraft, profile: TutorProfileView) => void;
  markConflict: () => void;
};

export type ProfileDraftOptions = { userId: string; isDeleted: (profileId: string) => boolean };

export function useProfileDraft(profile: TutorProfileView, { userId, isDeleted }: ProfileDraftOptions): ProfileDraftHandle {
  const [state, setState] = useState(() => createDraftState(profile, storedDraft(userId, toDraft(profile)).read()));
  const [hasChanges, setHasChanges] = useState(state.isRestored);
  const latest = useRef(state);
  // Another tab may have stored a draft too; this tab removes only its own.
  const isStored = useRef(state.isRestored);

  const apply = useCallback(
    (next: DraftState) => {
      const hasDraft = isDirty(next);
      latest.current = next;
      setState(next);
      setHasChanges(hasDraft);
      // Logout or the deletion has removed the drafts, and this change may come after it.
      if (session.viewer()?.id !== userId || isDeleted(profile.id)) return;
      const { revision, draft, saved } = next;
      if (hasDraft) storedDraft(userId, saved).write({ revision, draft, changed: changedFields(draft, saved) });
      else if (isStored.current) storedDraft(userId, saved).remove();
      isStored.current = hasDraft;
    },
    [userId, isDeleted, profile.id],
  );

  const update = useCallback(
    (saved: TutorProfileView) => {
      const updated = updateDraftState(latest.current, saved);
      if (updated !== latest.current) apply(updated);
    },
    [apply],
  );

  useEffect(() => update(profile), [profile, update]);

  return {
    state,
    isDirty: hasChanges,
    getState: () => latest.current,
    change: useCallback((part) => apply({ ...latest.current, draft: { ...latest.current.draft, ...part } }), [apply]),
    update,
    reset: (saved) => apply(createDraftState(saved)),
    markSaved: (sent, saved) => apply(mergeSaved(latest.current, sent, saved)),
    markConflict: () => apply({ ...latest.current, hasConflict: true }),
  };
}
