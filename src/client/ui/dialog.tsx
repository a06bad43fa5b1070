import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { useLingui } from '@lingui/react/macro';
import { Modal, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import classes from './dialog.module.css';
import { useViewChange } from './double-press.ts';
import { useCloseOnBack } from './use-close-on-back.ts';

export type DialogProps = {
  opened: boolean;
  title: ReactNode;
  isBusy?: boolean;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Which of several contents is shown: a double press does not reach from one into the next. */
  view?: string | number;
  isTall?: boolean;
  /** The browser's history has an entry for it, so Back closes it already. */
  hasHistoryEntry?: boolean;
  footer?: ReactNode;
  /** Why the last attempt failed. It stands with the buttons, which are in sight wherever the content is scrolled. */
  problem?: string | null;
  onClose: () => void;
  children: ReactNode;
};

/** A sheet from below on phones. Import it only from modules that are loaded lazily. */
export function Dialog(props: DialogProps) {
  const {
    opened,
    title,
    isBusy = false,
    size = 'md',
    view = '',
    isTall = false,
    hasHistoryEntry = false,
    footer,
    problem,
    onClose,
    children,
  } = props;
  const { t } = useLingui();
  // Mantine returns the focus only if it sees the dialog open, and this code may load when it should already be open.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  useViewChange(`${opened && isMounted} ${view}`);
  useCloseOnBack(opened && !hasHistoryEntry, () => {
    if (!isBusy) onClose();
  });

  return (
    <Modal
      opened={opened && isMounted}
      title={title}
      size={size}
      centered
      onClose={onClose}
      closeOnEscape={!isBusy}
      closeOnClickOutside={!isBusy}
      closeButtonProps={{ 'aria-label': t`Close`, size: 44, iconSize: 20, disabled: isBusy }}
      transitionProps={{ transition: 'fade-up', duration: 180 }}
      overlayProps={{ backgroundOpacity: 0.45 }}
      // A `header` in a dialog would count as the page's banner.
      attributes={{ root: { 'data-view': view }, header: { role: 'presentation' } }}
      classNames={{
        inner: classes.inner,
        content: isTall ? `${classes.content} ${classes.tall}` : classes.content,
        header: classes.header,
        title: classes.title,
        body: classes.body,
      }}
    >
      {children}
      {footer && (
        <div className={classes.footer}>
          {problem && (
            <Text w="100%" c="red" role="alert">
              {problem}
            </Text>
          )}
          {footer}
        </div>
      )}
    </Modal>
  );
}
