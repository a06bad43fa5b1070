import type { ConfirmDialogProps } from './confirm-modal.tsx';
import { useLazy } from './use-lazy.ts';

export type { ConfirmDialogProps, ConfirmType } from './confirm-modal.tsx';

const loadModal = () => import('./confirm-modal.tsx').then((module) => module.ConfirmModal);

export function ConfirmDialog(props: ConfirmDialogProps) {
  const ConfirmModal = useLazy(loadModal, { isNeeded: props.opened, onError: props.onClose });
  return ConfirmModal && <ConfirmModal {...props} />;
}
