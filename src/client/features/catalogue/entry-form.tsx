import { Text, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { type Draft, tabDraft } from '#client/lib/drafts/draft.ts';
import { list, record, text } from '#client/lib/drafts/schema.ts';
import { type AppForm, useAppForm } from '#client/lib/forms/use-app-form.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import { AliasesField, type AliasValues } from './aliases-field.tsx';
import { type EntryKind, TEXTS } from './catalogue-text.ts';
import { TranslationFields, type TranslationValues } from './translations.tsx';

type Values = AliasValues & { [field: string]: string | string[] };

export type EntryFormOptions<T extends Values, I> = {
  kind: EntryKind;
  id: string | null;
  initialValues: T;
  schema: z.ZodType;
  toInput: (values: T) => I;
  save: (input: I) => Promise<unknown>;
  onSaved: () => void;
};

export function useEntryForm<T extends Values, I>(options: EntryFormOptions<T, I>): AppForm<T> {
  const { kind, id, initialValues, schema, toInput, save, onSaved } = options;
  const texts = TEXTS[kind];
  return useAppForm<T>({
    initialValues,
    schema,
    toInput,
    fallbackMessage: texts.notSaved,
    // The name has the focus at first, so leaving it empty is not a mistake yet.
    validateOnBlur: 'filled',
    draft: entryDraft(`${kind} ${id ?? 'new'}`, initialValues),
    onSubmit: async (values) => {
      await save(toInput(values));
      toast.success(id === null ? texts.created : texts.updated);
      onSaved();
    },
    onError: (error) => {
      const isShownByField = toApiError(error)?.errors.some(({ field }) => field in initialValues);
      if (!isShownByField) toast.error(errorMessageWithReason(error, texts.notSaved));
    },
  });
}

/** Ignores a draft if the entry has been saved with other values since. */
function entryDraft<T extends Values>(name: string, initialValues: T): Draft<T> {
  const over = JSON.stringify(initialValues);
  const fields = Object.fromEntries(
    Object.entries(initialValues).map(([field, value]) => [field, typeof value === 'string' ? text(value) : list(text(), value)]),
  );
  const draft = tabDraft(name, record({ ...fields, over: text() }));
  return {
    read() {
      const { over: base, ...values } = draft.read() ?? {};
      return base === over ? { ...initialValues, ...values } : null;
    },
    write: (values) => draft.write({ ...values, over }),
    remove: draft.remove,
  };
}

/** Sends only what has changed, so that changes by another admin stay. */
export function pickChanges<T extends object>(before: T, after: T): Partial<T> {
  const previous = new Map<string, unknown>(Object.entries(before));
  // A subset of the entries of a T.
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(previous.get(field))),
  ) as Partial<T>;
}

export type EntryDialogProps = {
  opened: boolean;
  title: string;
  submitLabel: string;
  form: Pick<
    AppForm<AliasValues & TranslationValues & { description: string }>,
    'values' | 'setFieldValue' | 'getInputProps' | 'handleSubmit' | 'isSubmitting' | 'formError' | 'isRestored' | 'discardDraft'
  >;
  onClose: () => void;
  children: ReactNode;
};

export function EntryDialog({ opened, title, submitLabel, form, onClose, children }: EntryDialogProps) {
  return (
    <FormDialog
      opened={opened}
      title={title}
      form={form}
      submitLabel={submitLabel}
      onCancel={() => {
        form.discardDraft();
        onClose();
      }}
      onClose={onClose}
    >
      {form.isRestored && (
        <Text c="dimmed" size="sm">
          Your earlier changes are still here. Cancel discards them.
        </Text>
      )}
      <TextInput label="Name" required autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <TranslationFields form={form} />
      <AliasesField form={form} />
      <Textarea label="Description" rows={3} {...form.getInputProps('description')} />
      {children}
    </FormDialog>
  );
}
