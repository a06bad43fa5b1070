import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { pageConfig } from '#client/lib/page-config.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { deleteImage } from '#client/lib/rpc/upload.ts';
import { toast } from '#client/ui/toasts.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { completeness } from '#shared/domain/profile-completeness.ts';
import { wallClock } from '#shared/domain/zone.ts';
import { checklistOf, completenessInput } from './checklist.ts';
import { EditorBar, type EditorBarProps } from './editor-bar.tsx';
import { BehindNotice, EditorDialogs, type OpenDialog, RestoredNotice } from './editor-notices.tsx';
import { EditorSections } from './editor-sections.tsx';
import { leadToFirst } from './lead-to.ts';
import { LeaveGuard } from './leave-guard.tsx';
import classes from './profile-editor.module.css';
import { useDocumentUploads } from './use-document-uploads.ts';
import { useProfileDraft } from './use-profile-draft.ts';
import { useProfileErrors } from './use-profile-errors.ts';
import { useSaveProfile } from './use-save-profile.ts';
import { useTeachingCatalogue } from './use-teaching-catalogue.ts';
import { VerificationState } from './verification-state.tsx';

const SUBJECTS_LOADING = 'Please wait for subjects to load before saving.';
const NOTHING_TO_SAVE = 'No changes to save';
const UPLOADING = 'Your images are still being uploaded. You can save once they are there.';

export type ProfileEditorProps = {
  profile: TutorProfileView;
  /** What is typed over a profile that is gone goes, too. */
  isDeleted: (profileId: string) => boolean;
  /** When the profile was read: its links are over soon after. */
  readAt: number;
  userId: string;
  now: Date;
  /** Photo of the account, which is saved at once. */
  photo: ReactNode;
  header: ReactNode;
};

export function ProfileEditor({ profile, isDeleted, readAt, userId, now, photo, header }: ProfileEditorProps) {
  const { timezone: zone } = pageConfig();
  const utils = trpc.useUtils();
  const subjects = useTeachingCatalogue();
  const handle = useProfileDraft(profile, { userId, isDeleted });
  const { state, isDirty, change } = handle;
  const { draft } = state;
  const { errors, look, forgetList, check, showRefused } = useProfileErrors(draft, Number(wallClock(now, zone).date.slice(0, 4)));
  const [wrongTimes, setWrongTimes] = useState(0);
  const saving = useSaveProfile({ handle, check, showRefused, onWrong: () => setWrongTimes((times) => times + 1) });
  const uploads = useDocumentUploads({ getDraft: () => handle.getState().draft, change });
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const latestErrors = useRef(errors);
  const sections = useRef<HTMLDivElement>(null);

  useEffect(() => {
    latestErrors.current = errors;
  });

  // A frame later, when whatever was closed over a wrong field has opened.
  useEffect(() => {
    if (wrongTimes === 0) return;
    const frame = requestAnimationFrame(() => leadToFirst(latestErrors.current));
    return () => cancelAnimationFrame(frame);
  }, [wrongTimes]);

  const { percentage, isComplete } = useMemo(() => completeness(completenessInput(draft, profile.user)), [draft, profile.user]);

  const saveLabel = saveLabelOf(profile, isComplete);
  // The answer to the other tab's save takes the button away, and its own one goes with it.
  const keepFocus = useReturnFocus(saving.isSaving, () => document.getElementById('behind') ?? document.querySelector<HTMLElement>('[data-save]'));

  function submit(event: FormEvent): void {
    event.preventDefault();
    // A form in a dialog of a section is another one.
    if (event.target !== event.currentTarget || uploads.isSending) return;
    if (!subjects.isReady) {
      if (subjects.problem) subjects.retry();
      toast.error(SUBJECTS_LOADING);
    } else if (state.isBehind) document.getElementById('behind')?.focus({ preventScroll: true });
    else if (!isDirty && saveLabel !== 'Submit for Review') toast.info(NOTHING_TO_SAVE);
    else {
      keepFocus(event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null);
      void saving.save();
    }
  }

  function saveAnyway(): void {
    keepFocus();
    void saving.saveAnyway();
  }

  function onBlur({ target, relatedTarget }: FocusEvent): void {
    const field = target.closest<HTMLElement>('[data-path]');
    if (field?.dataset.path && !(relatedTarget && field.contains(relatedTarget))) look(field.dataset.path);
  }

  /** What was typed makes way for what is stored, and what was uploaded for it only goes, too. */
  async function giveUp(load: () => boolean | Promise<boolean>): Promise<void> {
    const { documents } = handle.getState().draft;
    if (!(await load())) return;
    for (const { id, isNew } of documents) if (isNew) deleteImage(id).catch(() => null);
    setDialog(null);
    sections.current?.focus({ preventScroll: true });
  }

  function loadRead(): boolean {
    handle.load(profile);
    return true;
  }

  const linkOf = (id: string) => {
    const stored = profile.documents.find((document) => document.id === id);
    return stored ? { url: stored.url, at: readAt } : uploads.linkOf(id);
  };
  const linkAgain = async (id: string) => {
    const { documents } = await utils.tutors.own.fetch(undefined, { staleTime: 0 });
    return documents.find((document) => document.id === id)?.url ?? null;
  };

  return (
    <form noValidate className={classes.editor} onSubmit={submit} onBlur={onBlur}>
      {header}
      {state.isRestored && isDirty && <RestoredNotice isBehind={state.isBehind} onDiscard={() => setDialog('discard')} />}
      <VerificationState profile={profile} zone={zone} />
      <div ref={sections} className={classes.sections} data-sections tabIndex={-1}>
        <EditorSections
          draft={draft}
          errors={errors}
          change={change}
          account={profile.user}
          photo={photo}
          uploads={uploads}
          savedDocuments={state.base.documents}
          links={{ of: linkOf, again: linkAgain }}
          onRemoved={forgetList}
        />
      </div>
      <EditorBar
        percentage={percentage}
        checklist={checklistOf(draft, profile.user)}
        saveLabel={saveLabel}
        isDirty={isDirty}
        isSaving={saving.isSaving}
        hindrance={uploads.isSending ? UPLOADING : null}
        problem={saving.problem}
        notice={state.isBehind && <BehindNotice isSaving={saving.isSaving} onLoad={() => setDialog('load')} onSaveAnyway={saveAnyway} />}
        onDiscard={() => setDialog('discard')}
      />
      <EditorDialogs
        open={dialog}
        isLoading={saving.isLoading}
        onDiscard={() => void giveUp(loadRead)}
        onLoad={() => void giveUp(saving.loadStored)}
        onClose={() => setDialog(null)}
      />
      <LeaveGuard isNeeded={isDirty || uploads.isSending} userId={userId} />
    </form>
  );
}

/** Who is under review already submits nothing again. */
function saveLabelOf({ isVerified, verificationStatus }: TutorProfileView, isComplete: boolean): EditorBarProps['saveLabel'] {
  if (isVerified || verificationStatus === 'pending') return 'Save Changes';
  return isComplete ? 'Submit for Review' : 'Save Draft';
}
