import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ChoiceCards } from '#client/ui/choice-cards.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { formatLength } from '#client/ui/format-length.ts';
import { toast } from '#client/ui/toasts.ts';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { SUCCESS } from '#shared/messages.ts';
import { PROBLEM_KINDS } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { KINDS } from './problem-words.ts';
import classes from './report-dialog.module.css';
import { NOTHING_SAID, problemsOf, type ReportDraft, type ReportProblems } from './report-draft.ts';

const CHOICES = PROBLEM_KINDS.map((value) => ({ value, label: KINDS[value] }));

export type ReportDialogProps = { booking: BookingView; opened: boolean; onReported: () => void; onClose: () => void };

/** What a party says went wrong; what was typed stays until it is sent. Import it only on demand. */
export function ReportDialog({ booking, opened, onReported, onClose }: ReportDialogProps) {
  const utils = trpc.useUtils();
  const formId = useId();
  const report = trpc.moderation.reportProblem.useMutation({ onSettled: () => utils.bookings.invalidate() });
  const keepFocus = useReturnFocus(report.isPending);
  const [draft, setDraft] = useState(NOTHING_SAID);
  const [wrong, setWrong] = useState<ReportProblems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const change = (part: Partial<ReportDraft>) => {
    setDraft({ ...draft, ...part });
    setWrong({ ...wrong, ...Object.fromEntries(Object.keys(part).map((field) => [field, undefined])) });
    setFailure(null);
  };
  const explain = (problems: ReportProblems) => {
    setWrong(problems);
    form.current?.querySelector<HTMLElement>(problems.kind ? 'input' : 'textarea')?.focus();
  };

  const send = useOneAtATime(async (pressed: HTMLElement | null) => {
    const problems = problemsOf(draft);
    const { kind } = draft;
    if (kind === null || problems.text) return explain(problems);
    keepFocus(pressed);
    setFailure(null);
    try {
      await report.mutateAsync({ bookingId: booking.id, kind, text: draft.text.trim() });
      toast.success(SUCCESS.problemReported);
      setDraft(NOTHING_SAID);
    } catch (error) {
      const refusal = toApiError(error);
      const ofText = refusal?.errors.find(({ field }) => field === 'text');
      if (ofText) return explain({ text: ofText.message });
      const sentence = errorMessageWithReason(error, 'Failed to send the report. Please try again.');
      if (refusal?.status !== 409) return setFailure(sentence);
      toast.error(sentence);
    }
    onClose();
    onReported();
  });

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send(event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null);
  };
  useCloseOnBack(opened, () => {
    if (!report.isPending) onClose();
  });

  return (
    <Dialog
      opened={opened}
      title="Report a problem"
      isBusy={report.isPending}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" disabled={report.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={report.isPending}>
            Send Report
          </Button>
        </>
      }
    >
      <p className={classes.readers}>Both of you and our administrators can read what you write here.</p>
      <form ref={form} id={formId} className={classes.form} noValidate onSubmit={onSubmit}>
        <ChoiceCards
          legend="What went wrong?"
          choices={CHOICES}
          value={draft.kind}
          layout="stacked"
          error={wrong.kind}
          onChange={(kind) => change({ kind })}
        />
        <Textarea
          label="What happened?"
          description={formatLength(draft.text, LIMITS.problem)}
          // Mantine lets nothing but its own parts describe a field.
          descriptionProps={{ className: classes.counter }}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          rows={5}
          required
          value={draft.text}
          error={wrong.text}
          onChange={(event) => change({ text: event.currentTarget.value })}
          onBlur={() => draft.text !== '' && setWrong({ ...wrong, text: problemsOf(draft).text })}
        />
        {failure && (
          <p className={classes.failure} role="alert">
            {failure}
          </p>
        )}
      </form>
    </Dialog>
  );
}
