import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useId } from 'react';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ChoiceCards } from '#client/ui/choice-cards.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { formatLength } from '#client/ui/format-length.ts';
import { Notice } from '#client/ui/notice.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { SUCCESS } from '#shared/messages.ts';
import { PROBLEM_KINDS, type ProblemKind } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { KINDS } from './problem-kinds.ts';

const FAILED = 'Failed to send the report. Please try again.';
const CHOICES = PROBLEM_KINDS.map((value) => ({ value, label: KINDS[value] }));
const schema = () => import('#shared/contracts/moderation.ts').then(({ reportProblemInput }) => reportProblemInput.pick({ kind: true, text: true }));
const initialValues: { kind: ProblemKind | null; text: string } = { kind: null, text: '' };

export type ReportDialogProps = { booking: BookingView; opened: boolean; onReported: () => void; onClose: () => void };

export function ReportDialog({ booking, opened, onReported, onClose }: ReportDialogProps) {
  const utils = trpc.useUtils();
  const formId = useId();
  const report = trpc.moderation.reportProblem.useMutation({ onSettled: () => utils.bookings.invalidate() });
  const form = useAppForm({
    initialValues,
    schema,
    fallbackMessage: FAILED,
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
        toast.error(errorMessageWithReason(error, FAILED));
      }
      onClose();
      onReported();
    },
  });
  useCloseOnBack(opened, () => {
    if (!form.isSubmitting) onClose();
  });

  return (
    <Dialog
      opened={opened}
      title="Report a problem"
      isBusy={form.isSubmitting}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" disabled={form.isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={form.isSubmitting}>
            Send Report
          </Button>
        </>
      }
    >
      <Text c="dimmed" mb="md">
        Both of you and our administrators can read what you write here.
      </Text>
      <form id={formId} noValidate onSubmit={form.handleSubmit}>
        <Stack gap="lg">
          <ChoiceCards legend="What went wrong?" choices={CHOICES} layout="stacked" {...form.getInputProps('kind')} value={form.values.kind} />
          <Textarea
            label="What happened?"
            description={formatLength(form.values.text, LIMITS.problem)}
            descriptionProps={{ mt: 6, mod: 'tabular' }}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            rows={5}
            required
            {...form.getInputProps('text')}
          />
          {form.formError && (
            <Notice tone="danger" role="alert">
              {form.formError}
            </Notice>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
