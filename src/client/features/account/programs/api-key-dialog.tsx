import { Button, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { readDialogDraft, useDialogDraft } from '#client/features/account/dialog-draft.ts';
import { textOf } from '#client/lib/drafts/tab-storage.ts';
import { useContractForm } from '#client/lib/forms/use-contract-form.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ChoiceCards } from '#client/ui/choice-cards.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import { type CreateApiKeyInput, type CreatedApiKey, createApiKeyInput } from '#shared/contracts/api-keys.ts';
import { API_KEY_SCOPES } from '#shared/vocabulary/outside.ts';
import { API_KEY_DRAFT, SCOPE_TEXT } from './api-key.ts';
import shared from './programs.module.css';

const FAILED = 'Failed to create the API key. Please try again.';
const EMPTY: CreateApiKeyInput = { name: '', scope: 'read' };
const CHOICES = API_KEY_SCOPES.map((value) => ({ value, ...SCOPE_TEXT[value] }));

export type ApiKeyDialogProps = { opened: boolean; onCreated: (created: CreatedApiKey) => void; onClose: (isTyped: boolean) => void };

function readTyped(): CreateApiKeyInput {
  const { values } = readDialogDraft(API_KEY_DRAFT);
  return { name: textOf(values?.name), scope: API_KEY_SCOPES.find((one) => one === values?.scope) ?? EMPTY.scope };
}

export function ApiKeyDialog({ opened, onCreated, onClose }: ApiKeyDialogProps) {
  const utils = trpc.useUtils();
  const createKey = trpc.apiKeys.make.useMutation();
  const formId = useId();
  const { form, onSubmit, isBusy, problem } = useContractForm<CreateApiKeyInput>({
    initialValues: useState(readTyped)[0],
    contract: () => createApiKeyInput,
    failed: FAILED,
    send: async (values) => {
      try {
        onCreated(await createKey.mutateAsync(values));
      } finally {
        void utils.apiKeys.list.invalidate();
      }
    },
  });
  const { name, scope } = form.values;
  const isTyped = name.trim() !== '' || scope !== EMPTY.scope;
  const close = () => onClose(isTyped);
  useDialogDraft({ what: API_KEY_DRAFT, opened, isTyped, values: form.values });
  useCloseOnBack(opened, () => {
    if (!isBusy) close();
  });

  return (
    <Dialog
      opened={opened}
      title="Make an API key"
      isBusy={isBusy}
      onClose={close}
      footer={
        <>
          <Button variant="default" disabled={isBusy} onClick={() => onClose(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={isBusy}>
            Make key
          </Button>
        </>
      }
    >
      <form id={formId} className={shared.form} noValidate onSubmit={onSubmit}>
        <TextInput
          label="Name"
          description="What the key is for, so that you know it again."
          autoComplete="off"
          data-autofocus
          {...form.textProps('name')}
        />
        <ChoiceCards
          legend="What may it do?"
          layout="stacked"
          choices={CHOICES}
          value={scope}
          onChange={(chosen) => form.setValue('scope', chosen)}
        />
        {problem && (
          <p className={shared.problem} role="alert">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  );
}
