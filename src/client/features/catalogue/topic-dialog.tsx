import { NativeSelect } from '@mantine/core';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { createTopicInput, type TopicView } from '#shared/contracts/catalogue.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { changesOf } from './entry-draft.ts';
import { EntryFields } from './entry-fields.tsx';
import { useEntryForm } from './use-entry-form.ts';
import { useStaleCatalogue } from './use-stale-catalogue.ts';

export type TopicDialogProps = { topic: TopicView | null; subject: { id: string; name: string }; opened: boolean; onClose: () => void };

/** A new topic of a subject, or another name, description or subject for one. Import it only on demand. */
export function TopicDialog({ topic, subject, opened, onClose }: TopicDialogProps) {
  const onSettled = useStaleCatalogue();
  const { data: subjects = [subject] } = trpc.catalogue.subjects.useQuery({ active: 'all' });
  const create = trpc.catalogue.createTopic.useMutation({ onSettled });
  const update = trpc.catalogue.updateTopic.useMutation({ onSettled });
  const form = useEntryForm<{ name: string; description: string; subject: string }>({
    of: 'topic',
    id: topic?.id ?? null,
    initial: { name: topic?.name ?? '', description: topic?.description ?? '', subject: subject.id },
    contract: createTopicInput,
    save: (typed, was) => (topic ? update.mutateAsync({ id: topic.id, ...changesOf(was, typed) }) : create.mutateAsync(typed)),
    onSaved: onClose,
  });
  const { values, errors, set, leave } = form;
  const isMoved = values.subject !== subject.id;

  return (
    <EntryDialog opened={opened} title={topic ? 'Edit Topic' : 'Add Topic'} submit={topic ? 'Save Topic' : 'Add Topic'} form={form} onClose={onClose}>
      <EntryFields form={{ values, errors, set, leave }} />
      {topic && (
        <NativeSelect
          label="Subject"
          name="subject"
          value={values.subject}
          error={errors.subject}
          description={isMoved ? 'Tutors who have chosen it will lose it: it belongs to another subject then.' : undefined}
          onChange={(event) => set('subject', event.currentTarget.value)}
          data={subjects.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </EntryDialog>
  );
}
