import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useBusy } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPCClient } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { useIsHydrated } from '#client/ui/hydration.ts';
import { toast } from '#client/ui/toasts.ts';

const loadPasskeys = () => import('./passkey-browser.ts');

export function PasskeyButton({ onDone }: { onDone: () => void }) {
  const { t, i18n } = useLingui();
  const client = useTRPCClient();
  // Shown until the browser is known, because nearly all have it and the page must not move.
  const isHydrated = useIsHydrated();
  const isSupported = !isHydrated || 'PublicKeyCredential' in window;

  const { isBusy, run: signIn } = useBusy(async () => {
    try {
      const { signWithPasskey } = await loadPasskeys();
      const { challenge, options } = await client.auth.passkeyLoginOptions.mutate({});
      session.begin(await client.auth.loginWithPasskey.mutate({ challenge, passkey: await signWithPasskey(i18n, options) }), { isRemembered: true });
      onDone();
    } catch (error) {
      toast.error(errorMessageWithReason(error, t`Login failed. Please try again`));
    }
  });

  if (!isSupported) return null;
  return (
    <Button mt="sm" variant="default" size="lg" fullWidth loading={isBusy} onClick={() => void signIn()}>
      <Trans>Sign in with a passkey</Trans>
    </Button>
  );
}
