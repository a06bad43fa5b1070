import { Button } from '@mantine/core';
import { useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { toast } from '#client/ui/toasts.ts';
import classes from './auth-card.module.css';

const FAILED = 'Login failed. Please try again';

/** Signs in without an address or a password, where the browser knows passkeys. */
export function PasskeyButton({ onDone }: { onDone: () => void }) {
  const { client } = trpc.useUtils();
  const [isBusy, setBusy] = useState(false);

  const signIn = useOneAtATime(async () => {
    setBusy(true);
    try {
      const { answerOf } = await import('./passkey-browser.ts');
      const { challenge, options } = await client.auth.passkeyLoginOptions.mutate({});
      session.begin(await client.auth.loginWithPasskey.mutate({ challenge, passkey: await answerOf(options) }), { isRemembered: true });
      onDone();
    } catch (error) {
      toast.error(errorMessageWithReason(error, FAILED));
    } finally {
      setBusy(false);
    }
  });

  if (!('PublicKeyCredential' in window)) return null;
  return (
    <Button className={classes.passkey} variant="default" size="lg" fullWidth loading={isBusy} onClick={() => void signIn()}>
      Sign in with a passkey
    </Button>
  );
}
