import { Textarea } from '@mantine/core';
import { tabDraft } from '#client/lib/drafts/draft.ts';
import { record, text } from '#client/lib/drafts/schema.ts';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { showResult, type TargetTutor, useInvalidateTutors } from './tutor-actions.ts';

const FAILED = 'Failed to reject tutor';

const schema = () => import('#shared/contracts/verification.ts').then(({ rejectInput }) => rejectInput.pick({ reason: true }));
const draftSchema = record({ reason: text() });

export type RejectDialogProps = { tutor: TargetTutor; opened: boolean; onClose: () => void };

export function RejectDialog({ tutor: { id, user }, opened, onClose }: RejectDialogProps) {
  const reject = trpc.verification.reject.useMutation({ onSettled: useInvalidateTutors() });
  const form = useAppForm({
    initialValues: { reason: '' },
    schema,
    fallbackMessage: FAILED,
    validateOnBlur: 'filled',
    draft: tabDraft(`reject ${id}`, draftSchema),
    onSubmit: async ({ reason }) => {
      const { message } = await reject.mutateAsync({ id, reason: reason.trim() });
      showResult(message);
      form.setValues({ reason: '' });
      onClose();
    },
    onError: (error) => {
      const message = errorMessageWithReason(error, FAILED);
      const status = toApiError(error)?.status;
      if (status === 409 || status === 404) {
        toast.error(message);
        onClose();
      } else form.showErrors({ reason: message });
    },
  });

  function close(): void {
    form.clearErrors();
    onClose();
  }

  return (
    <ConfirmDialog
      opened={opened}
      type="error"
      title={`Reject ${user.name}?`}
      message="Students no longer find the profile until it is submitted again. Bookings that there are stay."
      confirmLabel="Reject"
      isProcessing={form.isSubmitting}
      onConfirm={() => void form.submit()}
      onClose={close}
    >
      <Textarea
        w="100%"
        label="Reason for the rejection"
        description={`${user.name} will read this, also by mail.`}
        rows={4}
        maxLength={LIMITS.reason}
        required
        {...form.getInputProps('reason')}
      />
    </ConfirmDialog>
  );
}
