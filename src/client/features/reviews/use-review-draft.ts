import { useState } from 'react';
import { forgetDraft, keepDraft, keptDraft, NOTHING_WRITTEN, type ReviewDraft } from './review-draft.ts';

export type ReviewDraftOptions = {
  userId: string;
  bookingId: string;
  opened: boolean;
  /** The review that there is already. */
  stored: ReviewDraft | undefined;
};

/** What stands in the fields: what was typed, in this browser until it is sent; before that what was written earlier. */
export function useReviewDraft({ userId, bookingId, opened, stored }: ReviewDraftOptions) {
  const [typed, setTyped] = useState<ReviewDraft | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setTyped(keptDraft(userId, bookingId));
  }
  const draft = typed ?? stored ?? NOTHING_WRITTEN;

  return {
    draft,
    change: (part: Partial<ReviewDraft>) => {
      const next = { ...draft, ...part };
      setTyped(next);
      if (saysTheSame(next, stored ?? NOTHING_WRITTEN)) forgetDraft(userId, bookingId);
      else keepDraft(userId, bookingId, next);
    },
    forget: () => {
      setTyped(null);
      forgetDraft(userId, bookingId);
    },
  };
}

function saysTheSame(one: ReviewDraft, other: ReviewDraft): boolean {
  return one.rating === other.rating && one.review.trim() === other.review.trim();
}
