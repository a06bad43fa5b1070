import { Button, List, Stack, Text } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { removeUserDrafts } from '#client/lib/drafts/draft.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { LeavingProfile } from '#shared/contracts/tutors.ts';
import { SUCCESS } from '#shared/messages.ts';

export type DeleteProfileSectionProps = { userId: string; onDeleted?: () => void };

const NOT_READ = 'Failed to fetch tutor profile';
const NOT_DELETED = 'Failed to delete tutor profile. Please try again.';

export function DeleteProfileSection({ userId, onDeleted }: DeleteProfileSectionProps) {
  const utils = trpc.useUtils();
  const deletion = trpc.tutors.deleteProfile.useMutation();
  const [isLoading, setLoading] = useState(false);
  const [counts, setCounts] = useState<LeavingProfile | null>(null);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const returnFocus = useReturnFocus(isLoading);

  const openDialog = useOneAtATime(async () => {
    setError(null);
    returnFocus();
    setLoading(true);
    try {
      setCounts(await utils.tutors.leavingProfile.fetch(undefined, { staleTime: 0 }));
      setDialogOpen(true);
    } catch (error) {
      setError(errorMessageWithReason(error, NOT_READ));
    }
    setLoading(false);
  });

  const deleteProfile = useOneAtATime(async () => {
    try {
      await deletion.mutateAsync();
      setDialogOpen(false);
      toast.success(SUCCESS.profileDeleted);
      onDeleted?.();
      removeUserDrafts(userId);
      await Promise.all([utils.tutors.invalidate(), utils.daysOff.invalidate(), utils.bookings.invalidate(), utils.blogs.invalidate()]);
    } catch (error) {
      setDialogOpen(false);
      setError(errorMessageWithReason(error, NOT_DELETED));
    }
  });

  return (
    <Stack gap="sm">
      <Text c="dimmed">Before you delete anything, we show what happens to your bookings, posts and documents. You keep your account.</Text>
      {error && (
        <Text c="red" role="alert">
          {error}
        </Text>
      )}
      <Button
        style={{ alignSelf: 'start' }}
        variant="outline"
        color="red"
        leftSection={<Trash2 size={18} />}
        loading={isLoading}
        onClick={() => void openDialog()}
      >
        {error ? 'Try Again' : 'Delete tutor profile'}
      </Button>
      <ConfirmDialog
        opened={isDialogOpen}
        type="error"
        title="Delete your tutor profile?"
        confirmLabel="Delete my profile"
        isProcessing={deletion.isPending}
        onConfirm={() => void deleteProfile()}
        onClose={() => setDialogOpen(false)}
        message={
          <>
            <List>{counts && describeConsequences(counts).map((sentence) => <List.Item key={sentence}>{sentence}</List.Item>)}</List>
            <Text mt="md" fw={700}>
              This cannot be undone.
            </Text>
          </>
        }
      />
    </Stack>
  );
}

function describeConsequences({ bookings, blogs, documents, favourites }: LeavingProfile): string[] {
  return [
    ...(bookings > 0 ? [describeBookings(bookings)] : []),
    'Students can no longer find or book you. Your subjects, rates, hours and days off are deleted.',
    ...(documents > 0 ? [documents === 1 ? '1 document is deleted.' : `${documents} documents are deleted.`] : []),
    ...(blogs > 0 ? [blogs === 1 ? '1 blog post is deleted.' : `${blogs} blog posts are deleted.`] : []),
    ...(favourites > 0 ? [favourites === 1 ? '1 student loses you as a favorite.' : `${favourites} students lose you as a favorite.`] : []),
    'Your account keeps your rating and reviews.',
    'You keep your account. You can sign in as before and create a new profile.',
  ];
}

function describeBookings(count: number): string {
  return count === 1
    ? '1 booking that has not ended is cancelled. The student owes nothing, and we tell them.'
    : `${count} bookings that have not ended are cancelled. The students owe nothing, and we tell them.`;
}
