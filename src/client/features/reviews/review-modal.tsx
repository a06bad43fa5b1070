import { useOnDemand } from '#client/ui/use-on-demand.ts';
import type { ReviewModalProps } from './review-draft.ts';

export type { ReviewModalProps } from './review-draft.ts';

const loadDialog = () => import('./review-dialog.tsx').then((module) => module.ReviewDialog);

/** Asks a student how a session was; its code arrives after the first paint. */
export function ReviewModal(props: ReviewModalProps) {
  const ReviewDialog = useOnDemand(loadDialog, { isWanted: props.opened, onFailed: props.onClose });
  return ReviewDialog && <ReviewDialog {...props} />;
}
