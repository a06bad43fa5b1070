import { useLingui } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { toast } from '#client/ui/toasts.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { completeness } from '#shared/domain/profile-completeness.ts';
import { createChecklist, focusFirstError, toCompletenessInput } from './checklist.ts';
import { replacedFields } from './draft-state.ts';
import { EditorBar, type EditorBarProps } from './editor-bar.tsx';
import { ConflictNotice, EditorDialogs, LeaveGuard, type OpenDialog, RestoredNotice, VerificationNotice } from './editor-notices.tsx';
import { EditorSections } from './editor-sections.tsx';
import { deleteUnsaved, useDocumentUploads } from './use-document-uploads.ts';
import { useProfileDraft } from './use-profile-draft.ts';
import { useProfileErrors } from './use-profile-errors.ts';
import { useSaveProfile } from './use-save-profile.ts';
import { useTeachingCatalogue } from './use-teaching-catalogue.ts';

export type ProfileEditorProps = {
  profile: TutorProfileView;
  isDeleted: (profileId: string) => boolean;
  readAt: number;
  userId: string;
  photo: ReactNode;
};

export function ProfileEditor({ profile, isDeleted, readAt, userId, photo }: ProfileEditorProps) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const subjects = useTeachingCatalogue();
  const handle = useProfileDraft(profile, { userId, isDeleted });
  const { state, isDirty, change } = handle;
  const { draft } = state;
  const { errors, showErrorsBelow, hideErrorsBelow, validate, showServerErrors } = useProfileErrors(draft);
  const onInvalid = useFocusFirstError(errors);
  const saving = useSaveProfile({ handle, validate, showServerErrors, onInvalid });
  const uploads = useDocumentUploads({ getDraft: () => handle.getState().draft, change, readSaved: saving.readSaved });
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const sections = useRef<HTMLDivElement>(null);

  const { percentage, isComplete } = useMemo(() => completeness(toCompletenessInput(draft, profile.user)), [draft, profile.user]);
  const saves = whatSaves(profile, isComplete);
  // A conflict replaces the button of the bar, and saving anyway removes the button of the conflict.
  const returnFocus = useReturnFocus(
    saving.isSaving,
    () => document.getElementById('conflict') ?? document.querySelector<HTMLElement>('[data-save]'),
  );

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    // React also bubbles up the submit of a form in a section's dialog.
    if (event.target !== event.currentTarget || uploads.isSending) return;
    if (!subjects.isReady) {
      if (subjects.error) subjects.retry();
      toast.error(t`Please wait for subjects to load before saving.`);
    } else if (state.hasConflict) document.getElementById('conflict')?.focus({ preventScroll: true });
    else if (!isDirty && saves !== 'submission') toast.info(t`No changes to save`);
    else {
      returnFocus(event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null);
      void saving.save();
    }
  }

  function saveAnyway(): void {
    returnFocus();
    void saving.saveAnyway();
  }

  function handleBlur({ target, relatedTarget }: FocusEvent): void {
    const field = target.closest<HTMLElement>('[data-path]');
    if (field?.dataset.path && !(relatedTarget && field.contains(relatedTarget))) showErrorsBelow(field.dataset.path);
  }

  async function loadSaved(): Promise<void> {
    const { documents } = handle.getState().draft;
    const saved = await saving.loadSaved();
    if (!saved) return;
    deleteUnsaved(documents, saved);
    showSaved();
  }

  function discard(): void {
    const { documents } = handle.getState().draft;
    handle.reset(profile);
    showSaved();
    if (!documents.some(({ isNew }) => isNew)) return;
    const deleteRead = (saved: TutorProfileView) => deleteUnsaved(documents, saved);
    // Nobody knows then what is saved, and the server deletes what is not.
    saving.readSaved().then(deleteRead, () => null);
  }

  function showSaved(): void {
    setDialog(null);
    sections.current?.focus({ preventScroll: true });
  }

  const links = {
    find(id: string) {
      const saved = profile.documents.find((document) => document.id === id);
      return saved ? { url: saved.url, issuedAt: readAt } : uploads.findLink(id);
    },
    async renew(id: string) {
      const { documents } = await queryClient.fetchQuery(trpc.tutors.own.queryOptions(undefined, { staleTime: 0 }));
      return documents.find((document) => document.id === id)?.url ?? null;
    },
  };

  return (
    <form noValidate onSubmit={handleSubmit} onBlur={handleBlur}>
      <Stack>
        {state.isRestored && isDirty && <RestoredNotice hasConflict={state.hasConflict} onDiscard={() => setDialog('discard')} />}
        <VerificationNotice profile={profile} />
        <Stack ref={sections} style={{ outline: 'none' }} data-sections tabIndex={-1}>
          <EditorSections
            draft={draft}
            errors={errors}
            change={change}
            account={profile.user}
            photo={photo}
            uploads={uploads}
            savedDocuments={state.saved.documents}
            links={links}
            onRemove={hideErrorsBelow}
          />
        </Stack>
        <EditorBar
          percentage={percentage}
          checklist={createChecklist(draft, profile.user)}
          saves={saves}
          isDirty={isDirty}
          isSaving={saving.isSaving}
          disabledReason={uploads.isSending ? t`Your images are still uploading. You can save when they finish.` : null}
          error={saving.error}
          conflict={
            state.hasConflict && (
              <ConflictNotice
                isSaving={saving.isSaving}
                replaced={replacedFields(state)}
                onLoad={() => setDialog('load')}
                onSaveAnyway={saveAnyway}
              />
            )
          }
          onDiscard={() => setDialog('discard')}
        />
      </Stack>
      <EditorDialogs open={dialog} isLoading={saving.isLoading} onDiscard={discard} onLoad={() => void loadSaved()} onClose={() => setDialog(null)} />
      <LeaveGuard isNeeded={isDirty || uploads.isSending} userId={userId} />
    </form>
  );
}

/** Waits a frame, until a closed part that contains the field has opened. */
function useFocusFirstError(errors: Readonly<Record<string, string>>): () => void {
  const [attempts, setAttempts] = useState(0);
  const latestErrors = useRef(errors);

  useEffect(() => {
    latestErrors.current = errors;
  });

  useEffect(() => {
    if (attempts === 0) return;
    const frame = requestAnimationFrame(() => focusFirstError(latestErrors.current));
    return () => cancelAnimationFrame(frame);
  }, [attempts]);

  return () => setAttempts((count) => count + 1);
}

function whatSaves({ isVerified, verificationStatus }: TutorProfileView, isComplete: boolean): EditorBarProps['saves'] {
  if (isVerified || verificationStatus === 'pending') return 'changes';
  return isComplete ? 'submission' : 'draft';
}
