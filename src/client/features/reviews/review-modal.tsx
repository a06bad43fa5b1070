import { useLazy } from '#client/ui/use-lazy.ts';
import type { ReviewModalProps } from './review-dialog.tsx';

export type { ReviewModalProps } from './review-dialog.tsx';

const loadDialog = () => import('./review-dialog.tsx').then((module) => module.ReviewDialog);

export function ReviewModal(props: ReviewModalProps) {
  const ReviewDialog = useLazy(loadDialog, { isNeeded: props.opened, onError: props.onClose });
  return ReviewDialog && <ReviewDialog {...props} />;
}
