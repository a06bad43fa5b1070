import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import classes from './dialog.module.css';

export type DialogProps = {
  opened: boolean;
  title: ReactNode;
  /** Nothing closes it while this is set. */
  isBusy?: boolean;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Stays in sight below the content, above the keyboard. */
  footer?: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/** A modal; on phones a sheet that comes from below. Import it only from modules that are themselves loaded on demand. */
export function Dialog({ opened, title, isBusy = false, size = 'md', footer, onClose, children }: DialogProps) {
  // Its code may arrive when it is to open already; Mantine remembers where the focus was only if it sees it open.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);

  return (
    <Modal
      opened={opened && isMounted}
      title={title}
      size={size}
      centered
      onClose={onClose}
      closeOnEscape={!isBusy}
      closeOnClickOutside={!isBusy}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 20, disabled: isBusy }}
      transitionProps={{ transition: 'fade-up', duration: 180 }}
      overlayProps={{ backgroundOpacity: 0.45 }}
      // A `header` in a dialog would count as the page's banner.
      attributes={{ header: { role: 'presentation' } }}
      classNames={{ inner: classes.inner, content: classes.content, header: classes.header, title: classes.title, body: classes.body }}
    >
      {children}
      {footer && <div className={classes.footer}>{footer}</div>}
    </Modal>
  );
}
