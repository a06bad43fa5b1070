import type { AppForm } from '#client/lib/forms/use-app-form.ts';
import { TagsField } from '#client/ui/tags-field.tsx';
import { cleanAliases, splitAliases } from '#shared/domain/aliases.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

export type AliasValues = { name: string; aliases: string[]; typedAlias: string };

/** What is typed and not yet in the list is saved, too. */
export function toEntry<T extends AliasValues>({ typedAlias, ...values }: T) {
  return { ...values, aliases: cleanAliases([...values.aliases, ...splitAliases(typedAlias)], values.name) };
}

export type AliasesFieldProps = { form: Pick<AppForm<AliasValues>, 'values' | 'setFieldValue' | 'getInputProps'> };

export function AliasesField({ form: { values, setFieldValue, getInputProps } }: AliasesFieldProps) {
  // The rest has where the focus goes when it is wrong.
  const { value, defaultValue, onChange, ...field } = getInputProps('aliases');
  return (
    <TagsField
      label="Other names"
      description="Other spellings, short forms and names in Sinhala or Tamil. Search finds tutors by these too. Press Enter to add one."
      listLabel="Other names of this entry"
      {...field}
      most={LIMITS.aliases}
      merge={(all) => cleanAliases(all, values.name)}
      tags={values.aliases}
      text={values.typedAlias}
      onTagsChange={(aliases) => setFieldValue('aliases', aliases)}
      onTextChange={(text) => setFieldValue('typedAlias', text)}
    />
  );
}
