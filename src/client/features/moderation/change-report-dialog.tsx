import { NativeSelect, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type Draft, tabDraft } from '#client/lib/drafts/draft.ts';
import { record, text } from '#client/lib/drafts/schema.ts';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { useAtOpening } from '#client/lib/forms/use-at-opening.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { ReportedCase } from '#shared/contracts/admin-reports.ts';
import { REPORT_STATES, type ReportState } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { STATES } from './report-card.tsx';

const FAILED = 'Failed to change the report. Please try again.';

const READERS = {
  session: 'The student and the tutor can read this, and are notified of the new state.',
  message: 'The person who reported it can read this.',
  review: 'The person who reported it can read this.',
  profile: 'The person who reported it can read this.',
} as const;

const schema = () =>
  import('#shared/contracts/admin-reports.ts').then(({ changeReportsInput }) => changeReportsInput.pick({ state: true, note: true }));

/** `savedNote`: the note that was saved when this one was typed. */
type Values = { state: ReportState; note: string; savedNote: string };

export type ChangeReportDialogProps = { report: ReportedCase; opened: boolean; onClose: () => void; onDone: () => void };

export function ChangeReportDialog({ report, opened, ...props }: ChangeReportDialogProps) {
  const shown = useAtOpening(report, opened);
  return <ChangeReportForm key={shown.count} report={shown.value} opened={opened} {...props} />;
}

function ChangeReportForm({ report, opened, onClose, onDone }: ChangeReportDialogProps) {
  const { kind, id, state, adminNote } = report;
  const trpc = useTRPC();
  const change = useMutation(trpc.moderation.changeReports.mutationOptions());
  const form = useAppForm<Values>({
    initialValues: { state, note: adminNote, savedNote: adminNote },
    schema,
    fallbackMessage: FAILED,
    draft: noteDraft(report),
    async onSubmit(values) {
      const seen = { kind, id, from: state, seenNote: adminNote };
      const { message } = await change.mutateAsync({ reports: [seen], state: values.state, note: values.note.trim() });
      toast.success(message);
      onClose();
      onDone();
    },
    onError(error) {
      toast.error(errorMessageWithReason(error, FAILED));
      const status = toApiError(error)?.status;
      if (status !== 409 && status !== 404) return;
      onClose();
      onDone();
    },
  });

  const { values } = form;
  const note = form.getInputProps('note');
  const isUnchanged = values.state === state && values.note.trim() === adminNote;
  return (
    <FormDialog opened={opened} title="Change state" form={form} submitLabel="Save" isBlocked={isUnchanged} onClose={onClose}>
      <NativeSelect
        label="State"
        data-autofocus
        data={REPORT_STATES.map((value) => ({ value, label: STATES[value].label }))}
        {...form.getInputProps('state')}
      />
      <Textarea
        label="Note (optional)"
        description={values.savedNote === adminNote ? READERS[kind] : `${READERS[kind]} ${changedNoteText(adminNote)}`}
        rows={4}
        maxLength={LIMITS.reason}
        {...note}
        onChange={(event) => {
          note.onChange(event);
          if (event.currentTarget.value === adminNote) form.setFieldValue('savedNote', adminNote);
        }}
      />
    </FormDialog>
  );
}

const changedNoteText = (note: string) => (note === '' ? 'Someone else has removed the note.' : `Someone else has changed it to: “${note}”`);

const storedNote = record({ text: text(), over: text() });

function noteDraft({ id, state, adminNote }: ReportedCase): Draft<Values> {
  const stored = tabDraft(`report ${id}`, storedNote);
  return {
    read() {
      const note = stored.read();
      return note && { state, note: note.text, savedNote: note.text === adminNote ? adminNote : note.over };
    },
    write({ note, savedNote }) {
      if (note !== adminNote) return stored.write({ text: note, over: savedNote });
      stored.remove();
      return true;
    },
    remove: stored.remove,
  };
}
