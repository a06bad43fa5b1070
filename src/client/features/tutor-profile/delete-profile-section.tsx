import { Button } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { LeavingProfile } from '#shared/contracts/tutors.ts';
import { SUCCESS } from '#shared/messages.ts';
import classes from './delete-profile-section.module.css';
import { consequencesOf } from './delete-profile-words.ts';

export type DeleteProfileSectionProps = {
  /** For whoever keeps something of the profile. */
  onDeleted?: () => void;
};

const NOT_KNOWN = 'Failed to fetch tutor profile';
const NOT_DELETED = 'Failed to delete tutor profile. Please try again.';

/** Deletes the own profile, after it was said what goes with it; the account stays. */
export function DeleteProfileSection({ onDeleted }: DeleteProfileSectionProps) {
  const utils = trpc.useUtils();
  const deletion = trpc.tutors.deleteProfile.useMutation();
  const [isLooking, setLooking] = useState(false);
  const [leaving, setLeaving] = useState<LeavingProfile | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const keepFocus = useReturnFocus(isLooking);

  const ask = useOneAtATime(async () => {
    setProblem(null);
    keepFocus();
    setLooking(true);
    try {
      setLeaving(await utils.tutors.leavingProfile.fetch(undefined, { staleTime: 0 }));
      setAsked(true);
    } catch (error) {
      setProblem(errorMessageWithReason(error, NOT_KNOWN));
    } finally {
      setLooking(false);
    }
  });

  const remove = useOneAtATime(async () => {
    try {
      await deletion.mutateAsync();
      setAsked(false);
      toast.success(SUCCESS.profileDeleted);
      onDeleted?.();
      await Promise.all([utils.tutors.invalidate(), utils.daysOff.invalidate(), utils.bookings.invalidate(), utils.blogs.invalidate()]);
    } catch (error) {
      setAsked(false);
      setProblem(errorMessageWithReason(error, NOT_DELETED));
    }
  });

  return (
    <div className={classes.section}>
      <p className={classes.intro}>Before anything is deleted, we say what happens to your bookings, posts and documents. Your account stays.</p>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <Button
        className={classes.opener}
        variant="outline"
        color="red"
        leftSection={<Trash2 size={18} />}
        loading={isLooking}
        onClick={() => void ask()}
      >
        {problem ? 'Try Again' : 'Delete tutor profile'}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        type="error"
        title="Delete your tutor profile?"
        confirmLabel="Delete my profile"
        isProcessing={deletion.isPending}
        onConfirm={() => void remove()}
        onClose={() => setAsked(false)}
        message={
          <>
            <ul className={classes.list}>{leaving && consequencesOf(leaving).map((sentence) => <li key={sentence}>{sentence}</li>)}</ul>
            <p className={classes.last}>
              <strong>This cannot be undone.</strong>
            </p>
          </>
        }
      />
    </div>
  );
}
