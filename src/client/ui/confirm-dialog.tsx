import type { ReactNode } from 'react';
import { useOnDemand } from './use-on-demand.ts';

export type ConfirmType = 'warning' | 'success' | 'info' | 'error';

export type ConfirmDialogProps = {
  opened: boolean;
  type?: ConfirmType;
  title: string;
  message: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  isProcessing?: boolean;
  /** Between message and buttons: figures, a reason. */
  children?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
};

const loadModal = () => import('./confirm-modal.tsx').then((module) => module.ConfirmModal);

/** Asks before something is done; its code arrives after the first paint. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const ConfirmModal = useOnDemand(loadModal, { isWanted: props.opened, onFailed: props.onClose });
  return ConfirmModal && <ConfirmModal {...props} />;
}
