import { Skeleton, Textarea } from '@mantine/core';
import { useState } from 'react';
import { formatLength } from '#client/ui/format-length.ts';
import { Loading } from '#client/ui/page-state.tsx';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import classes from './review-dialog.module.css';
import { draftProblem, type ReviewDraft } from './review-draft.ts';
import { StarChoice } from './star-choice.tsx';

export type ReviewFieldsProps = {
  draft: ReviewDraft;
  /** For whatever else the counter explains. */
  counterId: string;
  /** Why the last try failed. */
  refused: string | null;
  onChange: (part: Partial<ReviewDraft>) => void;
};

export function ReviewFields({ draft, counterId, refused, onChange }: ReviewFieldsProps) {
  const [wasLeft, setWasLeft] = useState(false);
  const problem = draftProblem(draft);
  return (
    <>
      <StarChoice value={draft.rating} onChange={(rating) => onChange({ rating })} />
      <Textarea
        className={classes.field}
        label="Your review"
        description={formatLength(draft.review, LIMITS.review)}
        // Mantine lets nothing but its own parts describe a field.
        descriptionProps={{ id: counterId, className: classes.counter, 'data-missing': problem !== null || undefined }}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        rows={6}
        required
        value={draft.review}
        error={(wasLeft && problem) || refused}
        onChange={(event) => onChange({ review: event.currentTarget.value })}
        onBlur={() => setWasLeft(true)}
      />
      <p className={classes.note}>Your name and photo stand beside it on the tutor’s profile.</p>
    </>
  );
}

/** In the shape of the fields. */
export function ReviewFieldsLoading() {
  return (
    <Loading label="Loading your review…">
      <Skeleton height={24} width="6rem" />
      <Skeleton height={44} width="14rem" my="xs" />
      <Skeleton height={24} width="7rem" mt="lg" />
      <Skeleton height={164} mt="xs" />
    </Loading>
  );
}
