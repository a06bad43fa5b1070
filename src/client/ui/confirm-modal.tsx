import { Trans } from '@lingui/react/macro';
import { Box, Button, Group, ThemeIcon } from '@mantine/core';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './confirm-modal.module.css';
import { Dialog } from './dialog.tsx';

export type ConfirmType = 'warning' | 'success' | 'info' | 'error';

export type ConfirmDialogProps = {
  opened: boolean;
  type?: ConfirmType;
  title: string;
  message: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  isProcessing?: boolean;
  isBlocked?: boolean;
  /** Why it failed, until it is tried again or closed. */
  problem?: string | null;
  children?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
};

const LOOKS = {
  warning: { Icon: TriangleAlert, color: 'terracotta', tint: 'yellow' },
  success: { Icon: CircleCheck, color: 'green', tint: 'green' },
  info: { Icon: Info, color: 'teal', tint: 'blue' },
  error: { Icon: CircleAlert, color: 'red', tint: 'red' },
} as const;

export function ConfirmModal({
  opened,
  type = 'warning',
  title,
  message,
  confirmLabel,
  cancelLabel,
  isProcessing = false,
  isBlocked = false,
  problem,
  children,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { Icon, color, tint } = LOOKS[type];

  return (
    <Dialog
      opened={opened}
      isBusy={isProcessing}
      problem={problem}
      onClose={onClose}
      title={
        <Group component="span" gap="sm" wrap="nowrap">
          <ThemeIcon component="span" size={40} color={tint}>
            <Icon size={20} aria-hidden="true" />
          </ThemeIcon>
          {title}
        </Group>
      }
      footer={
        <>
          <Button variant="default" disabled={isProcessing} data-autofocus onClick={onClose}>
            {cancelLabel ?? <Trans>Cancel</Trans>}
          </Button>
          <Button color={color} disabled={isProcessing || isBlocked} onClick={onConfirm}>
            <span className={classes.label}>
              <span data-hidden={isProcessing || undefined}>{confirmLabel ?? <Trans>Confirm</Trans>}</span>
              <span data-hidden={!isProcessing || undefined}>
                <Trans>Processing...</Trans>
              </span>
            </span>
          </Button>
        </>
      }
    >
      <Box lh={1.6} style={{ overflowWrap: 'anywhere' }}>
        {message}
      </Box>
      {children && <Group mt="md">{children}</Group>}
    </Dialog>
  );
}
