import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Skeleton, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { useId, useState } from 'react';
import { userDraft } from '#client/lib/drafts/draft.ts';
import { oneOf, record, text } from '#client/lib/drafts/schema.ts';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { useAtOpening } from '#client/lib/forms/use-at-opening.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessage, errorMessageWithReason, isUnauthenticated, toApiError } from '#client/lib/rpc/errors.ts';
import { invalidateAll, useTRPC } from '#client/lib/rpc/trpc.ts';
import { useViewer } from '#client/lib/session/session.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Loading, QueryError } from '#client/ui/page-state.tsx';
import { formatLength, lengthOf, visibleLength } from '#client/ui/text-length.ts';
import { toast } from '#client/ui/toasts.ts';
import { translated, translatedName } from '#shared/domain/texts.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';
import classes from './review-dialog.module.css';

const FAILED = msg`Failed to submit review. Please try again.`;
const RATINGS = [1, 2, 3, 4, 5] as const;
const LABELS: readonly MessageDescriptor[] = [msg`Poor`, msg`Fair`, msg`Good`, msg`Very good`, msg`Excellent`];

const schema = () => import('#shared/contracts/engagement.ts').then(({ writeReviewInput }) => writeReviewInput.pick({ rating: true, review: true }));
const draftSchema = record({ rating: oneOf<number>(RATINGS, 5), review: text() });

export type ReviewModalProps = {
  booking: { id: string; subject: { name: string }; tutor: { user: { name: string } | null }; isReviewed: boolean };
  opened: boolean;
  onClose: () => void;
};

export function ReviewDialog(props: ReviewModalProps) {
  const userId = useViewer()?.id ?? '';
  // Each opening reads the draft again, of whoever is signed in by then.
  const [opening, setOpening] = useState({ isOpen: false, count: 0, userId });
  if (props.opened !== opening.isOpen) {
    setOpening(props.opened ? { isOpen: true, count: opening.count + 1, userId } : { ...opening, isOpen: false });
  }
  return <ReviewForm key={opening.count} {...props} userId={opening.userId} />;
}

function ReviewForm({ booking, opened, userId, onClose }: ReviewModalProps & { userId: string }) {
  const { t, i18n } = useLingui();
  const formId = useId();
  const counterId = useId();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const saved = useQuery(trpc.reviews.ofBooking.queryOptions({ bookingId: booking.id }, { enabled: opened && booking.isReviewed }));
  const isSaved = booking.isReviewed && toApiError(saved.error)?.code !== 'review.none';
  const review = isSaved ? saved.data : undefined;
  const isLoaded = !isSaved || review !== undefined;
  const [isRemoving, setRemoving] = useState(false);
  const write = useMutation(
    trpc.reviews.write.mutationOptions({
      onSuccess: ({ rating }) => queryClient.setQueryData(trpc.reviews.ofBooking.queryKey({ bookingId: booking.id }), rating),
      onSettled: useInvalidateReviews(),
    }),
  );

  const initialValues = review ? { rating: review.rating, review: review.review } : draftSchema.defaultValue;
  const draft = userDraft(userId, `review ${booking.id}`, draftSchema);
  const form = useAppForm({
    initialValues,
    schema,
    fallbackMessage: i18n._(FAILED),
    draft: {
      ...draft,
      write(values) {
        if (!isSameReview(values, initialValues)) return draft.write(values);
        draft.remove();
        return true;
      },
    },
    onSubmit: async (values) => {
      const { message } = await write.mutateAsync({ bookingId: booking.id, rating: values.rating, review: values.review.trim() });
      toast.success(message, { title: t`Review Submitted` });
      onClose();
    },
    clearErrorOnChange: true,
    onError: (error) => toast.error(describeFailure(i18n, error), { title: t`Review Submission Failed` }),
  });
  const subjectName = translatedName(i18n, booking.subject.name);
  const tutorName = booking.tutor.user?.name ?? translated(i18n, UNKNOWN_TUTOR);
  const isSendable = isLoaded && visibleLength(form.values.review) >= LIMITS.review.min && lengthOf(form.values.review) <= LIMITS.review.max;

  // No field was shown until the saved review arrived. It may have been changed elsewhere since an earlier opening.
  const [taken, setTaken] = useState(isLoaded ? initialValues : null);
  if (isLoaded && !(taken && isSameReview(taken, initialValues))) {
    setTaken(initialValues);
    if (!form.isRestored && (!taken || isSameReview(form.values, taken))) form.setValues(initialValues);
  }
  // The dialog keeps its wording while it sends and closes.
  const [isEdit, setEdit] = useState(isSaved);
  if (opened && !form.isSubmitting && isSaved !== isEdit) setEdit(isSaved);

  return (
    <>
      <Dialog
        opened={opened && !isRemoving}
        title={isEdit ? t`Edit your review` : t`Write a review`}
        isBusy={form.isSubmitting}
        onClose={onClose}
        footer={
          <>
            {isEdit && (
              <Button variant="subtle" color="red" me="auto" disabled={!isLoaded || form.isSubmitting} onClick={() => setRemoving(true)}>
                <Trans>Delete</Trans>
              </Button>
            )}
            <Button variant="default" disabled={form.isSubmitting} onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" form={formId} loading={form.isSubmitting} disabled={!isSendable} aria-describedby={counterId}>
              {isEdit ? t`Save Review` : t`Submit Review`}
            </Button>
          </>
        }
      >
        <Text c="dimmed" mb="lg">
          <Trans>
            {subjectName} with {tutorName}
          </Trans>
        </Text>
        {isLoaded && (
          <form id={formId} noValidate onSubmit={form.handleSubmit}>
            <StarChoice value={form.values.rating} onChange={(rating) => form.setFieldValue('rating', rating)} />
            <Textarea
              mt="lg"
              label={t`Your review`}
              description={formatLength(i18n, form.values.review, LIMITS.review)}
              descriptionProps={{
                id: counterId,
                ta: 'end',
                mt: 6,
                mod: 'tabular',
                ...(!isSendable && { c: 'var(--mantine-color-text)', fw: 600 }),
              }}
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              rows={6}
              required
              {...form.getInputProps('review')}
              error={form.errors.review ?? (form.error !== null && describeFailure(i18n, form.error))}
            />
            <Text size="sm" c="dimmed" mt={6}>
              <Trans>Your name and photo appear next to it on the tutor’s profile.</Trans>
            </Text>
          </form>
        )}
        {!isLoaded && !saved.error && (
          <Loading label={t`Loading your review…`}>
            <Skeleton height={24} width="6rem" />
            <Skeleton height={44} width="14rem" my="xs" />
            <Skeleton height={24} width="7rem" mt="lg" />
            <Skeleton height={164} mt="xs" />
          </Loading>
        )}
        {!isLoaded && saved.error && (
          <QueryError title={t`Error Loading Review`} message={errorMessage(saved.error, t`Failed to fetch reviews`)} query={saved} />
        )}
      </Dialog>
      <RemoveReviewDialog
        reviewId={review?.id}
        opened={opened && isRemoving}
        onClose={() => setRemoving(false)}
        onRemoved={() => {
          setRemoving(false);
          form.discardDraft();
          onClose();
        }}
      />
    </>
  );
}

