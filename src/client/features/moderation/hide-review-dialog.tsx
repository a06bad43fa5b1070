import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import type { ReportedCase } from '#shared/contracts/admin-reports.ts';

const WORDS = {
  hide: {
    title: 'Hide this review?',
    message: 'It leaves every list, the counts and the rating of the tutor. Its author still sees it, and may edit it.',
    confirmLabel: 'Hide Review',
    type: 'error',
  },
  show: {
    title: 'Show this review again?',
    message: 'Everybody sees it again, and it counts for the rating of the tutor.',
    confirmLabel: 'Show Review',
    type: 'warning',
  },
} as const;

export type HideReviewDialogProps = { report: ReportedCase; opened: boolean; onClose: () => void; onDone: () => void };

/** Asks before a review is hidden, or shown again. */
export function HideReviewDialog({ report, opened, onClose, onDone }: HideReviewDialogProps) {
  const hide = trpc.moderation.hideReview.useMutation();
  const keepFocus = useReturnFocus(hide.isPending);
  const isHidden = report.review?.isHidden ?? false;

  const confirm = useOneAtATime(async () => {
    keepFocus();
    try {
      const { message } = await hide.mutateAsync({ reportId: report.id, isHidden: !isHidden });
      toast.success(message);
    } catch (error) {
      toast.error(errorMessageWithReason(error, 'Failed to change the review. Please try again.'));
      if (toApiError(error)?.status !== 404) return;
    }
    onClose();
    onDone();
  });
  useCloseOnBack(opened, () => {
    if (!hide.isPending) onClose();
  });

  return (
    <ConfirmDialog
      opened={opened}
      {...WORDS[isHidden ? 'show' : 'hide']}
      isProcessing={hide.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
