import { Badge, SimpleGrid, TextInput } from '@mantine/core';
import type { AppForm } from '#client/lib/forms/use-app-form.ts';
import type { CategoryView } from '#shared/contracts/catalogue.ts';

export type Translations = Pick<CategoryView, 'nameSi' | 'nameTa' | 'compiledSi' | 'compiledTa'>;
export type TranslationValues = { nameSi: string; nameTa: string };

export const storedTranslations = (entry: Translations | null): TranslationValues => ({ nameSi: entry?.nameSi ?? '', nameTa: entry?.nameTa ?? '' });

/** The catalogue of the build goes by the English name: what it shows is stored with the entry, so that a new English name does not lose it. */
export const shownTranslations = (entry: Translations | null): TranslationValues => ({
  nameSi: entry?.nameSi ?? entry?.compiledSi ?? '',
  nameTa: entry?.nameTa ?? entry?.compiledTa ?? '',
});

const HINT = 'Where it is empty, families see the English name.';

export type TranslationFieldsProps = { form: Pick<AppForm<TranslationValues>, 'getInputProps'> };

export function TranslationFields({ form: { getInputProps } }: TranslationFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label="Name in Sinhala" lang="si" description={HINT} autoComplete="off" {...getInputProps('nameSi')} />
      <TextInput label="Name in Tamil" lang="ta" description={HINT} autoComplete="off" {...getInputProps('nameTa')} />
    </SimpleGrid>
  );
}

/** For an admin, who sees what is left to translate. */
export function MissingTranslations({ entry }: { entry: Translations }) {
  const { nameSi, nameTa } = shownTranslations(entry);
  const missing = [nameSi === '' && 'Sinhala', nameTa === '' && 'Tamil'].filter(Boolean);
  if (missing.length === 0) return null;
  return (
    <Badge component="span" color="gray" style={{ justifySelf: 'start' }}>
      {`No ${missing.join(' or ')} name`}
    </Badge>
  );
}
