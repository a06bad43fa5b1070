import { useSyncExternalStore } from 'react';
import { confirmationAsked, onConfirmationAsked, settleConfirmation } from '#client/lib/session/confirmation.ts';
import { useLazy } from '#client/ui/use-lazy.ts';

const dialogs = () => import('./confirm-identity-dialog.tsx');
const loadIdentity = () => dialogs().then((module) => module.ConfirmIdentityDialog);
const loadAddress = () => dialogs().then((module) => module.ConfirmAddressDialog);
const settleIdentity = (isConfirmed: boolean) => settleConfirmation('identity', isConfirmed);
const settleAddress = (isConfirmed: boolean) => settleConfirmation('address', isConfirmed);
const giveUp = () => {
  settleIdentity(false);
  settleAddress(false);
};

/** Asks who is there when the server wants to know it again, or for the address to be confirmed; the call that was refused then goes on by itself. */
export function ConfirmIdentity() {
  const asked = useSyncExternalStore(onConfirmationAsked, confirmationAsked);
  const Identity = useLazy(loadIdentity, { isNeeded: asked === 'identity', onError: giveUp });
  const Address = useLazy(loadAddress, { isNeeded: asked === 'address', onError: giveUp });
  return (
    <>
      {Identity && <Identity opened={asked === 'identity'} onDone={settleIdentity} />}
      {Address && <Address opened={asked === 'address'} onDone={settleAddress} />}
    </>
  );
}