type Content = { rating: number; review: string };

const isSameReview = (one: Content, other: Content): boolean => one.rating === other.rating && one.review.trim() === other.review.trim();

const describeFailure = (i18n: I18n, error: unknown): string =>
  isUnauthenticated(error) ? i18n._(msg`Please login to submit a review`) : errorMessageWithReason(error, i18n._(FAILED));

type StarChoiceProps = { value: number; onChange: (rating: number) => void };

function StarChoice({ value, onChange }: StarChoiceProps) {
  const { t, i18n } = useLingui();
  const label = LABELS[value - 1];
  const name = useId();
  return (
    <fieldset>
      <Text component="legend" fw={600} mb={4}>
        <Trans>Your rating</Trans>
      </Text>
      <Group gap="0 0.75rem">
        <div className={classes.stars}>
          {RATINGS.map((rating) => (
            <label key={rating} className={classes.star} data-filled={rating <= value || undefined}>
              <input
                type="radio"
                name={name}
                value={rating}
                aria-label={t`${plural(rating, { one: '# star', other: '# stars' })}`}
                checked={rating === value}
                data-autofocus={rating === value || undefined}
                onChange={() => onChange(rating)}
              />
              <Star size={30} aria-hidden="true" />
            </label>
          ))}
        </div>
        <Text span c="dimmed">
          {label && i18n._(label)}
        </Text>
      </Group>
    </fieldset>
  );
}

function useInvalidateReviews(): () => Promise<unknown> {
  const { reviews, bookings, tutors, favourites } = useTRPC();
  const queryClient = useQueryClient();
  return () => invalidateAll(queryClient, [reviews, bookings, tutors, favourites]);
}

type RemoveReviewDialogProps = { reviewId: string | undefined; opened: boolean; onClose: () => void; onRemoved: () => void };

function RemoveReviewDialog({ reviewId, opened, onClose, onRemoved }: RemoveReviewDialogProps) {
  const { t } = useLingui();
  const failed = t`Failed to delete review. Please try again.`;
  const trpc = useTRPC();
  const remove = useMutation(trpc.reviews.remove.mutationOptions({ onSettled: useInvalidateReviews() }));
  const restoreFocus = useReturnFocus(remove.isPending);
  const { value: id } = useAtOpening(reviewId, opened);

  const confirm = useOneAtATime(async () => {
    if (id === undefined) return;
    restoreFocus();
    try {
      const { message } = await remove.mutateAsync({ id });
      toast.success(message);
      onRemoved();
    } catch (error) {
      // It was deleted elsewhere; any other error the dialog says.
      if (toApiError(error)?.code !== 'review.not_found') return;
      toast.error(errorMessageWithReason(error, failed));
      onRemoved();
    }
  });

  return (
    <ConfirmDialog
      opened={opened}
      type="error"
      title={t`Delete your review?`}
      message={t`It will be deleted, along with the tutor’s reply. You can write a new one later.`}
      confirmLabel={t`Delete review`}
      cancelLabel={t`Keep it`}
      isProcessing={remove.isPending}
      problem={remove.error && errorMessageWithReason(remove.error, failed)}
      onConfirm={() => void confirm()}
      onClose={() => {
        remove.reset();
        onClose();
      }}
    />
  );
}
