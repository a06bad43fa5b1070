import { useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { ChoiceCards } from '#client/ui/choice-cards.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { type CreateApiKeyInput, type CreatedApiKey, createApiKeyInput } from '#shared/contracts/api-keys.ts';
import { API_KEY_SCOPES } from '#shared/vocabulary/integrations.ts';
import { apiKeyDraft, SCOPE_TEXT } from './api-key.ts';

export type ApiKeyDialogProps = { opened: boolean; onCreated: (created: CreatedApiKey) => void; onClose: () => void };

export function ApiKeyDialog({ opened, onCreated, onClose }: ApiKeyDialogProps) {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const createKey = useMutation(
    trpc.apiKeys.make.mutationOptions({ onSettled: () => void queryClient.invalidateQueries(trpc.apiKeys.list.pathFilter()) }),
  );
  const form = useAppForm<CreateApiKeyInput>({
    initialValues: { name: '', scope: 'read' },
    schema: createApiKeyInput,
    fallbackMessage: t`Failed to create the API key. Please try again.`,
    draft: apiKeyDraft,
    onSubmit: async (values) => onCreated(await createKey.mutateAsync(values)),
  });

  const choices = API_KEY_SCOPES.map((value) => {
    const { label, hint } = SCOPE_TEXT[value];
    return { value, label: i18n._(label), hint: i18n._(hint) };
  });

  function cancel(): void {
    apiKeyDraft.remove();
    onClose();
  }

  return (
    <FormDialog opened={opened} title={t`Make an API key`} form={form} submitLabel={t`Make key`} onCancel={cancel} onClose={onClose}>
      <TextInput
        label={t`Name`}
        description={t`A name to recognise the key by, such as the program that uses it.`}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ChoiceCards legend={t`Permissions`} layout="stacked" choices={choices} {...form.getInputProps('scope')} value={form.values.scope} />
    </FormDialog>
  );
}
