import { useLazy } from '#client/ui/use-lazy.ts';
import type { ReviewModalProps } from './review-draft.ts';

export type { ReviewModalProps } from './review-draft.ts';

const loadDialog = () => import('./review-dialog.tsx').then((module) => module.ReviewDialog);

/** Asks a student how a session was; its code arrives after the first paint. */
export function ReviewModal(props: ReviewModalProps) {
  const ReviewDialog = useLazy(loadDialog, { isNeeded: props.opened, onError: props.onClose });
  return ReviewDialog && <ReviewDialog {...props} />;
}
