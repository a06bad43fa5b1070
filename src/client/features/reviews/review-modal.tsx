import { withMessages } from '#client/lib/i18n.ts';
import { lazyDialog } from '#client/ui/lazy-part.tsx';

export type { ReviewModalProps } from './review-dialog.tsx';

export const ReviewModal = lazyDialog(withMessages('tutor-page', () => import('./review-dialog.tsx').then((module) => module.ReviewDialog)));
