import { Textarea, TextInput } from '@mantine/core';
import type { EntryForm } from './use-entry-form.ts';

type Described = { name: string; description: string };

export type EntryFieldsProps = { form: Pick<EntryForm<Described>, 'values' | 'errors' | 'set' | 'leave'> };

/** What every entry of the catalogue has. */
export function EntryFields({ form: { values, errors, set, leave } }: EntryFieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        name="name"
        required
        autoComplete="off"
        data-autofocus
        value={values.name}
        error={errors.name}
        onChange={(event) => set('name', event.currentTarget.value)}
        onBlur={() => values.name !== '' && leave('name')}
      />
      <Textarea
        label="Description"
        name="description"
        rows={3}
        value={values.description}
        error={errors.description}
        onChange={(event) => set('description', event.currentTarget.value)}
        onBlur={() => leave('description')}
      />
    </>
  );
}
