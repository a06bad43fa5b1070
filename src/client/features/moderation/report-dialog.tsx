import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { ChoiceCards } from '#client/ui/choice-cards.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { translated } from '#shared/domain/texts.ts';
import { ERRORS } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { REPORT_REASONS, type ReportReason, type ReportTarget } from '#shared/vocabulary/content.ts';

const TITLES = {
  message: msg`Report this message`,
  review: msg`Report this review`,
  profile: msg`Report this profile`,
} as const satisfies Record<ReportTarget, MessageDescriptor>;

const INTRODUCTIONS = {
  message: msg`Our team will look at this message and the ten before it. We do not tell the other person.`,
  review: msg`Our team will look at this review. We do not tell its author.`,
  profile: msg`Our team will look at this profile. We do not tell the tutor.`,
} as const satisfies Record<ReportTarget, MessageDescriptor>;

const REASONS = {
  spam: { label: msg`Spam`, hint: msg`Advertising, scams or repeated messages` },
  offensive: { label: msg`Offensive`, hint: msg`Insults, hate, threats or harassment` },
  false: { label: msg`False`, hint: msg`Untrue or misleading` },
  other: { label: msg`Something else`, hint: msg`Please say below what is wrong` },
} as const satisfies Record<ReportReason, { label: MessageDescriptor; hint: MessageDescriptor }>;

export type ReportDialogProps = { about: ReportTarget; id: string; opened: boolean; onClose: () => void };

const schema = () => import('#shared/contracts/moderation.ts').then(({ reportInput }) => reportInput.pick({ reason: true, text: true }));

type Values = { reason: ReportReason | null; text: string };
type Outcome = { tone: 'success' | 'info'; title: string; text: MessageDescriptor };

const SENT: Outcome = { tone: 'success', title: SUCCESS.reported, text: msg`Thank you. Our team will look at it.` };
const ALREADY_SENT: Outcome = { tone: 'info', title: ERRORS['report.already'].message, text: msg`Our team knows about it.` };

export function ReportDialog({ about, id, opened, onClose }: ReportDialogProps) {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const send = useMutation(
    trpc.moderation.report.mutationOptions({ onSettled: () => void queryClient.invalidateQueries(trpc.moderation.reportedAmong.pathFilter()) }),
  );
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  const formId = useId();
  const form = useAppForm<Values>({
    initialValues: { reason: null, text: '' },
    schema,
    fallbackMessage: t`Failed to send the report. Please try again.`,
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
        title={i18n._(TITLES[about])}
        onClose={onClose}
        footer={
          <Button ref={closeButton} onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        }
      >
        <Notice tone={outcome.tone} role="status" title={translated(i18n, outcome.title)}>
          {i18n._(outcome.text)}
        </Notice>
      </Dialog>
    );
  }

  const choices = REPORT_REASONS.map((value) => ({ value, label: i18n._(REASONS[value].label), hint: i18n._(REASONS[value].hint) }));
  return (
    <Dialog
      opened={opened}
      title={i18n._(TITLES[about])}
      isBusy={form.isSubmitting}
      problem={form.formError}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" disabled={form.isSubmitting} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId} loading={form.isSubmitting}>
            <Trans>Send report</Trans>
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.handleSubmit}>
        <Stack>
          <Text c="dimmed">{i18n._(INTRODUCTIONS[about])}</Text>
          <ChoiceCards
            legend={t`What is wrong with it?`}
            layout="stacked"
            choices={choices}
            {...form.getInputProps('reason')}
            value={form.values.reason}
          />
          <Textarea label={t`Anything else we should know? (optional)`} rows={3} {...form.getInputProps('text')} />
        </Stack>
      </form>
    </Dialog>
  );
}
