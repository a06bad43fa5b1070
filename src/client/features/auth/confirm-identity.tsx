import { useSyncExternalStore } from 'react';
import { getConfirmationRequest, settleConfirmation, subscribeToConfirmation } from '#client/lib/session/confirmation.ts';
import { lazyDialogs } from '#client/ui/lazy-part.tsx';

const loadDialogs = () => import('./confirm-identity-dialog.tsx');
const ConfirmIdentityDialog = lazyDialogs(() => loadDialogs().then((module) => module.ConfirmIdentityDialog));
const ConfirmAddressDialog = lazyDialogs(() => loadDialogs().then((module) => module.ConfirmAddressDialog));
const settleIdentity = (isConfirmed: boolean) => settleConfirmation('identity', isConfirmed);
const settleAddress = (isConfirmed: boolean) => settleConfirmation('address', isConfirmed);
const cancelAll = () => {
  settleIdentity(false);
  settleAddress(false);
};

/** Opens when the server refuses a call until the identity or the address is confirmed, then repeats the call. */
export function ConfirmIdentity() {
  const request = useSyncExternalStore(subscribeToConfirmation, getConfirmationRequest);
  const isIdentity = request === 'identity';
  const isAddress = request === 'address';
  return (
    <>
      <ConfirmIdentityDialog isNeeded={isIdentity} onLoadError={cancelAll} opened={isIdentity} onDone={settleIdentity} />
      <ConfirmAddressDialog isNeeded={isAddress} onLoadError={cancelAll} opened={isAddress} onDone={settleAddress} />
    </>
  );
}
