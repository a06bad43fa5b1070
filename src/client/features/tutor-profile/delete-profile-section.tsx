import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, List, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { removeUserDrafts } from '#client/lib/drafts/draft.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason, isTemporary } from '#client/lib/rpc/errors.ts';
import { invalidateAll, useTRPC, useTRPCClient } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { LeavingProfile } from '#shared/contracts/tutors.ts';
import { SUCCESS } from '#shared/messages.ts';

export type DeleteProfileSectionProps = { userId: string; profileId: string; onDeleted?: (profileId: string) => void };

export function DeleteProfileSection({ userId, profileId, onDeleted }: DeleteProfileSectionProps) {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const client = useTRPCClient();
  const deletion = useMutation(trpc.tutors.deleteProfile.mutationOptions());
  const [isLoading, setLoading] = useState(false);
  const [counts, setCounts] = useState<LeavingProfile | null>(null);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const [error, setError] = useState<string | null>(null);
  /** The profile that may be gone, because the answer was lost. */
  const [unansweredId, setUnansweredId] = useState<string | null>(null);

  async function finish(deletedId: string): Promise<void> {
    setUnansweredId(null);
    setError(null);
    setDialogOpen(false);
    toast.success(SUCCESS.profileDeleted);
    onDeleted?.(deletedId);
    removeUserDrafts(userId);
    await invalidateAll(queryClient, [trpc.tutors, trpc.daysOff, trpc.bookings, trpc.blogs]);
  }

  // Past the cache: the editor may not learn of the fresh profile before `onDeleted` keeps it from storing the old one.
  const isGone = async (id: string): Promise<boolean> => (await client.tutors.own.query()).id !== id;

  // The page may read the fresh profile by itself, such as when the network is back.
  const finishGone = useEffectEvent((shownId: string) => {
    if (unansweredId !== null && unansweredId !== shownId) void finish(unansweredId);
  });
  useEffect(() => finishGone(profileId), [profileId]);

  const returnFocus = useReturnFocus(isLoading);

  const openDialog = useOneAtATime(async () => {
    setError(null);
    returnFocus();
    setLoading(true);
    try {
      if (unansweredId !== null && (await isGone(unansweredId))) {
        setLoading(false);
        return await finish(unansweredId);
      }
      setUnansweredId(null);
      setCounts(await queryClient.fetchQuery(trpc.tutors.leavingProfile.queryOptions(undefined, { staleTime: 0 })));
      setDialogOpen(true);
    } catch (error) {
      setError(errorMessageWithReason(error, t`Failed to fetch tutor profile`));
    }
    setLoading(false);
  });

  const deleteProfile = useOneAtATime(async () => {
    try {
      await deletion.mutateAsync();
      await finish(profileId);
    } catch (error) {
      if (isTemporary(error)) {
        if (await isGone(profileId).catch(() => false)) return finish(profileId);
        setUnansweredId(profileId);
      }
      setDialogOpen(false);
      setError(errorMessageWithReason(error, t`Failed to delete tutor profile. Please try again.`));
    }
  });

  return (
    <Stack gap="sm">
      <Text c="dimmed">
        <Trans>Before you delete anything, we show what happens to your bookings, posts and documents. You keep your account.</Trans>
      </Text>
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
        {error ? t`Try Again` : t`Delete tutor profile`}
      </Button>
      <ConfirmDialog
        opened={isDialogOpen}
        type="error"
        title={t`Delete your tutor profile?`}
        confirmLabel={t`Delete my profile`}
        isProcessing={deletion.isPending}
        onConfirm={() => void deleteProfile()}
        onClose={() => setDialogOpen(false)}
        message={
          <>
            <List>{counts && describeConsequences(i18n, counts).map((sentence) => <List.Item key={sentence}>{sentence}</List.Item>)}</List>
            <Text mt="md" fw={700}>
              <Trans>This cannot be undone.</Trans>
            </Text>
          </>
        }
      />
    </Stack>
  );
}

function describeConsequences(i18n: I18n, { bookings, blogs, documents, favourites }: LeavingProfile): string[] {
  const sentences = [
    bookings > 0 &&
      msg`${plural(bookings, {
        one: '# booking that has not ended is cancelled. The student owes nothing, and we tell them.',
        other: '# bookings that have not ended are cancelled. The students owe nothing, and we tell them.',
      })}`,
    msg`Students can no longer find or book you. Your subjects, rates, hours and days off are deleted.`,
    documents > 0 && msg`${plural(documents, { one: '# document is deleted.', other: '# documents are deleted.' })}`,
    blogs > 0 && msg`${plural(blogs, { one: '# blog post is deleted.', other: '# blog posts are deleted.' })}`,
    favourites > 0 && msg`${plural(favourites, { one: '# student loses you as a favorite.', other: '# students lose you as a favorite.' })}`,
    msg`Your account keeps your rating and reviews.`,
    msg`You keep your account. You can sign in as before and create a new profile.`,
  ];
  return sentences.flatMap((sentence) => (sentence ? [i18n._(sentence)] : []));
}
