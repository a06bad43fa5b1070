import { NativeSelect } from '@mantine/core';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { type SubjectView, subjectForm } from '#shared/contracts/catalogue.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { changesOf } from './entry-draft.ts';
import { EntryFields } from './entry-fields.tsx';
import { useEntryForm } from './use-entry-form.ts';
import { useStaleCatalogue } from './use-stale-catalogue.ts';

export type SubjectDialogProps = { subject: SubjectView | null; opened: boolean; onClose: () => void };

/** A new subject, or another name, description or category for one. Import it only on demand. */
export function SubjectDialog({ subject, opened, onClose }: SubjectDialogProps) {
  const onSettled = useStaleCatalogue();
  const { data: categories } = trpc.catalogue.categories.useQuery();
  const create = trpc.catalogue.createSubject.useMutation({ onSettled });
  const update = trpc.catalogue.updateSubject.useMutation({ onSettled });
  const form = useEntryForm<{ name: string; description: string; category: string }>({
    of: 'subject',
    id: subject?.id ?? null,
    initial: { name: subject?.name ?? '', description: subject?.description ?? '', category: subject?.category?.id ?? '' },
    contract: subjectForm,
    save: (typed, was) => (subject ? update.mutateAsync({ id: subject.id, ...changesOf(was, typed) }) : create.mutateAsync(typed)),
    onSaved: onClose,
  });
  const { values, errors, set, leave } = form;

  return (
    <EntryDialog
      opened={opened}
      title={subject ? 'Edit Subject' : 'Add Subject'}
      submit={subject ? 'Save Subject' : 'Add Subject'}
      form={form}
      onClose={onClose}
    >
      <EntryFields form={{ values, errors, set, leave }} />
      <NativeSelect
        label="Category"
        name="category"
        required
        value={values.category}
        error={errors.category}
        onChange={(event) => set('category', event.currentTarget.value)}
        data={[
          { value: '', label: categories ? 'Choose a category' : 'Loading categories…' },
          ...(categories ?? []).map(({ id, name, isActive }) => ({ value: id, label: isActive ? name : `${name} (inactive)` })),
        ]}
      />
    </EntryDialog>
  );
}
