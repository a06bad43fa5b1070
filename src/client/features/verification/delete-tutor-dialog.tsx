import { Button, Skeleton } from '@mantine/core';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessage, errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useBackCloses } from '#client/ui/use-back-closes.ts';
import classes from './delete-tutor-dialog.module.css';
import { consequencesOf } from './delete-tutor-words.ts';
import { tell } from './tell.ts';
import type { ActedTutor } from './tutor-actions.ts';
import { useStaleTutors } from './use-stale-tutors.ts';

export type DeleteTutorDialogProps = { tutor: ActedTutor; opened: boolean; onClose: () => void };

/** Says what goes with a tutor before they go. */
export function DeleteTutorDialog({ tutor: { id, user }, opened, onClose }: DeleteTutorDialogProps) {
  // As it is at this moment, whenever it opens.
  const leaving = trpc.verification.leaving.useQuery({ id }, { enabled: opened, staleTime: 0, gcTime: 0 });
  const remove = trpc.verification.remove.useMutation({ onSettled: useStaleTutors() });
  const keepFocus = useReturnFocus(remove.isPending);

  const confirm = useOneAtATime(async () => {
    keepFocus();
    try {
      const { message } = await remove.mutateAsync({ id });
      tell(message);
    } catch (error) {
      toast.error(errorMessageWithReason(error, 'Failed to delete tutor'));
      if (toApiError(error)?.status !== 404) return;
    }
    onClose();
  });
  useBackCloses(opened, () => {
    if (!remove.isPending) onClose();
  });

  return (
    <ConfirmDialog
      opened={opened}
      type="error"
      title={`Delete ${user.name}?`}
      message="Profile and account are deleted. This is what happens:"
      confirmLabel="Delete tutor"
      isProcessing={remove.isPending}
      isBlocked={!leaving.data}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {leaving.data && (
        <div className={classes.what}>
          <ul>
            {consequencesOf(leaving.data).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <p>
            <strong>This cannot be undone.</strong>
          </p>
        </div>
      )}
      {!leaving.data && leaving.error && (
        <div className={classes.what} role="alert">
          <p>{errorMessage(leaving.error, 'Failed to fetch tutor profile')}</p>
          <Button variant="default" size="sm" loading={leaving.isFetching} onClick={() => void leaving.refetch()}>
            Try Again
          </Button>
        </div>
      )}
      {!leaving.data && !leaving.error && (
        <div className={classes.what}>
          <Loading label="Finding out what would happen…">
            <Skeleton height={20} mb="xs" />
            <Skeleton height={20} mb="xs" width="85%" />
            <Skeleton height={20} width="60%" />
          </Loading>
        </div>
      )}
    </ConfirmDialog>
  );
}
