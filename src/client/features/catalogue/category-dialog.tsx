import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { type CategoryView, createCategoryInput } from '#shared/contracts/catalogue.ts';
import { orderFrom } from '#shared/domain/category-look.ts';
import { CATEGORY_COLOR } from '#shared/vocabulary/content.ts';
import { CATEGORY_ICON } from '#shared/vocabulary/search.ts';
import { type AliasValues, toEntry } from './aliases-field.tsx';
import { ColorField, IconPicker } from './category-look-fields.tsx';
import { EntryDialog, pickChanges, useEntryForm } from './entry-form.tsx';
import { shownTranslations, storedTranslations, type TranslationValues } from './translations.tsx';
import { useInvalidateCatalogue } from './use-catalogue.ts';

type Values = AliasValues & TranslationValues & { description: string; icon: string; color: string; order: string };

const toInput = ({ order, color, ...values }: Values) => ({ ...toEntry(values), color: color.trim() || CATEGORY_COLOR, order: orderFrom(order) });

export type CategoryDialogProps = { category: CategoryView | null; opened: boolean; onClose: () => void };

export function CategoryDialog({ category, opened, onClose }: CategoryDialogProps) {
  const onSettled = useInvalidateCatalogue();
  const trpc = useTRPC();
  const create = useMutation(trpc.catalogue.createCategory.mutationOptions({ onSettled }));
  const update = useMutation(trpc.catalogue.updateCategory.mutationOptions({ onSettled }));
  const initialValues: Values = {
    name: category?.name ?? '',
    aliases: category?.aliases ?? [],
    typedAlias: '',
    ...shownTranslations(category),
    description: category?.description ?? '',
    icon: category?.icon ?? CATEGORY_ICON,
    color: category?.color ?? CATEGORY_COLOR,
    order: String(category?.order ?? 0),
  };
  const form = useEntryForm({
    kind: 'category',
    id: category?.id ?? null,
    initialValues,
    schema: createCategoryInput,
    toInput,
    save: (input) =>
      category
        ? update.mutateAsync({ id: category.id, ...pickChanges(toInput({ ...initialValues, ...storedTranslations(category) }), input) })
        : create.mutateAsync(input),
    onSaved: onClose,
  });

  return (
    <EntryDialog
      opened={opened}
      title={category ? 'Edit Category' : 'Add Category'}
      submitLabel={category ? 'Save Category' : 'Add Category'}
      form={form}
      onClose={onClose}
    >
      <IconPicker value={form.values.icon} onChange={(icon) => form.setFieldValue('icon', icon)} />
      <ColorField {...form.getInputProps('color')} value={form.values.color} />
      <TextInput
        label="Order"
        inputMode="numeric"
        description="Lower numbers come first. Anything that is not a number counts as 0."
        {...form.getInputProps('order')}
        onBlur={() => form.setFieldValue('order', String(orderFrom(form.values.order)))}
      />
    </EntryDialog>
  );
}
