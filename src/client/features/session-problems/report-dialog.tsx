import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { ChoiceCards } from '#client/ui/choice-cards.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { formatLength } from '#client/ui/text-length.ts';
import { toast } from '#client/ui/toasts.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { SUCCESS } from '#shared/messages.ts';
import { PROBLEM_KINDS, type ProblemKind } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { KINDS } from './problem-kinds.ts';

const FAILED = msg`Failed to send the report. Please try again.`;
const schema = () => import('#shared/contracts/moderation.ts').then(({ reportProblemInput }) => reportProblemInput.pick({ kind: true, text: true }));
const initialValues: { kind: ProblemKind | null; text: string } = { kind: null, text: '' };

export type ReportDialogProps = { booking: BookingView; opened: boolean; onReported: () => void; onClose: () => void };

export function ReportDialog({ booking, opened, onReported, onClose }: ReportDialogProps) {
  const { t, i18n } = useLingui();
  const choices = PROBLEM_KINDS.map((value) => ({ value, label: i18n._(KINDS[value]) }));
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const report = useMutation(
    trpc.moderation.reportProblem.mutationOptions({ onSettled: () => queryClient.invalidateQueries(trpc.bookings.pathFilter()) }),
  );
  const form = useAppForm({
    initialValues,
    schema,
    fallbackMessage: i18n._(FAILED),
    validateOnBlur: 'filled',
    clearErrorOnChange: true,
    onSubmit: async ({ kind, text }) => {
      if (kind === null) return;
      try {
        await report.mutateAsync({ bookingId: booking.id, kind, text: text.trim() });
        toast.success(SUCCESS.problemReported);
        form.setValues(initialValues);
      } catch (error) {
        if (toApiError(error)?.status !== 409) throw error;
        toast.error(errorMessageWithReason(error, i18n._(FAILED)));
      }
      onClose();
      onReported();
    },
  });

  return (
    <FormDialog opened={opened} title={t`Report a problem`} form={form} submitLabel={t`Send Report`} onClose={onClose}>
      <Text c="dimmed">
        <Trans>You, the other person and our administrators can read this.</Trans>
      </Text>
      <ChoiceCards legend={t`What went wrong?`} choices={choices} layout="stacked" {...form.getInputProps('kind')} value={form.values.kind} />
      <Textarea
        label={t`What happened?`}
        description={formatLength(i18n, form.values.text, LIMITS.problem)}
        descriptionProps={{ mt: 6, mod: 'tabular' }}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        rows={5}
        required
        {...form.getInputProps('text')}
      />
    </FormDialog>
  );
}
