import { useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { toast } from '#client/ui/toasts.ts';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';

export type ConfirmationOptions = {
  send: () => Promise<{ message: string }>;
  fallbackMessage: string;
  /** Status codes after which there is nothing left to confirm. */
  closesOn: readonly number[];
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
};

export function useConfirmation({ send, fallbackMessage, closesOn, opened, onClose, onDone }: ConfirmationOptions) {
  const [isSubmitting, setSubmitting] = useState(false);
  const returnFocus = useReturnFocus(isSubmitting);
  const submit = useOneAtATime(async () => {
    returnFocus();
    setSubmitting(true);
    try {
      const { message } = await send();
      toast.success(message);
    } catch (error) {
      toast.error(errorMessageWithReason(error, fallbackMessage));
      if (!closesOn.includes(toApiError(error)?.status ?? 0)) return;
    } finally {
      setSubmitting(false);
    }
    onClose();
    onDone();
  });
  useCloseOnBack(opened, () => {
    if (!isSubmitting) onClose();
  });
  return { isSubmitting, submit };
}
