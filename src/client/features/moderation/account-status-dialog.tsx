import { Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { useKeptText } from '#client/lib/drafts/use-kept-text.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import type { Consequences } from '#shared/contracts/moderation.ts';
import { ERRORS } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import type { AccountStatus } from '#shared/vocabulary/people.ts';
import { bookingSentences } from './consequences-words.ts';
import classes from './what-happens.module.css';
import { useConsequences, WhatHappens } from './what-happens.tsx';

const FAILED = 'Failed to update account status';

export type AccountStatusDialogProps = {
  person: { userId: string; name: string; status: AccountStatus };
  opened: boolean;
  onClose: () => void;
  /** It is done, or somebody else has changed the account meanwhile. */
  onDone: () => void;
};

/** Suspends with a reason, after it was said what that does, or reinstates once more was asked. */
export function AccountStatusDialog({ person, opened, onClose, onDone }: AccountStatusDialogProps) {
  const setStatus = trpc.moderation.setAccountStatus.useMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const keepFocus = useReturnFocus(setStatus.isPending);
  // What was asked stands until the dialog is gone, whatever becomes of the row behind it.
  const [shown, setShown] = useState(person);
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) {
      setShown(person);
      setProblem(null);
    }
  }

  const { userId, name, status } = shown;
  const { text: reason, type: setReason, forget } = useKeptText(`suspend ${userId}`);
  const isSuspending = status === 'active';
  const asked = useConsequences(userId, opened && isSuspending);
  const isLastAdmin = asked.data?.isLastAdmin ?? false;

  const explain = (sentence: string) => {
    setProblem(sentence);
    field.current?.focus();
  };
  const confirm = useOneAtATime(async () => {
    if (isSuspending && reason.trim() === '') return explain(ERRORS['account.suspension_reason'].message);
    keepFocus();
    try {
      const wanted = isSuspending ? ({ status: 'suspended', reason: reason.trim() } as const) : ({ status: 'active' } as const);
      const { message } = await setStatus.mutateAsync({ userId, ...wanted });
      toast.success(message);
      forget();
    } catch (error) {
      const refusal = toApiError(error);
      const ofReason = refusal?.errors.find((one) => one.field === 'reason');
      if (ofReason) return explain(ofReason.message);
      toast.error(errorMessageWithReason(error, FAILED));
      if (refusal?.status !== 409 && refusal?.status !== 404) return;
    }
    onClose();
    onDone();
  });

  useCloseOnBack(opened, () => {
    if (!setStatus.isPending) onClose();
  });

  if (!isSuspending) {
    return (
      <ConfirmDialog
        opened={opened}
        type="success"
        title={`Reinstate ${name}?`}
        message="They can sign in again. No session and no cancelled booking comes back."
        confirmLabel="Reinstate"
        isProcessing={setStatus.isPending}
        onConfirm={() => void confirm()}
        onClose={onClose}
      />
    );
  }

  return (
    <ConfirmDialog
      opened={opened}
      type="error"
      title={`Suspend ${name}?`}
      message={isLastAdmin ? '' : 'This is what happens:'}
      confirmLabel="Suspend"
      isProcessing={setStatus.isPending}
      isBlocked={!asked.data || isLastAdmin}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {isLastAdmin ? (
        <p className={classes.refused} role="alert">
          {ERRORS['account.last_admin_suspended'].message}
        </p>
      ) : (
        <>
          <WhatHappens asked={asked} sentences={suspensionSentences} />
          <Textarea
            ref={field}
            w="100%"
            label="Reason for the suspension"
            description={`${name} will read this.`}
            rows={3}
            maxLength={LIMITS.reason}
            required
            value={reason}
            error={problem}
            onChange={({ currentTarget }) => {
              setReason(currentTarget.value);
              setProblem(null);
            }}
          />
        </>
      )}
    </ConfirmDialog>
  );
}

const suspensionSentences = (consequences: Consequences): string[] => [
  'They are signed out everywhere and cannot sign in again until they are reinstated.',
  ...bookingSentences(consequences),
];
