import { NativeSelect } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { createTopicInput, type SubjectView, subjectForm, type TopicView } from '#shared/contracts/catalogue.ts';
import { toEntry } from './aliases-field.tsx';
import { EntryDialog, pickChanges, useEntryForm } from './entry-form.tsx';
import { shownTranslations, storedTranslations } from './translations.tsx';
import { useInvalidateCatalogue } from './use-catalogue.ts';

export type SubjectDialogProps = { subject: SubjectView | null; opened: boolean; onClose: () => void };

export function SubjectDialog({ subject, opened, onClose }: SubjectDialogProps) {
  const onSettled = useInvalidateCatalogue();
  const trpc = useTRPC();
  const { data: categories } = useQuery(trpc.catalogue.categories.queryOptions());
  const create = useMutation(trpc.catalogue.createSubject.mutationOptions({ onSettled }));
  const update = useMutation(trpc.catalogue.updateSubject.mutationOptions({ onSettled }));
  const initialValues = {
    name: subject?.name ?? '',
    aliases: subject?.aliases ?? [],
    typedAlias: '',
    ...shownTranslations(subject),
    description: subject?.description ?? '',
    category: subject?.category?.id ?? '',
  };
  const form = useEntryForm({
    kind: 'subject',
    id: subject?.id ?? null,
    initialValues,
    schema: subjectForm,
    toInput: toEntry<typeof initialValues>,
    save: (input) =>
      subject
        ? update.mutateAsync({ id: subject.id, ...pickChanges(toEntry({ ...initialValues, ...storedTranslations(subject) }), input) })
        : create.mutateAsync(input),
    onSaved: onClose,
  });

  return (
    <EntryDialog
      opened={opened}
      title={subject ? 'Edit Subject' : 'Add Subject'}
      submitLabel={subject ? 'Save Subject' : 'Add Subject'}
      form={form}
      onClose={onClose}
    >
      <NativeSelect
        label="Category"
        required
        data={[
          { value: '', label: categories ? 'Choose a category' : 'Loading categories…' },
          ...(categories ?? []).map(({ id, name, isActive }) => ({ value: id, label: isActive ? name : `${name} (inactive)` })),
        ]}
        {...form.getInputProps('category')}
      />
    </EntryDialog>
  );
}

export type TopicDialogProps = { topic: TopicView | null; subject: { id: string; name: string }; opened: boolean; onClose: () => void };

export function TopicDialog({ topic, subject, opened, onClose }: TopicDialogProps) {
  const onSettled = useInvalidateCatalogue();
  const trpc = useTRPC();
  const { data: subjects = [subject] } = useQuery(trpc.catalogue.subjects.queryOptions({ active: 'all' }));
  const create = useMutation(trpc.catalogue.createTopic.mutationOptions({ onSettled }));
  const update = useMutation(trpc.catalogue.updateTopic.mutationOptions({ onSettled }));
  const initialValues = {
    name: topic?.name ?? '',
    aliases: topic?.aliases ?? [],
    typedAlias: '',
    ...shownTranslations(topic),
    description: topic?.description ?? '',
    subject: subject.id,
  };
  const form = useEntryForm({
    kind: 'topic',
    id: topic?.id ?? null,
    initialValues,
    schema: createTopicInput,
    toInput: toEntry<typeof initialValues>,
    save: (input) =>
      topic
        ? update.mutateAsync({ id: topic.id, ...pickChanges(toEntry({ ...initialValues, ...storedTranslations(topic) }), input) })
        : create.mutateAsync(input),
    onSaved: onClose,
  });
  const hasMoved = form.values.subject !== subject.id;

  return (
    <EntryDialog
      opened={opened}
      title={topic ? 'Edit Topic' : 'Add Topic'}
      submitLabel={topic ? 'Save Topic' : 'Add Topic'}
      form={form}
      onClose={onClose}
    >
      {topic && (
        <NativeSelect
          label="Subject"
          description={hasMoved ? 'Tutors who chose this topic will lose it, because it moves to another subject.' : undefined}
          data={subjects.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('subject')}
        />
      )}
    </EntryDialog>
  );
}
