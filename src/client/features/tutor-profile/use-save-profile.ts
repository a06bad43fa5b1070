import { useEffect, useState } from 'react';
import type { FormErrors } from '#client/lib/forms/form-contracts.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { toast } from '#client/ui/toasts.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { type ProfileDraft, toInput } from './profile-draft.ts';
import type { ProfileDraftHandle } from './use-profile-draft.ts';
import type { ProfileErrors } from './use-profile-errors.ts';

const OFFLINE = 'You are offline. What you typed is kept in this browser.';
const FAILED = 'Failed to update profile. Please try again.';
const NOT_READ = 'Failed to fetch tutor profile';

export type SaveProfile = {
  isSaving: boolean;
  isLoading: boolean;
  /** What no field can say. */
  problem: string | null;
  save: () => Promise<void>;
  /** On top of what was stored meanwhile. */
  saveAnyway: () => Promise<void>;
  /** What is stored takes the place of what was typed. */
  loadStored: () => Promise<boolean>;
};

export type SaveProfileOptions = {
  handle: ProfileDraftHandle;
  check: ProfileErrors['check'];
  showRefused: ProfileErrors['showRefused'];
  /** Fields were found wrong: the first of them is to have the focus. */
  onWrong: () => void;
};

export function useSaveProfile({ handle, check, showRefused, onWrong }: SaveProfileOptions): SaveProfile {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.tutors.saveProfile.useMutation();
  const [isSaving, setSaving] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const [problem, setProblem] = useState<{ sentence: string; of: ProfileDraft } | null>(null);

  useEffect(() => {
    const forget = () => setProblem(null);
    window.addEventListener('online', forget);
    return () => window.removeEventListener('online', forget);
  }, []);

  async function send(revisionOf: () => number | Promise<number>): Promise<void> {
    setProblem(null);
    setSaving(true);
    const sent = handle.getState().draft;
    try {
      if (!(await check(sent))) return onWrong();
      const revision = await revisionOf();
      const { message, tutor } = await mutateAsync({ ...toInput(sent), revision });
      // An answer that was on its way before knows nothing of this one.
      await utils.tutors.own.cancel();
      handle.markSaved(sent, tutor);
      utils.tutors.own.setData(undefined, tutor);
      void utils.tutors.byId.invalidate();
      toast.success(message);
    } catch (error) {
      explain(error, sent);
    } finally {
      setSaving(false);
    }
  }

  function explain(error: unknown, sent: ProfileDraft): void {
    const refusal = toApiError(error);
    if (refusal?.code === 'tutor.profile_changed') {
      handle.markBehind();
      return;
    }
    const errors: FormErrors = Object.fromEntries((refusal?.errors ?? []).map(({ field, message }) => [field, message]));
    const isField = Object.keys(errors).length > 0;
    showRefused(errors, sent);
    const sentence = refusal === null && !navigator.onLine ? OFFLINE : errorMessageWithReason(error, FAILED);
    setProblem(isField ? null : { sentence, of: handle.getState().draft });
    toast.error(sentence);
    if (isField) onWrong();
  }

  const readAgain = (): Promise<TutorProfileView> => utils.tutors.own.fetch(undefined, { staleTime: 0 });

  async function loadStored(): Promise<boolean> {
    setProblem(null);
    setLoading(true);
    try {
      handle.load(await readAgain());
      return true;
    } catch (error) {
      toast.error(errorMessageWithReason(error, NOT_READ));
      return false;
    } finally {
      setLoading(false);
    }
  }

  return {
    isSaving,
    isLoading,
    // Said of what was sent: whoever changes that knows better.
    problem: problem?.of === handle.state.draft ? problem.sentence : null,
    save: useOneAtATime(() => send(() => handle.getState().revision)),
    saveAnyway: useOneAtATime(() => send(async () => (await readAgain()).revision)),
    loadStored,
  };
}
