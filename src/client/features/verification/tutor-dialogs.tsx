import { Textarea } from '@mantine/core';
import { AccountStatusDialog } from '#client/features/moderation/index.ts';
import { tabDraft } from '#client/lib/drafts/draft.ts';
import { record, text } from '#client/lib/drafts/schema.ts';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { useConfirmation } from '#client/lib/forms/use-confirmation.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { lazyDialog } from '#client/ui/lazy-part.tsx';
import { toast } from '#client/ui/toasts.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { DeleteTutorDialog } from './delete-tutor-dialog.tsx';
import { showResult, type TargetTutor, type TutorAction, useInvalidateTutors } from './tutor-actions.ts';

const VerificationModal = lazyDialog(() => import('./verification-modal.tsx').then((module) => module.VerificationModal));

export type TutorDialogsProps = {
  tutor: TargetTutor;
  isReviewing: boolean;
  action: TutorAction | null;
  onAct: (action: TutorAction, tutor: TargetTutor) => void;
  onClose: () => void;
  onCloseReview: () => void;
};

/** Not inside the row, which may disappear before its dialog. */
export function TutorDialogs({ tutor, isReviewing, action, onAct, onClose, onCloseReview }: TutorDialogsProps) {
  const invalidate = useInvalidateTutors();
  const { id, user, status } = tutor;

  return (
    <>
      <VerificationModal
        key={id}
        tutor={tutor}
        opened={isReviewing}
        isCovered={action !== null}
        onAct={(next) => onAct(next, tutor)}
        onClose={onCloseReview}
      />
      <RejectDialog key={`reject ${id}`} tutor={tutor} opened={action === 'reject'} onClose={onClose} />
      <UnverifyDialog tutor={tutor} opened={action === 'unverify'} onClose={onClose} />
      <DeleteTutorDialog tutor={tutor} opened={action === 'delete'} onClose={onClose} />
      <AccountStatusDialog
        person={{ userId: user.id, name: user.name, status }}
        opened={action === 'status'}
        onClose={onClose}
        onDone={() => void invalidate()}
      />
    </>
  );
}

type UnverifyDialogProps = { tutor: TargetTutor; opened: boolean; onClose: () => void };

function UnverifyDialog({ tutor: { id, user }, opened, onClose }: UnverifyDialogProps) {
  const toggle = trpc.verification.toggle.useMutation({ onSettled: useInvalidateTutors() });
  const confirm = useConfirmation({
    mutation: toggle,
    // What was shown: where another admin has unverified the tutor meanwhile, this verifies nobody.
    input: { id, isVerified: true },
    fallbackMessage: 'Failed to verify or unverify tutor',
    toast: { success: showResult, error: toast.error },
    onClose,
  });

  return (
    <ConfirmDialog
      opened={opened}
      title={`Unverify ${user.name}?`}
      message="The Verified badge goes, and the profile waits for review again. The tutor is told."
      confirmLabel="Unverify"
      isProcessing={toggle.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

const FAILED = 'Failed to reject tutor';

const schema = () => import('#shared/contracts/verification.ts').then(({ rejectInput }) => rejectInput.pick({ reason: true }));
const draftSchema = record({ reason: text() });

type RejectDialogProps = { tutor: TargetTutor; opened: boolean; onClose: () => void };

function RejectDialog({ tutor: { id, user }, opened, onClose }: RejectDialogProps) {
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
