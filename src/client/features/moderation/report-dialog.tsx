import { Button, Textarea } from '@mantine/core';
import { CircleCheck, Info } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ChoiceCards } from '#client/ui/choice-cards.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { lengthOf } from '#shared/domain/text-length.ts';
import { ERRORS } from '#shared/errors.ts';
import { SUCCESS, tooLong, VALIDATION } from '#shared/messages.ts';
import { REPORT_REASONS, type ReportReason, type ReportTarget } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import classes from './report-dialog.module.css';

const FAILED = 'Failed to send the report. Please try again.';

const TITLES = {
  message: 'Report this message',
  review: 'Report this review',
  profile: 'Report this profile',
} as const satisfies Record<ReportTarget, string>;

/** Who reads it, and what else is shown to them. */
const INTRODUCTIONS = {
  message: 'Our team will look at this message and the ten before it. The other person is not told.',
  review: 'Our team will look at this review. Whoever wrote it is not told.',
  profile: 'Our team will look at this profile. The tutor is not told.',
} as const satisfies Record<ReportTarget, string>;

const REASONS = {
  spam: { label: 'Spam', hint: 'Advertising, scams, or the same thing again and again' },
  offensive: { label: 'Offensive', hint: 'Insults, hate, threats or harassment' },
  false: { label: 'False', hint: 'Untrue or misleading' },
  other: { label: 'Something else', hint: 'Please say below what is wrong' },
} as const satisfies Record<ReportReason, { label: string; hint: string }>;
const CHOICES = REPORT_REASONS.map((value) => ({ value, ...REASONS[value] }));

export type ReportDialogProps = { about: ReportTarget; id: string; opened: boolean; onClose: () => void };

type Outcome = { isSent: boolean; sentence: string; text: string };

const SENT: Outcome = { isSent: true, sentence: SUCCESS.reported, text: 'Thank you. Our team will look at it.' };
const ALREADY: Outcome = { isSent: false, sentence: ERRORS['report.already'].message, text: 'Our team knows about it.' };

/** Tells the team of a message, a review or a profile. Import it only on demand: it brings the code of dialogs. */
export function ReportDialog({ about, id, opened, onClose }: ReportDialogProps) {
  const utils = trpc.useUtils();
  const send = trpc.moderation.report.useMutation();
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<{ of: 'reason' | 'text' | 'all'; sentence: string } | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const reasons = useRef<HTMLDivElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const formId = useId();
  const keepFocus = useReturnFocus(send.isPending);

  // Opened once more, it does not seem to be sent once more.
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened && outcome) setOutcome(ALREADY);
  }

  useEffect(() => {
    if (outcome) close.current?.focus();
  }, [outcome]);

  const submit = useOneAtATime(async () => {
    if (reason === null) {
      setProblem({ of: 'reason', sentence: VALIDATION.reportReason });
      reasons.current?.querySelector('input')?.focus();
      return;
    }
    if (lengthOf(text) > LIMITS.reportText) return setProblem({ of: 'text', sentence: tooLong('Description', LIMITS.reportText) });
    setProblem(null);
    keepFocus();
    try {
      await send.mutateAsync({ about, id, reason, text: text.trim() });
      setOutcome(SENT);
    } catch (error) {
      if (toApiError(error)?.code !== 'report.already') return setProblem({ of: 'all', sentence: errorMessageWithReason(error, FAILED) });
      setOutcome(ALREADY);
    }
    void utils.moderation.reportedAmong.invalidate();
  });

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };

  if (outcome) {
    const Icon = outcome.isSent ? CircleCheck : Info;
    return (
      <Dialog
        opened={opened}
        title={TITLES[about]}
        onClose={onClose}
        footer={
          <Button ref={close} onClick={onClose}>
            Close
          </Button>
        }
      >
        <div className={classes.outcome} data-sent={outcome.isSent || undefined} role="status">
          <Icon size={28} aria-hidden="true" />
          <p>
            <strong>{outcome.sentence}</strong>
            {outcome.text}
          </p>
        </div>
      </Dialog>
    );
  }

  const problemOf = (part: 'reason' | 'text' | 'all') => (problem?.of === part ? problem.sentence : null);
  return (
    <Dialog
      opened={opened}
      title={TITLES[about]}
      isBusy={send.isPending}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" disabled={send.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={send.isPending}>
            Send report
          </Button>
        </>
      }
    >
      <form id={formId} className={classes.form} noValidate onSubmit={onSubmit}>
        <p className={classes.introduction}>{INTRODUCTIONS[about]}</p>
        <div ref={reasons}>
          <ChoiceCards
            legend="What is wrong with it?"
            layout="stacked"
            choices={CHOICES}
            value={reason}
            error={problemOf('reason') ?? undefined}
            onChange={(chosen) => {
              setReason(chosen);
              setProblem(null);
            }}
          />
        </div>
        <Textarea
          label="Anything else we should know? (optional)"
          rows={3}
          value={text}
          error={problemOf('text')}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setProblem(null);
          }}
        />
        {problemOf('all') && (
          <p className={classes.problem} role="alert">
            {problemOf('all')}
          </p>
        )}
      </form>
    </Dialog>
  );
}
