import { Button, Group } from '@mantine/core';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import classes from './confirm-modal.module.css';
import type { ConfirmDialogProps } from './confirm-types.ts';
import { Dialog } from './dialog.tsx';

const LOOKS = {
  warning: { Icon: TriangleAlert, color: 'terracotta' },
  success: { Icon: CircleCheck, color: 'green' },
  info: { Icon: Info, color: 'teal' },
  error: { Icon: CircleAlert, color: 'red' },
} as const;

export function ConfirmModal({
  opened,
  type = 'warning',
  title,
  message,
  confirmLabel = 'Confirm',
  cancelLabel = 'Cancel',
  isProcessing = false,
  isBlocked = false,
  children,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { Icon, color } = LOOKS[type];

  return (
    <Dialog
      opened={opened}
      isBusy={isProcessing}
      onClose={onClose}
      title={
        <span className={classes.title}>
          <span className={classes.icon} data-type={type}>
            <Icon size={20} aria-hidden="true" />
          </span>
          {title}
        </span>
      }
      footer={
        <>
          <Button variant="default" disabled={isProcessing} data-autofocus onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button color={color} disabled={isProcessing || isBlocked} onClick={onConfirm}>
            <span className={classes.label}>
              <span data-hidden={isProcessing || undefined}>{confirmLabel}</span>
              <span data-hidden={!isProcessing || undefined}>Processing...</span>
            </span>
          </Button>
        </>
      }
    >
      <div className={classes.message}>{message}</div>
      {children && <Group mt="md">{children}</Group>}
    </Dialog>
  );
}
