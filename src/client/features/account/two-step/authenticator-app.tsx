import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Box, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Smartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { encode } from 'uqr';
import { FormFooter } from '#client/features/account/account-form.tsx';
import { IconRow, RowText, RowTitle } from '#client/features/account/icon-row.tsx';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { copyText } from '#client/ui/copy-text.ts';
import { ExplainedButton } from '#client/ui/explained-button.tsx';
import { FIELD_HEIGHT } from '#client/ui/field-height.ts';
import { toast } from '#client/ui/toasts.ts';
import { type AppEnrolment, appCodeForm, type NewRecoveryCodes } from '#shared/contracts/factors.ts';

const FAILED = msg`Failed to change two-step sign-in. Please try again.`;

export type AppRowProps = {
  isOn: boolean;
  removeBlocker: string | null;
  onEnabled: (created: NewRecoveryCodes) => void;
  onEnableFailed: (error: unknown) => void;
  onDisabled: () => void;
};

export function AppRow({ isOn, removeBlocker, onEnabled, onEnableFailed, onDisabled }: AppRowProps) {
  const { t, i18n } = useLingui();
  const [enrolment, setEnrolment] = useState<AppEnrolment | null>(null);
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const setUpButton = useRef<HTMLButtonElement>(null);
  const trpc = useTRPC();
  const beginSetup = useMutation(
    trpc.auth.beginApp.mutationOptions({
      onSuccess: setEnrolment,
      onError: (error) => toast.error(errorMessageWithReason(error, i18n._(FAILED))),
    }),
  );
  const disable = useMutation(
    trpc.auth.disableApp.mutationOptions({
      onSuccess: () => {
        // A set-up whose answer was lost is still open, hidden while the app is on.
        setEnrolment(null);
        onDisabled();
      },
      onError: (error) => toast.error(errorMessageWithReason(error, i18n._(FAILED))),
      onSettled: () => setConfirmOpen(false),
    }),
  );

  function close(): void {
    setEnrolment(null);
    setTimeout(() => setUpButton.current?.focus());
  }

  return (
    <>
      <IconRow
        icon={Smartphone}
        action={
          isOn ? (
            <ExplainedButton variant="default" reason={removeBlocker} onClick={() => setConfirmOpen(true)}>
              <Trans>Remove app</Trans>
            </ExplainedButton>
          ) : (
            enrolment === null && (
              <Button ref={setUpButton} variant="default" loading={beginSetup.isPending} onClick={() => beginSetup.mutate()}>
                <Trans>Set up app</Trans>
              </Button>
            )
          )
        }
        below={
          enrolment &&
          !isOn && (
            <AppEnrolmentForm
              enrolment={enrolment}
              onEnabled={(created) => {
                setEnrolment(null);
                onEnabled(created);
              }}
              onFailed={onEnableFailed}
              onClose={close}
            />
          )
        }
      >
        <RowTitle>
          <Trans>Authenticator app</Trans> <Badge color={isOn ? 'green' : 'gray'}>{isOn ? <Trans>On</Trans> : <Trans>Off</Trans>}</Badge>
        </RowTitle>
        <RowText>
          <Trans>Shows a new 6-digit code every 30 seconds, even offline.</Trans>
        </RowText>
      </IconRow>
      <ConfirmDialog
        opened={isConfirmOpen}
        type="warning"
        title={t`Remove the authenticator app?`}
        message={t`Unless you have a passkey, your password alone will sign you in, and your recovery codes stop working.`}
        confirmLabel={t`Remove app`}
        cancelLabel={t`Keep it`}
        isProcessing={disable.isPending}
        onConfirm={() => disable.mutate()}
        onClose={() => setConfirmOpen(false)}
      />
    </>
  );
}

type AppEnrolmentFormProps = {
  enrolment: AppEnrolment;
  onEnabled: (created: NewRecoveryCodes) => void;
  onFailed: (error: unknown) => void;
  onClose: () => void;
};

function AppEnrolmentForm({ enrolment: { secret, uri, enrolment }, onEnabled, onFailed, onClose }: AppEnrolmentFormProps) {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const enable = useMutation(trpc.auth.enableApp.mutationOptions({ onError: onFailed }));
  const input = useRef<HTMLInputElement>(null);
  const form = useAppForm({
    initialValues: { code: '' },
    schema: appCodeForm,
    fallbackMessage: i18n._(FAILED),
    fieldByCode: { 'auth.second_factor_code': 'code' },
    onSubmit: async ({ code }) => onEnabled(await enable.mutateAsync({ enrolment, code })),
  });
  useEffect(() => input.current?.focus(), []);

  return (
    <Box component="form" noValidate mt="xs" p="md" bdrs="md" bg="var(--vidya-sunken)" onSubmit={form.handleSubmit}>
      <Stack component="ol" mb="xs" ps="lg" style={{ listStyle: 'decimal' }}>
        <li>
          <Text mb="xs">
            <Trans>Open your authenticator app and scan this code.</Trans>
          </Text>
          <QrCode text={uri} />
        </li>
        <li>
          <Text mb="xs">
            <Trans>Or type this key into the app:</Trans>
          </Text>
          <Secret secret={secret} />
        </li>
        <li>
          <TextInput
            ref={input}
            mih={FIELD_HEIGHT}
            label={t`6-digit code from the app`}
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            {...form.getInputProps('code')}
          />
        </li>
      </Stack>
      <FormFooter error={form.formError}>
        <Button type="submit" loading={form.isSubmitting}>
          <Trans>Turn on</Trans>
        </Button>
        <Button variant="subtle" disabled={form.isSubmitting} onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </FormFooter>
    </Box>
  );
}

/** Dark on light in both colour schemes: many cameras cannot read the inverse. */
function QrCode({ text }: { text: string }) {
  const { t } = useLingui();
  const [{ size, data }] = useState(() => encode(text, { ecc: 'M', border: 3 }));
  const path = data.flatMap((line, y) => line.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <Box
      component="svg"
      display="block"
      w="min(13rem, 100%)"
      h="auto"
      bdrs="sm"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={t`QR code for the authenticator app`}
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </Box>
  );
}

function Secret({ secret }: { secret: string }) {
  const { t } = useLingui();
  const grouped = secret.match(/.{1,4}/g)?.join(' ') ?? secret;
  const copy = async () => {
    if (await copyText(secret)) toast.success(t`Key copied`);
    else toast.error(t`The key could not be copied. Please select it and copy it by hand.`);
  };
  return (
    <Group gap="0.5rem 1rem" mb="xs">
      <Text component="code" ff="monospace" translate="no" style={{ userSelect: 'all' }}>
        {grouped}
      </Text>
      <Button variant="default" size="sm" onClick={() => void copy()}>
        <Trans>Copy key</Trans>
      </Button>
    </Group>
  );
}
