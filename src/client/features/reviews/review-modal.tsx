import { lazyDialog } from '#client/ui/lazy-part.tsx';

export type { ReviewModalProps } from './review-dialog.tsx';

export const ReviewModal = lazyDialog(() => import('./review-dialog.tsx').then((module) => module.ReviewDialog));
