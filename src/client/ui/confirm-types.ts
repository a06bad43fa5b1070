import type { ReactNode } from 'react';

export type ConfirmType = 'warning' | 'success' | 'info' | 'error';

export type ConfirmDialogProps = {
  opened: boolean;
  type?: ConfirmType;
  title: string;
  message: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  isProcessing?: boolean;
  /** It cannot be confirmed; the content says why. */
  isBlocked?: boolean;
  /** Between message and buttons: figures, a reason. */
  children?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
};
