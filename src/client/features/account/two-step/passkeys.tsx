import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { FormFooter } from '#client/features/account/account-form.tsx';
import { IconRow, RowText, RowTitle } from '#client/features/account/icon-row.tsx';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { useBusy } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC, useTRPCClient } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { detectLang } from '#client/ui/detect-lang.ts';
import { ExplainedButton } from '#client/ui/explained-button.tsx';
import { FIELD_HEIGHT } from '#client/ui/field-height.ts';
import { toast } from '#client/ui/toasts.ts';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import { type NewRecoveryCodes, passkeyNameForm, type SecondFactors } from '#shared/contracts/factors.ts';
import { deviceOf } from '#shared/domain/device-name.ts';
import { relativeTime } from '#shared/domain/relative-time.ts';
import { textsOf } from '#shared/domain/texts.ts';
import { SUCCESS } from '#shared/messages.ts';
import { SECOND_FACTOR } from '#shared/vocabulary/account-limits.ts';

const FAILED = msg`Failed to change two-step sign-in. Please try again.`;

type Passkey = SecondFactors['passkeys'][number];
const loadCreation = () => import('./create-passkey.ts');

type OnChanged = (created: NewRecoveryCodes | null, message: string) => void;
type RowProps = { removeBlocker: string | null; now: Date; onChanged: OnChanged };
export type PasskeysProps = RowProps & { passkeys: readonly Passkey[]; onAddFailed: (error: unknown) => void };

export function Passkeys({ passkeys, onChanged, onAddFailed, ...rowProps }: PasskeysProps) {
  const { t, i18n } = useLingui();
  const client = useTRPCClient();

  const { isBusy, run: add } = useBusy(async () => {
    try {
      const { createPasskey } = await loadCreation();
      const { challenge, options } = await client.auth.beginPasskey.mutate();
      const passkey = await createPasskey(i18n, options);
      const { name } = deviceOf(navigator.userAgent);
      onChanged(await client.auth.addPasskey.mutate({ challenge, passkey, name }), t`Passkey added successfully`);
    } catch (error) {
      toast.error(errorMessageWithReason(error, i18n._(FAILED)));
      onAddFailed(error);
    }
  });

  return (
    <>
      <IconRow
        icon={KeyRound}
        action={
          passkeys.length < SECOND_FACTOR.passkeys &&
          'PublicKeyCredential' in window && (
            <Button variant="default" loading={isBusy} onClick={() => void add()}>
              <Trans>Add a passkey</Trans>
            </Button>
          )
        }
      >
        <RowTitle>
          <Trans>Passkeys</Trans>
        </RowTitle>
        <RowText>
          <Trans>Sign in with your fingerprint, face or device PIN, without a password.</Trans>
        </RowText>
      </IconRow>
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} onChanged={onChanged} {...rowProps} />
      ))}
    </>
  );
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt }, removeBlocker, now, onChanged }: RowProps & { passkey: Passkey }) {
  const { t, i18n } = useLingui();
  const ago = lastUsedAt && relativeTime(lastUsedAt, now, textsOf(i18n));
  const [isRenaming, setRenaming] = useState(false);
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const trpc = useTRPC();
  const remove = useMutation(
    trpc.auth.removePasskey.mutationOptions({
      onSuccess: () => onChanged(null, SUCCESS.passkeyRemoved),
      onError: (error) => toast.error(errorMessageWithReason(error, i18n._(FAILED))),
      onSettled: () => setConfirmOpen(false),
    }),
  );

  return (
    <>
      {isRenaming ? (
        <IconRow>
          <RenameForm id={id} name={name} onDone={() => setRenaming(false)} onRenamed={() => onChanged(null, SUCCESS.passkeyRenamed)} />
        </IconRow>
      ) : (
        <IconRow
          action={
            <Group gap="xs">
              <Button variant="default" aria-describedby={`passkey-${id}`} onClick={() => setRenaming(true)}>
                <Trans>Rename</Trans>
              </Button>
              <ExplainedButton variant="default" reason={removeBlocker} aria-describedby={`passkey-${id}`} onClick={() => setConfirmOpen(true)}>
                <Trans>Remove</Trans>
              </ExplainedButton>
            </Group>
          }
        >
          <Text fw={600} id={`passkey-${id}`} dir="auto" lang={detectLang(name)}>
            {name}
          </Text>
          <RowText>
            <Trans>
              Added on <ZonedInstant at={createdAt} />
            </Trans>
          </RowText>
          <RowText>{ago ? t`Last used ${ago}` : t`Never used`}</RowText>
        </IconRow>
      )}
      <ConfirmDialog
        opened={isConfirmOpen}
        type="warning"
        title={t`Remove this passkey?`}
        message={t`“${name}” will no longer sign you in. It stays on your device until you delete it there.`}
        confirmLabel={t`Remove passkey`}
        cancelLabel={t`Keep it`}
        isProcessing={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
        onClose={() => setConfirmOpen(false)}
      />
    </>
  );
}

type RenameFormProps = { id: string; name: string; onDone: () => void; onRenamed: () => void };

function RenameForm({ id, name, onDone, onRenamed }: RenameFormProps) {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const rename = useMutation(trpc.auth.renamePasskey.mutationOptions());
  const input = useRef<HTMLInputElement>(null);
  const form = useAppForm({
    initialValues: { name },
    schema: passkeyNameForm,
    fallbackMessage: i18n._(FAILED),
    onSubmit: async (values) => {
      await rename.mutateAsync({ id, ...values });
      onRenamed();
      onDone();
    },
  });
  useEffect(() => input.current?.focus(), []);

  return (
    <form noValidate onSubmit={form.handleSubmit}>
      <TextInput ref={input} mih={FIELD_HEIGHT} label={t`Name of the passkey`} autoComplete="off" {...form.getInputProps('name')} />
      <FormFooter error={form.formError}>
        <Button type="submit" loading={form.isSubmitting}>
          <Trans>Save name</Trans>
        </Button>
        <Button variant="subtle" disabled={form.isSubmitting} onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </FormFooter>
    </form>
  );
}
