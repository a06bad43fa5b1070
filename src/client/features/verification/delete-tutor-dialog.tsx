import { Box, List, Skeleton, Stack, Text } from '@mantine/core';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessage, errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import { InlineError } from '#client/ui/section-card.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
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
  useCloseOnBack(opened, () => {
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
        <Stack gap="sm" w="100%">
          <List spacing={6}>
            {consequencesOf(leaving.data).map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
          <Text fw={700}>This cannot be undone.</Text>
        </Stack>
      )}
      {!leaving.data && leaving.error && (
        <InlineError
          message={errorMessage(leaving.error, 'Failed to fetch tutor profile')}
          isRetrying={leaving.isFetching}
          onRetry={() => void leaving.refetch()}
        />
      )}
      {!leaving.data && !leaving.error && (
        <Box w="100%">
          <Loading label="Finding out what would happen…">
            <Skeleton height={20} mb="xs" />
            <Skeleton height={20} mb="xs" width="85%" />
            <Skeleton height={20} width="60%" />
          </Loading>
        </Box>
      )}
    </ConfirmDialog>
  );
}
