import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toFieldErrors } from '#client/lib/forms/field-errors.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC, useTRPCClient } from '#client/lib/rpc/trpc.ts';
import { toast } from '#client/ui/toasts.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { isDirty } from './draft-state.ts';
import { changedFields, type ProfileDraft, toInput } from './profile-draft.ts';
import type { ProfileDraftHandle } from './use-profile-draft.ts';
import type { ProfileErrors } from './use-profile-errors.ts';

/** Without `input`, all fields are sent. */
type SaveProfileBase = { input?: Partial<ReturnType<typeof toInput>>; revision: number };

export type SaveProfile = {
  isSaving: boolean;
  isLoading: boolean;
  error: string | null;
  save: () => Promise<void>;
  saveAnyway: () => Promise<void>;
  /** Null where it could not be read. */
  loadSaved: () => Promise<TutorProfileView | null>;
  readSaved: () => Promise<TutorProfileView>;
};

export type SaveProfileOptions = Pick<ProfileErrors, 'validate' | 'showServerErrors'> & {
  handle: ProfileDraftHandle;
  onInvalid: () => void;
};

export function useSaveProfile({ handle, validate, showServerErrors, onInvalid }: SaveProfileOptions): SaveProfile {
  const { t } = useLingui();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation(trpc.tutors.saveProfile.mutationOptions());
  const [isSaving, setSaving] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<{ message: string; draft: ProfileDraft } | null>(null);

  useEffect(() => {
    const clear = () => setFailure(null);
    window.addEventListener('online', clear);
    return () => window.removeEventListener('online', clear);
  }, []);

  async function send(getBase: (sent: ProfileDraft) => SaveProfileBase | Promise<SaveProfileBase>): Promise<void> {
    setFailure(null);
    setSaving(true);
    const sent = handle.getState().draft;
    try {
      if (await validate(sent)) await sendValid(sent, { input: toInput(sent), ...(await getBase(sent)) });
      else onInvalid();
    } catch (error) {
      await showFailure(error, sent);
    }
    setSaving(false);
  }

  async function sendValid(sent: ProfileDraft, { input, revision }: Required<SaveProfileBase>): Promise<void> {
    const { message, tutor } = await mutateAsync({ ...input, revision });
    // An earlier response that is still on its way would replace this one.
    await queryClient.cancelQueries(trpc.tutors.own.pathFilter());
    handle.markSaved(sent, tutor);
    queryClient.setQueryData(trpc.tutors.own.queryKey(), tutor);
    void queryClient.invalidateQueries(trpc.tutors.byId.pathFilter());
    toast.success(message);
  }

  async function showFailure(error: unknown, sent: ProfileDraft): Promise<void> {
    const apiError = toApiError(error);
    if (apiError?.code === 'tutor.profile_changed') {
      // Perhaps by this tab, whose answer was lost. Without the names of the fields the notice says less.
      await readSaved().catch(() => null);
      if (isDirty(handle.getState())) handle.markConflict();
      return;
    }
    const errors = toFieldErrors(error, sent);
    const isOfField = Object.keys(errors).length > 0;
    showServerErrors(errors, sent);
    const message =
      apiError === null && !navigator.onLine
        ? t`You are offline. Your changes are stored in this browser.`
        : errorMessageWithReason(error, t`Failed to update profile. Please try again.`);
    setFailure(isOfField ? null : { message, draft: handle.getState().draft });
    toast.error(message);
    if (isOfField) onInvalid();
  }

  const fetchSaved = () => queryClient.fetchQuery(trpc.tutors.own.queryOptions(undefined, { staleTime: 0 }));

  /** Not by the cache, where it would share a response that is on its way and may be older than what was saved last. */
  async function readSaved(): Promise<TutorProfileView> {
    const read = await client.tutors.own.query();
    await queryClient.cancelQueries(trpc.tutors.own.pathFilter());
    const known = queryClient.getQueryData(trpc.tutors.own.queryKey());
    const saved = known && known.revision > read.revision ? known : read;
    handle.update(saved);
    queryClient.setQueryData(trpc.tutors.own.queryKey(), saved);
    return saved;
  }

  const fetchRevision = async () => ({ revision: (await fetchSaved()).revision });

  async function loadSaved(): Promise<TutorProfileView | null> {
    setFailure(null);
    setLoading(true);
    const saved = await readSaved().catch((error: unknown) => {
      toast.error(errorMessageWithReason(error, t`Failed to fetch tutor profile`));
      return null;
    });
    if (saved) handle.reset(saved);
    setLoading(false);
    return saved;
  }

  return {
    isSaving,
    isLoading,
    error: failure?.draft === handle.state.draft ? failure.message : null,
    save: useOneAtATime(() => send(() => ({ revision: handle.getState().revision }))),
    saveAnyway: useOneAtATime(() => send(async (sent) => ({ input: toChanges(sent, handle.getState().saved), ...(await fetchRevision()) }))),
    loadSaved,
    readSaved,
  };
}

/** What another tab has saved in the other fields stays. */
function toChanges(sent: ProfileDraft, saved: ProfileDraft): Partial<ReturnType<typeof toInput>> {
  const input = toInput(sent);
  return Object.fromEntries(changedFields(sent, saved).map((name) => [name, input[name]]));
}
