import { Box, List, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useConfirmation } from '#client/lib/forms/use-confirmation.ts';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import { InlineError } from '#client/ui/section-card.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { LeavingTutor } from '#shared/contracts/verification.ts';
import { showResult, type TargetTutor, useInvalidateTutors } from './tutor-actions.ts';

export type DeleteTutorDialogProps = { tutor: TargetTutor; opened: boolean; onClose: () => void };

export function DeleteTutorDialog({ tutor: { id, user }, opened, onClose }: DeleteTutorDialogProps) {
  const trpc = useTRPC();
  const leaving = useQuery(trpc.verification.leaving.queryOptions({ id }, { enabled: opened, staleTime: 0, gcTime: 0 }));
  const remove = useMutation(trpc.verification.remove.mutationOptions({ onSettled: useInvalidateTutors() }));
  const confirm = useConfirmation({
    mutation: remove,
    input: { id },
    fallbackMessage: 'Failed to delete tutor',
    closesOn: [404],
    toast: { success: showResult, error: toast.error },
    onClose,
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
            {listConsequences(leaving.data).map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
          <Text fw={700}>This cannot be undone.</Text>
        </Stack>
      )}
      {!leaving.data && leaving.error && <InlineError message={errorMessage(leaving.error, 'Failed to fetch tutor profile')} query={leaving} />}
      {!leaving.data && !leaving.error && (
        <Box w="100%">
          <Loading label="Checking what would be deleted…">
            <Skeleton height={20} mb="xs" />
            <Skeleton height={20} mb="xs" width="85%" />
            <Skeleton height={20} width="60%" />
          </Loading>
        </Box>
      )}
    </ConfirmDialog>
  );
}

function listConsequences({ bookings, inProgress, blogs, favourites, documents }: LeavingTutor): string[] {
  return [
    bookings === 0 ? 'No booking has to be cancelled.' : formatBookings(bookings),
    ...(inProgress > 0 ? [formatInProgress(inProgress)] : []),
    'They are signed out everywhere and notified by email. They can register again with the same address.',
    ...(blogs > 0 ? [blogs === 1 ? '1 blog post is deleted.' : `${blogs} blog posts are deleted.`] : []),
    ...(favourites > 0 ? [formatFavourites(favourites)] : []),
    ...(documents > 0 ? [documents === 1 ? '1 document is deleted.' : `${documents} documents are deleted.`] : []),
    'Completed bookings and reviews stay, without the name.',
  ];
}

function formatBookings(count: number): string {
  return count === 1
    ? '1 booking that has not ended is cancelled. The student owes nothing, and we tell them.'
    : `${count} bookings that have not ended are cancelled. The students owe nothing, and we tell them.`;
}

function formatInProgress(count: number): string {
  return count === 1 ? '1 of them is a session under way now.' : `${count} of them are sessions under way now.`;
}

function formatFavourites(count: number): string {
  return count === 1 ? '1 student loses a favourite.' : `${count} students lose a favourite.`;
}
