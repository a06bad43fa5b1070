import { lazyDialog } from './lazy-part.tsx';

export type { ConfirmDialogProps, ConfirmType } from './confirm-modal.tsx';

export const ConfirmDialog = lazyDialog(() => import('./confirm-modal.tsx').then((module) => module.ConfirmModal));
