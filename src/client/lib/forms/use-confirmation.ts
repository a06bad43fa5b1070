import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { useOneAtATime } from './use-one-at-a-time.ts';
import { useReturnFocus } from './use-return-focus.ts';

export type ConfirmationOptions<Input> = {
  mutation: { isPending: boolean; mutateAsync: (input: Input) => Promise<{ message: string }> };
  input: NoInfer<Input>;
  fallbackMessage: string;
  /** Status codes after which there is nothing left to confirm; by default every error ends it. */
  closesOn?: readonly number[];
  /** That of `src/client/ui`, which this folder does not import. */
  toast: { success: (message: string) => void; error: (message: string) => void };
  onClose: () => void;
  onDone?: () => unknown;
};

/** For a dialog that only asks: what its button does. */
export function useConfirmation<Input>(options: ConfirmationOptions<Input>): () => Promise<void> {
  const { mutation, input, fallbackMessage, closesOn, toast, onClose, onDone } = options;
  const { isPending, mutateAsync } = mutation;
  const returnFocus = useReturnFocus(isPending);

  return useOneAtATime(async () => {
    returnFocus();
    try {
      const { message } = await mutateAsync(input);
      toast.success(message);
    } catch (error) {
      toast.error(errorMessageWithReason(error, fallbackMessage));
      if (closesOn && !closesOn.includes(toApiError(error)?.status ?? 0)) return;
    }
    onClose();
    await onDone?.();
  });
}
