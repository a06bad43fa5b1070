import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Group, SimpleGrid, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Copy, Download, LifeBuoy, Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconRow, RowText, RowTitle } from '#client/features/account/icon-row.tsx';
import { pageConfig } from '#client/lib/page-config.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { copyText } from '#client/ui/copy-text.ts';
import { saveFile } from '#client/ui/save-file.ts';
import { toast } from '#client/ui/toasts.ts';
import type { NewRecoveryCodes } from '#shared/contracts/factors.ts';
import { SECOND_FACTOR } from '#shared/vocabulary/account-limits.ts';

export type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void };

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useLingui();
  const { appName } = pageConfig();
  const section = useRef<HTMLElement>(null);
  const text = [t`Recovery codes for ${appName}`, t`Use each code once, instead of the second step.`, '', ...codes, ''].join('\n');

  useEffect(() => {
    section.current?.scrollIntoView({ block: 'start' });
    section.current?.focus({ preventScroll: true });
  }, []);

  const copy = async () => {
    if (await copyText(text)) toast.success(t`Recovery codes copied`);
    else toast.error(t`The codes could not be copied. Please select them and copy them by hand.`);
  };

  return (
    <Box
      component="section"
      ref={section}
      mt="md"
      p="md"
      bdrs="md"
      bg="var(--vidya-primary-tint)"
      style={{ scrollMarginTop: '9rem', outline: 'none' }}
      tabIndex={-1}
      aria-labelledby="recovery-codes-title"
    >
      <Text component="h3" size="lg" fw={700} mb={4} id="recovery-codes-title">
        <Trans>Your recovery codes</Trans>
      </Text>
      <Text>
        <Trans>Keep them somewhere you can reach without your phone. Each code works once, and we show them only now.</Trans>
      </Text>
      {/* On a phone one below the other, as they are copied by hand. */}
      <SimpleGrid component="ul" cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing={4} my="md" translate="no">
        {codes.map((code) => (
          <li key={code}>
            <Text component="code" ff="monospace">
              {code}
            </Text>
          </li>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <Button variant="default" leftSection={<Copy size={18} />} onClick={() => void copy()}>
          <Trans>Copy</Trans>
        </Button>
        <Button
          variant="default"
          leftSection={<Download size={18} />}
          onClick={() => saveFile({ name: `${appName.toLowerCase()}-recovery-codes.txt`, type: 'text/plain', text })}
        >
          <Trans>Download</Trans>
        </Button>
        <Button variant="default" leftSection={<Printer size={18} />} onClick={() => printText(text)}>
          <Trans>Print</Trans>
        </Button>
        <Button onClick={onDone}>
          <Trans>I have saved them</Trans>
        </Button>
      </Group>
    </Box>
  );
}

function printText(text: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const page = frame.contentWindow;
  if (!page) return;
  const lines = page.document.createElement('pre');
  lines.textContent = text;
  page.document.body.append(lines);
  page.addEventListener('afterprint', () => frame.remove());
  page.print();
}

const RENEW_FAILED = msg`Failed to make new recovery codes. Please try again.`;

type RecoveryRowProps = { remaining: number; onRenewed: (created: NewRecoveryCodes) => void; onRenewFailed: (error: unknown) => void };

export function RecoveryRow({ remaining, onRenewed, onRenewFailed }: RecoveryRowProps) {
  const { t, i18n } = useLingui();
  const total = SECOND_FACTOR.recoveryCodes;
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const trpc = useTRPC();
  const renew = useMutation(
    trpc.auth.renewRecoveryCodes.mutationOptions({
      onSuccess: onRenewed,
      onError: (error) => {
        toast.error(errorMessageWithReason(error, i18n._(RENEW_FAILED)));
        onRenewFailed(error);
      },
      onSettled: () => setConfirmOpen(false),
    }),
  );
  return (
    <>
      <IconRow
        icon={LifeBuoy}
        action={
          <Button variant="default" onClick={() => setConfirmOpen(true)}>
            <Trans>Make new codes</Trans>
          </Button>
        }
      >
        <RowTitle>
          <Trans>Recovery codes</Trans>
        </RowTitle>
        <RowText>
          <Trans>
            {remaining} of {total} left. Use one when you do not have your app or passkey with you.
          </Trans>
        </RowText>
      </IconRow>
      <ConfirmDialog
        opened={isConfirmOpen}
        type="warning"
        title={t`Make new recovery codes?`}
        message={t`Your old codes stop working immediately.`}
        confirmLabel={t`Make new codes`}
        cancelLabel={t`Keep the old ones`}
        isProcessing={renew.isPending}
        onConfirm={() => renew.mutate()}
        onClose={() => setConfirmOpen(false)}
      />
    </>
  );
}
