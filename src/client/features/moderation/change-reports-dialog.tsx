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

const FAILED = 'Failed to change the reports. Please try again.';
const CHOICES = [{ value: '', label: 'Choose a state' }, ...REPORT_STATES.map((value) => ({ value: value as string, label: STATES[value].label }))];

const schema = () =>
  import('#shared/contracts/admin-reports.ts').then(({ changeReportsInput }) => changeReportsInput.pick({ state: true, note: true }));

/** No state is chosen beforehand where they have different ones. */
type Values = { state: ReportState | ''; note: string };

export type ChangeReportsDialogProps = {
  reports: readonly ReportedCase[];
  opened: boolean;
  onClose: () => void;
  /** `leftOut`: the ids of those that had changed meanwhile, or null where nothing was done. */
  onDone: (leftOut: readonly string[] | null) => void;
};

/** For several reports; a note that is left empty changes none of theirs. */
export function ChangeReportsDialog({ reports, opened, ...props }: ChangeReportsDialogProps) {
  const shown = useAtOpening(reports, opened);
  return <ChangeReportsForm key={shown.count} reports={shown.value} opened={opened} {...props} />;
}

function ChangeReportsForm({ reports, opened, onClose, onDone }: ChangeReportsDialogProps) {
  const states = new Set(reports.map(({ state }) => state));
  const [common = ''] = states.size === 1 ? states : [];
  const trpc = useTRPC();
  const change = useMutation(trpc.moderation.changeReports.mutationOptions());
  const form = useAppForm<Values>({
    initialValues: { state: common, note: '' },
    schema,
    fallbackMessage: FAILED,
    draft: noteDraft(reports, common),
    async onSubmit({ state, note }) {
      if (state === '') return;
      const { message, leftOut } = await change.mutateAsync({
        reports: listChanged(reports, { state, note }).map(({ kind, id, state: from, adminNote: seenNote }) => ({ kind, id, from, seenNote })),
        state,
        note: note.trim() || undefined,
      });
      if (leftOut.length > 0) toast.warning(message);
      else toast.success(message);
      onClose();
      onDone(leftOut);
    },
    onError(error) {
      toast.error(errorMessageWithReason(error, FAILED));
      const status = toApiError(error)?.status;
      if (status !== 409 && status !== 404) return;
      onClose();
      onDone(null);
    },
  });

  const isUnchanged = form.values.state === '' || listChanged(reports, form.values).length === 0;
  return (
    <FormDialog
      opened={opened}
      title={`Change state of ${reports.length} reports`}
      form={form}
      submitLabel="Save"
      isBlocked={isUnchanged}
      onClose={onClose}
    >
      <NativeSelect label="State" data-autofocus data={common === '' ? CHOICES : CHOICES.slice(1)} {...form.getInputProps('state')} />
      <Textarea
        label="Note (optional)"
        description={`${readersOf(reports)} ${notesText(reports)}`.trim()}
        rows={4}
        maxLength={LIMITS.reason}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  );
}

const listChanged = (reports: readonly ReportedCase[], { state, note }: Values): ReportedCase[] =>
  reports.filter((report) => report.state !== state || (note.trim() !== '' && report.adminNote !== note.trim()));

function readersOf(reports: readonly ReportedCase[]): string {
  const sessions = reports.filter(({ kind }) => kind === 'session').length;
  if (sessions === 0) return 'The people who reported them can read this.';
  return sessions === reports.length
    ? 'The students and the tutors can read this, and are notified of the new state.'
    : 'The people who reported them can read this. Students and tutors of sessions can too, and are notified of the new state.';
}

function notesText(reports: readonly ReportedCase[]): string {
  const count = reports.filter(({ adminNote }) => adminNote !== '').length;
  if (count === 0) return '';
  return count === 1
    ? 'One of them has a note, which stays where this is left empty.'
    : `${count} of them have a note, which stays where this is left empty.`;
}

const storedNote = record({ text: text() });

function noteDraft(reports: readonly ReportedCase[], state: Values['state']): Draft<Values> {
  const ids = reports.map(({ id }) => id).toSorted();
  const stored = tabDraft(`reports ${ids.join(' ')}`, storedNote);
  return {
    read() {
      const draft = stored.read();
      return draft && { state, note: draft.text };
    },
    write: ({ note }) => stored.write({ text: note }),
    remove: stored.remove,
  };
}
