import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type Draft, tabDraft } from '#client/lib/drafts/draft.ts';
import { record, text } from '#client/lib/drafts/schema.ts';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { useConfirmation } from '#client/lib/forms/use-confirmation.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import { ERRORS } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import type { AccountStatus } from '#shared/vocabulary/people.ts';
import { bookingSentences, ConsequencesList, useConsequences } from './consequences.tsx';

const FAILED = 'Failed to update account status';
const schema = () => import('#shared/contracts/moderation.ts').then(({ setAccountStatusInput }) => setAccountStatusInput);

export type AccountStatusDialogProps = {
  person: { userId: string; name: string; status: AccountStatus };
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
};

export function AccountStatusDialog({ person, opened, ...props }: AccountStatusDialogProps) {
  // Keeps its text while the dialog closes, although the row behind it has changed.
  const [shown, setShown] = useState({ person, count: 0 });
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setShown({ person, count: shown.count + 1 });
  }
  const StatusDialog = shown.person.status === 'active' ? SuspendDialog : ReinstateDialog;
  return <StatusDialog key={shown.count} person={shown.person} opened={opened} {...props} />;
}

function SuspendDialog({ person: { userId, name }, opened, onClose, onDone }: AccountStatusDialogProps) {
  const setStatus = trpc.moderation.setAccountStatus.useMutation();
  const consequences = useConsequences(userId, opened);
  const isLastAdmin = consequences.data?.isLastAdmin ?? false;
  const form = useAppForm({
    initialValues: { reason: '' },
    schema,
    toInput: ({ reason }) => ({ userId, status: 'suspended', reason }),
    fallbackMessage: FAILED,
    validateOnBlur: 'filled',
    draft: reasonDraft(userId),
    async onSubmit({ reason }) {
      const { message } = await setStatus.mutateAsync({ userId, status: 'suspended', reason: reason.trim() });
      toast.success(message);
      onClose();
      onDone();
    },
    onError(error) {
      const apiError = toApiError(error);
      if (apiError?.errors.some(({ field }) => field === 'reason')) return;
      toast.error(errorMessageWithReason(error, FAILED));
      if (apiError?.status !== 409 && apiError?.status !== 404) return;
      onClose();
      onDone();
    },
  });

  return (
    <ConfirmDialog
      opened={opened}
      type="error"
      title={`Suspend ${name}?`}
      message={isLastAdmin ? '' : 'This is what happens:'}
      confirmLabel="Suspend"
      isProcessing={form.isSubmitting}
      isBlocked={!consequences.data || isLastAdmin}
      onConfirm={() => void form.submit()}
      onClose={onClose}
    >
      {isLastAdmin ? (
        <Text w="100%" p="0.75rem 0.875rem" bdrs="md" bg="var(--vidya-danger-tint)" c="var(--vidya-danger-ink)" role="alert">
          {ERRORS['account.last_admin_suspended'].message}
        </Text>
      ) : (
        <>
          <ConsequencesList
            query={consequences}
            toSentences={(data) => ['They are signed out everywhere and cannot sign in again until they are reinstated.', ...bookingSentences(data)]}
          />
          <Textarea
            w="100%"
            label="Reason for the suspension"
            description={`${name} will read this.`}
            rows={3}
            maxLength={LIMITS.reason}
            required
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </ConfirmDialog>
  );
}

const storedReason = record({ text: text() });

function reasonDraft(userId: string): Draft<{ reason: string }> {
  const stored = tabDraft(`suspend ${userId}`, storedReason);
  return {
    read() {
      const draft = stored.read();
      return draft && { reason: draft.text };
    },
    write: ({ reason }) => stored.write({ text: reason }),
    remove: stored.remove,
  };
}

function ReinstateDialog({ person: { userId, name }, opened, onClose, onDone }: AccountStatusDialogProps) {
  const setStatus = trpc.moderation.setAccountStatus.useMutation();
  const confirm = useConfirmation({
    mutation: setStatus,
    input: { userId, status: 'active' },
    fallbackMessage: FAILED,
    closesOn: [404, 409],
    toast,
    onClose,
    onDone,
  });

  return (
    <ConfirmDialog
      opened={opened}
      type="success"
      title={`Reinstate ${name}?`}
      message="They can sign in again. Cancelled bookings stay cancelled."
      confirmLabel="Reinstate"
      isProcessing={setStatus.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
