import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import classes from './dialog-loading.module.css';
import { PartFailed, Spinner } from './page-state.tsx';

/** While the code of a dialog comes on a slow line: whoever pressed sees that the press has counted. */
export function DialogLoading() {
  return (
    <div className={classes.loading}>
      <Spinner />
    </div>
  );
}

/** The browser's own dialog, because the code of ours may be what did not come. Once closed, it returns the focus. */
export function DialogFailed({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect is undone while the dialog is still in the page.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog ref={dialog} className={classes.failed} aria-label={t`This part could not be loaded`} onCancel={onClose}>
      <PartFailed onRetry={onRetry} />
      <Button variant="default" onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    </dialog>
  );
}
