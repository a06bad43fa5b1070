import { Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessage, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { Dependants } from '#shared/contracts/catalogue.ts';
import { type EntryKind, formatCount, TEXTS } from './catalogue-text.ts';
import { useInvalidateCatalogue } from './use-catalogue.ts';

export type DeleteDialogProps = {
  kind: EntryKind;
  entry: { id: string; name: string } | null;
  opened: boolean;
  onClose: () => void;
};

export function DeleteDialog({ kind, entry, opened, onClose }: DeleteDialogProps) {
  const texts = TEXTS[kind];
  const onSettled = useInvalidateCatalogue();
  const trpc = useTRPC();
  const category = useMutation(trpc.catalogue.deleteCategory.mutationOptions({ onSettled }));
  const subject = useMutation(trpc.catalogue.deleteSubject.mutationOptions({ onSettled }));
  const topic = useMutation(trpc.catalogue.deleteTopic.mutationOptions({ onSettled }));
  const remove = { category, subject, topic }[kind];
  const dependants = useQuery(
    trpc.catalogue.dependants.queryOptions({ of: kind, id: entry?.id ?? '' }, { enabled: opened, staleTime: 0, gcTime: 0 }),
  );

  const confirm = useOneAtATime(async () => {
    if (!entry) return;
    try {
      const { message } = await remove.mutateAsync({ id: entry.id });
      toast.success(message);
      onClose();
    } catch (error) {
      toast.error(errorMessage(error, texts.notDeleted));
      if (toApiError(error)?.status === 404) onClose();
    }
  });

  return (
    <ConfirmDialog
      opened={opened}
      type="error"
      title={texts.deleteTitle}
      message={texts.deleteQuestion}
      confirmLabel="Delete"
      isProcessing={remove.isPending}
      isBlocked={dependants.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Text c="dimmed">
        <Text span inherit fw={700} c="var(--mantine-color-text)">
          {entry?.name}
        </Text>
        <br />
        <span role="status">
          {dependants.data
            ? formatConsequences(kind, dependants.data)
            : dependants.error
              ? 'We could not count how many tutors this affects.'
              : 'Counting…'}
        </span>
      </Text>
    </ConfirmDialog>
  );
}

function formatConsequences(kind: EntryKind, { subjects, topics, tutors }: Dependants): string {
  if (kind === 'category') return `${formatCount(subjects, 'subject')} will be without a category. Nothing else changes for tutors.`;
  const taught = `${formatCount(tutors, 'tutor')} ${tutors === 1 ? 'has' : 'have'} it on their profile and will lose it.`;
  const history = 'Bookings and reviews keep its name.';
  return kind === 'topic' ? `${taught} ${history}` : `${formatCount(topics, 'topic')} will go with it. ${taught} ${history}`;
}
