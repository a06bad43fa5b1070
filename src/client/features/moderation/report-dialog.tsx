import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ChoiceCards } from '#client/ui/choice-cards.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { ERRORS } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { REPORT_REASONS, type ReportReason, type ReportTarget } from '#shared/vocabulary/content.ts';

const TITLES = {
  message: 'Report this message',
  review: 'Report this review',
  profile: 'Report this profile',
} as const satisfies Record<ReportTarget, string>;

const INTRODUCTIONS = {
  message: 'Our team will look at this message and the ten before it. We do not tell the other person.',
  review: 'Our team will look at this review. We do not tell its author.',
  profile: 'Our team will look at this profile. We do not tell the tutor.',
} as const satisfies Record<ReportTarget, string>;

const REASONS = {
  spam: { label: 'Spam', hint: 'Advertising, scams or repeated messages' },
  offensive: { label: 'Offensive', hint: 'Insults, hate, threats or harassment' },
  false: { label: 'False', hint: 'Untrue or misleading' },
  other: { label: 'Something else', hint: 'Please say below what is wrong' },
} as const satisfies Record<ReportReason, { label: string; hint: string }>;
const CHOICES = REPORT_REASONS.map((value) => ({ value, ...REASONS[value] }));

export type ReportDialogProps = { about: ReportTarget; id: string; opened: boolean; onClose: () => void };

const schema = () => import('#shared/contracts/moderation.ts').then(({ reportInput }) => reportInput.pick({ reason: true, text: true }));

type Values = { reason: ReportReason | null; text: string };
type Outcome = { tone: 'success' | 'info'; title: string; text: string };

const SENT: Outcome = { tone: 'success', title: SUCCESS.reported, text: 'Thank you. Our team will look at it.' };
const ALREADY_SENT: Outcome = { tone: 'info', title: ERRORS['report.already'].message, text: 'Our team knows about it.' };

export function ReportDialog({ about, id, opened, onClose }: ReportDialogProps) {
  const utils = trpc.useUtils();
  const send = trpc.moderation.report.useMutation({ onSettled: () => void utils.moderation.reportedAmong.invalidate() });
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  const formId = useId();
  const form = useAppForm<Values>({
    initialValues: { reason: null, text: '' },
    schema,
    fallbackMessage: 'Failed to send the report. Please try again.',
    clearErrorOnChange: true,
    async onSubmit({ reason, text }) {
      if (reason === null) return;
      try {
        await send.mutateAsync({ about, id, reason, text: text.trim() });
        setOutcome(SENT);
      } catch (error) {
        if (toApiError(error)?.code !== 'report.already') throw error;
        setOutcome(ALREADY_SENT);
      }
    },
  });

  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened && outcome) setOutcome(ALREADY_SENT);
  }

  useEffect(() => {
    if (outcome) closeButton.current?.focus();
  }, [outcome]);

  if (outcome) {
    return (
      <Dialog
        opened={opened}
        title={TITLES[about]}
        onClose={onClose}
        footer={
          <Button ref={closeButton} onClick={onClose}>
            Close
          </Button>
        }
      >
        <Notice tone={outcome.tone} role="status" title={outcome.title}>
          {outcome.text}
        </Notice>
      </Dialog>
    );
  }

  return (
    <Dialog
      opened={opened}
      title={TITLES[about]}
      isBusy={form.isSubmitting}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" disabled={form.isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={form.isSubmitting}>
            Send report
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.handleSubmit}>
        <Stack>
          <Text c="dimmed">{INTRODUCTIONS[about]}</Text>
          <ChoiceCards
            legend="What is wrong with it?"
            layout="stacked"
            choices={CHOICES}
            {...form.getInputProps('reason')}
            value={form.values.reason}
          />
          <Textarea label="Anything else we should know? (optional)" rows={3} {...form.getInputProps('text')} />
          {form.formError && (
            <Text c="red" size="sm" role="alert">
              {form.formError}
            </Text>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
