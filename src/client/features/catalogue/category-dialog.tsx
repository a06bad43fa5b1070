import { TextInput } from '@mantine/core';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { type CategoryView, createCategoryInput } from '#shared/contracts/catalogue.ts';
import { orderFrom } from '#shared/domain/category-look.ts';
import { CATEGORY_COLOR, CATEGORY_ICON } from '#shared/vocabulary/content.ts';
import { ColorField } from './color-field.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { changesOf } from './entry-draft.ts';
import { EntryFields } from './entry-fields.tsx';
import { IconPicker } from './icon-picker.tsx';
import { useEntryForm } from './use-entry-form.ts';
import { useStaleCatalogue } from './use-stale-catalogue.ts';

type Typed = { name: string; description: string; icon: string; color: string; order: string };

const toSent = ({ order, color, ...typed }: Typed) => ({ ...typed, color: color.trim() || CATEGORY_COLOR, order: orderFrom(order) });

export type CategoryDialogProps = { category: CategoryView | null; opened: boolean; onClose: () => void };

/** A new category, or another look for one. Import it only on demand. */
export function CategoryDialog({ category, opened, onClose }: CategoryDialogProps) {
  const onSettled = useStaleCatalogue();
  const create = trpc.catalogue.createCategory.useMutation({ onSettled });
  const update = trpc.catalogue.updateCategory.useMutation({ onSettled });
  const form = useEntryForm<Typed>({
    of: 'category',
    id: category?.id ?? null,
    initial: {
      name: category?.name ?? '',
      description: category?.description ?? '',
      icon: category?.icon ?? CATEGORY_ICON,
      color: category?.color ?? CATEGORY_COLOR,
      order: String(category?.order ?? 0),
    },
    contract: createCategoryInput,
    toChecked: toSent,
    save: (typed, was) =>
      category ? update.mutateAsync({ id: category.id, ...changesOf(toSent(was), toSent(typed)) }) : create.mutateAsync(toSent(typed)),
    onSaved: onClose,
  });
  const { values, errors, set, leave } = form;

  return (
    <EntryDialog
      opened={opened}
      title={category ? 'Edit Category' : 'Add Category'}
      submit={category ? 'Save Category' : 'Add Category'}
      form={form}
      onClose={onClose}
    >
      <EntryFields form={{ values, errors, set, leave }} />
      <IconPicker value={values.icon} onChange={(icon) => set('icon', icon)} />
      <ColorField value={values.color} error={errors.color} onChange={(color) => set('color', color)} onBlur={() => leave('color')} />
      <TextInput
        label="Order"
        name="order"
        inputMode="numeric"
        description="Smaller numbers come first; what is no number counts as 0."
        value={values.order}
        error={errors.order}
        onChange={(event) => set('order', event.currentTarget.value)}
        onBlur={() => set('order', String(orderFrom(values.order)))}
      />
    </EntryDialog>
  );
}
