import { TextInput } from '@mantine/core';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ChoiceCards } from '#client/ui/choice-cards.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { type CreateApiKeyInput, type CreatedApiKey, createApiKeyInput } from '#shared/contracts/api-keys.ts';
import { API_KEY_SCOPES } from '#shared/vocabulary/outside.ts';
import { apiKeyDraft, SCOPE_TEXT } from './api-key.ts';

const CHOICES = API_KEY_SCOPES.map((value) => ({ value, ...SCOPE_TEXT[value] }));

export type ApiKeyDialogProps = { opened: boolean; onCreated: (created: CreatedApiKey) => void; onClose: () => void };

export function ApiKeyDialog({ opened, onCreated, onClose }: ApiKeyDialogProps) {
  const utils = trpc.useUtils();
  const createKey = trpc.apiKeys.make.useMutation({ onSettled: () => void utils.apiKeys.list.invalidate() });
  const form = useAppForm<CreateApiKeyInput>({
    initialValues: { name: '', scope: 'read' },
    schema: createApiKeyInput,
    fallbackMessage: 'Failed to create the API key. Please try again.',
    draft: apiKeyDraft,
    onSubmit: async (values) => onCreated(await createKey.mutateAsync(values)),
  });

  function cancel(): void {
    apiKeyDraft.remove();
    onClose();
  }

  return (
    <FormDialog opened={opened} title="Make an API key" form={form} submitLabel="Make key" onCancel={cancel} onClose={onClose}>
      <TextInput
        label="Name"
        description="A name to recognise the key by, such as the program that uses it."
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ChoiceCards legend="Permissions" layout="stacked" choices={CHOICES} {...form.getInputProps('scope')} value={form.values.scope} />
    </FormDialog>
  );
}
