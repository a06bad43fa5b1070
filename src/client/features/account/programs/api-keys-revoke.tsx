import { useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import type { ApiKeyView } from '#shared/contracts/api-keys.ts';

const FAILED = 'Failed to revoke the API key. Please try again.';

/** `onRevoked` is called when it is gone from the list, and with it the button that asked. */
export type RevokeKeyDialogProps = { apiKey: ApiKeyView | null; onClose: () => void; onRevoked: () => void };

export function RevokeKeyDialog({ apiKey, onClose, onRevoked }: RevokeKeyDialogProps) {
  const utils = trpc.useUtils();
  const [shown, setShown] = useState(apiKey);
  if (apiKey && apiKey !== shown) setShown(apiKey);
  const revoke = trpc.apiKeys.revoke.useMutation();
  const keepFocus = useReturnFocus(revoke.isPending);

  const confirm = useOneAtATime(async () => {
    if (!shown) return;
    try {
      const { message } = await revoke.mutateAsync({ id: shown.id });
      toast.success(message);
    } catch (error) {
      toast.error(errorMessageWithReason(error, FAILED));
      // Without an answer the question stays; a key that is not there was revoked elsewhere.
      if (toApiError(error)?.code !== 'key.not_found') return;
    }
    onClose();
    await utils.apiKeys.list.cancel();
    utils.apiKeys.list.setData(undefined, (known) => known?.filter(({ id }) => id !== shown.id));
    await utils.apiKeys.list.invalidate();
    onRevoked();
  });
  useCloseOnBack(apiKey !== null, () => {
    if (!revoke.isPending) onClose();
  });

  return (
    <ConfirmDialog
      opened={apiKey !== null}
      type="error"
      title="Revoke this API key?"
      message={`“${shown?.name ?? ''}” stops working at once, for good. Every program that uses it is refused from then on.`}
      confirmLabel="Revoke key"
      cancelLabel="Keep it"
      isProcessing={revoke.isPending}
      onConfirm={() => {
        keepFocus();
        void confirm();
      }}
      onClose={onClose}
    />
  );
}
