import { useSyncExternalStore } from 'react';
import { getConfirmationRequest, settleConfirmation, subscribeToConfirmation } from '#client/lib/session/confirmation.ts';
import { useLazy } from '#client/ui/use-lazy.ts';

const loadDialogs = () => import('./confirm-identity-dialog.tsx');
const loadIdentity = () => loadDialogs().then((module) => module.ConfirmIdentityDialog);
const loadAddress = () => loadDialogs().then((module) => module.ConfirmAddressDialog);
const settleIdentity = (isConfirmed: boolean) => settleConfirmation('identity', isConfirmed);
const settleAddress = (isConfirmed: boolean) => settleConfirmation('address', isConfirmed);
const cancelAll = () => {
  settleIdentity(false);
  settleAddress(false);
};

/** Opens when the server refuses a call until the identity or the address is confirmed, then repeats the call. */
export function ConfirmIdentity() {
  const request = useSyncExternalStore(subscribeToConfirmation, getConfirmationRequest);
  const Identity = useLazy(loadIdentity, { isNeeded: request === 'identity', onError: cancelAll });
  const Address = useLazy(loadAddress, { isNeeded: request === 'address', onError: cancelAll });
  return (
    <>
      {Identity && <Identity opened={request === 'identity'} onDone={settleIdentity} />}
      {Address && <Address opened={request === 'address'} onDone={settleAddress} />}
    </>
  );
}
