import { Button, NativeSelect, Textarea } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useKeptText } from '#client/lib/drafts/use-kept-text.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import type { ReportedCase } from '#shared/contracts/admin-reports.ts';
import { REPORT_STATES } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { STATES } from './reports-words.ts';

const FAILED = 'Failed to change the report. Please try again.';

/** Who reads the note, and is told of the state. */
const READERS = {
  session: 'Both parties of the session read this, and are told of the new state.',
  message: 'Whoever has reported it reads this.',
  review: 'Whoever has reported it reads this.',
  profile: 'Whoever has reported it reads this.',
} as const;

export type ChangeReportDialogProps = { report: ReportedCase; opened: boolean; onClose: () => void; onDone: () => void };

/** How far admins have come, with a note. Import it only on demand: it brings the code of dialogs. */
export function ChangeReportDialog({ report, opened, onClose, onDone }: ChangeReportDialogProps) {
  const change = trpc.moderation.changeReport.useMutation();
  const [state, setState] = useState(report.state);
  const [from, setFrom] = useState(report);
  const { text: note, isOvertaken, type: setNote, forget } = useKeptText(`report ${from.id}`, from.adminNote);
  const formId = useId();
  const keepFocus = useReturnFocus(change.isPending);
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) {
      setFrom(report);
      setState(report.state);
    }
  }

  const submit = useOneAtATime(async () => {
    keepFocus();
    try {
      const seen = { from: from.state, seenNote: from.adminNote };
      const { message } = await change.mutateAsync({ kind: from.kind, id: from.id, ...seen, state, note: note.trim() });
      toast.success(message);
      forget();
    } catch (error) {
      toast.error(errorMessageWithReason(error, FAILED));
      const status = toApiError(error)?.status;
      if (status !== 409 && status !== 404) return;
    }
    onClose();
    onDone();
  });
  useCloseOnBack(opened, () => {
    if (!change.isPending) onClose();
  });

  const isSame = state === from.state && note.trim() === from.adminNote;
  return (
    <Dialog
      opened={opened}
      title="Change state"
      isBusy={change.isPending}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" disabled={change.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={isSame} loading={change.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!isSame) void submit();
        }}
      >
        <NativeSelect
          label="State"
          mb="md"
          data-autofocus
          value={state}
          data={REPORT_STATES.map((value) => ({ value, label: STATES[value].label }))}
          onChange={({ currentTarget }) => setState(REPORT_STATES.find((known) => known === currentTarget.value) ?? from.state)}
        />
        <Textarea
          label="Note (optional)"
          description={isOvertaken ? `${READERS[from.kind]} ${overtaken(from.adminNote)}` : READERS[from.kind]}
          rows={4}
          maxLength={LIMITS.reason}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}

/** What another admin has written meanwhile is not replaced unseen. */
const overtaken = (adminNote: string) => (adminNote === '' ? 'Meanwhile the note was removed.' : `Meanwhile it was changed to: “${adminNote}”`);
