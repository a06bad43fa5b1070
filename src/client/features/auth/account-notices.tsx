import { Trans, useLingui } from '@lingui/react/macro';
import { Button, CloseButton, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { useResendLink } from '#client/lib/session/use-resend-link.ts';
import { AnchorLink, ButtonLink } from '#client/ui/links.tsx';
import { toast } from '#client/ui/toasts.ts';
import { SUCCESS } from '#shared/messages.ts';
import { TERMS_VERSION } from '#shared/vocabulary/terms.ts';

/** Aligns with the content of the page below, which is 75rem wide. In `calc`, because Mantine takes other numbers for lengths in pixels. */
const WIDE_PADDING = 'calc(max(1.5rem, (100vw - 75rem) / 2 + 1.5rem))';

function Bar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Group
      component="section"
      aria-label={label}
      gap="0.25rem 0.5rem"
      wrap="nowrap"
      mih="3.75rem"
      py="xs"
      pl={{ base: 'md', sm: WIDE_PADDING }}
      pr={{ base: 'xs', sm: WIDE_PADDING }}
      c="var(--vidya-warning-ink)"
      fz="sm"
      lh={1.35}
    >
      {children}
    </Group>
  );
}

export function UnfinishedNotice() {
  const { t } = useLingui();
  return (
    <Bar label={t`Your account`}>
      <Text inherit flex={1}>
        <Trans>Your account is almost ready: please choose a role.</Trans>
      </Text>
      <ButtonLink to="/register" size="sm" variant="default" h={44} px="sm" flex="none">
        <Trans>Continue</Trans>
      </ButtonLink>
    </Bar>
  );
}

/** Blocks nothing: it comes again with the next visit. */
function NewTermsNotice({ onDismiss }: { onDismiss: () => void }) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const agree = useMutation(trpc.auth.agreeToTerms.mutationOptions());

  const handleAgree = useOneAtATime(async () => {
    try {
      session.update(await agree.mutateAsync({ termsVersion: TERMS_VERSION }));
      toast.success(SUCCESS.termsAgreed);
    } catch (error) {
      toast.error(errorMessageWithReason(error, t`Failed to record that you agree. Please try again.`));
    }
  });

  return (
    <Bar label={t`Our terms`}>
      <Text inherit flex={1} miw={0}>
        <Trans>
          Our <AnchorLink to="/terms">Terms of Service</AnchorLink> have changed.
        </Trans>
      </Text>
      <Button size="sm" variant="default" h={44} px="sm" flex="none" loading={agree.isPending} onClick={() => void handleAgree()}>
        <Trans>I agree</Trans>
      </Button>
      <CloseButton size={44} c="inherit" flex="none" aria-label={t`Not now`} onClick={onDismiss} />
    </Bar>
  );
}

function UnconfirmedNotice({ email, onDismiss }: { email: string; onDismiss: () => void }) {
  const { t } = useLingui();
  const { isBusy, outcome, resend } = useResendLink();

  // The link may have been opened on another device.
  useEffect(() => {
    const checkAccount = () => {
      if (document.visibilityState === 'visible') void session.check();
    };
    document.addEventListener('visibilitychange', checkAccount);
    return () => document.removeEventListener('visibilitychange', checkAccount);
  }, []);

  return (
    <Bar label={t`Your email address`}>
      <Text inherit component="div" flex={1} miw={0}>
        {!outcome && (
          <Text inherit lineClamp={3} title={email} style={{ overflowWrap: 'anywhere' }}>
            <Trans>
              Please confirm <strong>{email}</strong>
            </Trans>
          </Text>
        )}
        <Text inherit fw={600} role="status">
          {outcome?.message}
        </Text>
      </Text>
      {!outcome?.isSent && (
        <Button size="sm" variant="default" h={44} px="sm" flex="none" loading={isBusy} onClick={() => void resend()}>
          <Trans>Resend</Trans>
        </Button>
      )}
      <CloseButton size={44} c="inherit" flex="none" aria-label={t`Not now`} onClick={onDismiss} />
    </Bar>
  );
}

export type DismissibleNoticeProps = { unconfirmed: string; onDismiss: () => void };

export function DismissibleNotice({ unconfirmed, onDismiss }: DismissibleNoticeProps) {
  return unconfirmed === '' ? <NewTermsNotice onDismiss={onDismiss} /> : <UnconfirmedNotice email={unconfirmed} onDismiss={onDismiss} />;
}
