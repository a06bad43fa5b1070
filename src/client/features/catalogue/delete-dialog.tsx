import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessage, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import type { Dependants } from '#shared/contracts/catalogue.ts';
import { counted, type Kind, WORDS } from './catalogue-words.ts';
import classes from './delete-dialog.module.css';
import { useStaleCatalogue } from './use-stale-catalogue.ts';

export type DeleteDialogProps = {
  of: Kind;
  entry: { id: string; name: string } | null;
  opened: boolean;
  onClose: () => void;
  onDeleted?: () => void;
};

/** Asks whether an entry is to go, and says beforehand what goes with it. */
export function DeleteDialog({ of, entry, opened, onClose, onDeleted }: DeleteDialogProps) {
  const words = WORDS[of];
  const onSettled = useStaleCatalogue();
  const category = trpc.catalogue.deleteCategory.useMutation({ onSettled });
  const subject = trpc.catalogue.deleteSubject.useMutation({ onSettled });
  const topic = trpc.catalogue.deleteTopic.useMutation({ onSettled });
  const remove = { category, subject, topic }[of];
  // Counted when it is asked, for it is what the answer hangs on.
  const dependants = trpc.catalogue.dependants.useQuery({ of, id: entry?.id ?? '' }, { enabled: opened, staleTime: 0, gcTime: 0 });

  const confirm = useOneAtATime(async () => {
    if (!entry) return;
    try {
      const { message } = await remove.mutateAsync({ id: entry.id });
      toast.success(message);
      onClose();
      onDeleted?.();
    } catch (error) {
      toast.error(errorMessage(error, words.notDeleted));
      if (toApiError(error)?.status === 404) onClose();
    }
  });
  useCloseOnBack(opened, () => {
    if (!remove.isPending) onClose();
  });

  return (
    <ConfirmDialog
      opened={opened}
      type="error"
      title={words.deleteTitle}
      message={words.deleteQuestion}
      confirmLabel="Delete"
      isProcessing={remove.isPending}
      isBlocked={dependants.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p className={classes.concerned}>
        <strong>{entry?.name}</strong>
        <br />
        <span role="status">
          {dependants.data ? told(of, dependants.data) : dependants.error ? 'How many tutors this concerns could not be read.' : 'Counting…'}
        </span>
      </p>
    </ConfirmDialog>
  );
}

function told(of: Kind, { subjects, topics, tutors }: Dependants): string {
  if (of === 'category') return `${counted(subjects, 'subject')} will be without a category. Nothing else changes for tutors.`;
  const taught = `${counted(tutors, 'tutor')} ${tutors === 1 ? 'has' : 'have'} it on their profile and will lose it.`;
  const history = 'Bookings and reviews keep its name.';
  return of === 'topic' ? `${taught} ${history}` : `${counted(topics, 'topic')} will go with it. ${taught} ${history}`;
}
