import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { ERRORS } from '#shared/errors.ts';
import { EditorNotice } from './editor-notice.tsx';

export type RestoredNoticeProps = { isBehind: boolean; onDiscard: () => void };

/** What an earlier visit typed stands in the fields. */
export function RestoredNotice({ isBehind, onDiscard }: RestoredNoticeProps) {
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;
  return (
    <EditorNotice
      tone={isBehind ? 'warning' : 'info'}
      title="We kept what you had not saved"
      role="status"
      actions={
        <>
          <Button size="sm" variant="default" onClick={onDiscard}>
            Discard
          </Button>
          <Button size="sm" variant="subtle" onClick={() => setClosed(true)}>
            Go on editing
          </Button>
        </>
      }
    >
      <p>
        {isBehind
          ? 'The profile was changed meanwhile, so look at it once more before you save.'
          : 'It stands in the fields below. Save it, or discard it and see your profile as it is stored.'}
      </p>
    </EditorNotice>
  );
}

export type BehindNoticeProps = { isSaving: boolean; onLoad: () => void; onSaveAnyway: () => void };

/** Somebody else was faster: the tutor decides which of the two profiles it is to be. */
export function BehindNotice({ isSaving, onLoad, onSaveAnyway }: BehindNoticeProps) {
  return (
    <EditorNotice
      id="behind"
      tone="warning"
      title={ERRORS['tutor.profile_changed'].message}
      role="alert"
      actions={
        <>
          <Button size="sm" variant="default" disabled={isSaving} onClick={onLoad}>
            Load the saved profile
          </Button>
          <Button size="sm" loading={isSaving} onClick={onSaveAnyway}>
            Save mine anyway
          </Button>
        </>
      }
    >
      <p>Nothing that you typed here is lost. Saving it replaces what was saved there.</p>
    </EditorNotice>
  );
}

export type OpenDialog = 'discard' | 'load' | null;
export type EditorDialogsProps = { open: OpenDialog; isLoading: boolean; onDiscard: () => void; onLoad: () => void; onClose: () => void };

export function EditorDialogs({ open, isLoading, onDiscard, onLoad, onClose }: EditorDialogsProps) {
  return (
    <>
      <ConfirmDialog
        opened={open === 'discard'}
        title="Discard Changes"
        message="Everything that you have changed since you last saved goes back to how it was. This cannot be undone."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onConfirm={onDiscard}
        onClose={onClose}
      />
      <ConfirmDialog
        opened={open === 'load'}
        title="Load the saved profile"
        message="The profile as it was saved in the other tab takes the place of what you have typed here."
        confirmLabel="Load it"
        cancelLabel="Keep editing"
        isProcessing={isLoading}
        onConfirm={onLoad}
        onClose={onClose}
      />
    </>
  );
}
