import { Button } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessage, isUnauthenticated, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { useViewer } from '#client/lib/session/session.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { ErrorState } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import { UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';
import { RemoveReviewDialog } from './remove-review-dialog.tsx';
import classes from './review-dialog.module.css';
import { draftProblem, type ReviewModalProps } from './review-draft.ts';
import { ReviewFields, ReviewFieldsLoading } from './review-fields.tsx';
import { useReviewDraft } from './use-review-draft.ts';
import { useStaleAfterReview } from './use-stale-after-review.ts';

/** Import it only on demand: it brings the code of dialogs. */
export function ReviewDialog({ booking, opened, onClose }: ReviewModalProps) {
  const formId = useId();
  const counterId = useId();
  const userId = useViewer()?.id ?? '';
  const written = trpc.reviews.ofBooking.useQuery({ bookingId: booking.id }, { enabled: opened && booking.isReviewed });
  const isThere = booking.isReviewed && toApiError(written.error)?.code !== 'review.none';
  const stored = isThere ? written.data : undefined;
  const isKnown = !isThere || stored !== undefined;
  const { draft, change, forget } = useReviewDraft({ userId, bookingId: booking.id, opened, stored });
  const [isRemoving, setRemoving] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const utils = trpc.useUtils();
  const write = trpc.reviews.write.useMutation({
    onSuccess: ({ rating }) => utils.reviews.ofBooking.setData({ bookingId: booking.id }, rating),
    onSettled: useStaleAfterReview(),
  });
  const keepFocus = useReturnFocus(write.isPending);

  // While it is sent, and until it has closed, the dialog stays what it was.
  const [isEdit, setEdit] = useState(isThere);
  if (opened && !write.isPending && isThere !== isEdit) setEdit(isThere);

  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    setRefused(null);
  }

  const send = useOneAtATime(async (pressed: HTMLElement | null) => {
    if (draftProblem(draft)) return;
    keepFocus(pressed);
    setRefused(null);
    try {
      const { message } = await write.mutateAsync({ bookingId: booking.id, rating: draft.rating, review: draft.review.trim() });
      toast.success(message, { title: 'Review Submitted' });
      forget();
      onClose();
    } catch (error) {
      const sentence = isUnauthenticated(error)
        ? 'Please login to submit a review'
        : errorMessage(error, 'Failed to submit review. Please try again.');
      setRefused(sentence);
      toast.error(sentence, { title: 'Review Submission Failed' });
    }
  });

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send(event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null);
  };

  useCloseOnBack(opened && !isRemoving, () => {
    if (!write.isPending) onClose();
  });

  return (
    <>
      <Dialog
        opened={opened && !isRemoving}
        title={isEdit ? 'Edit your review' : 'Write a review'}
        isBusy={write.isPending}
        onClose={onClose}
        footer={
          <>
            {isEdit && (
              <Button
                className={classes.remove}
                variant="subtle"
                color="red"
                disabled={!isKnown || write.isPending}
                onClick={() => setRemoving(true)}
              >
                Delete
              </Button>
            )}
            <Button variant="default" disabled={write.isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={formId}
              loading={write.isPending}
              disabled={!isKnown || draftProblem(draft) !== null}
              aria-describedby={counterId}
            >
              {isEdit ? 'Save Review' : 'Submit Review'}
            </Button>
          </>
        }
      >
        <p className={classes.about}>{aboutOf(booking)}</p>
        {isKnown && (
          <form id={formId} noValidate onSubmit={onSubmit}>
            <ReviewFields
              draft={draft}
              counterId={counterId}
              refused={refused}
              onChange={(part) => {
                setRefused(null);
                change(part);
              }}
            />
          </form>
        )}
        {!isKnown && !written.error && <ReviewFieldsLoading />}
        {!isKnown && written.error && (
          <ErrorState
            title="Error Loading Review"
            message={errorMessage(written.error, 'Failed to fetch reviews')}
            isRetrying={written.isFetching}
            onRetry={() => void written.refetch()}
          />
        )}
      </Dialog>
      <RemoveReviewDialog
        reviewId={stored?.id}
        opened={opened && isRemoving}
        onClose={() => setRemoving(false)}
        onRemoved={() => {
          setRemoving(false);
          forget();
          onClose();
        }}
      />
    </>
  );
}

/** Whom it is about, as the booking says. */
function aboutOf({ subject, tutor }: ReviewModalProps['booking']): string {
  return `${subject.name} with ${tutor.user?.name ?? UNKNOWN_TUTOR}`;
}
