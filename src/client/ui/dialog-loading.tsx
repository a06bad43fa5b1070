import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
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
  useEffect(() => dialog.current?.showModal(), []);
  const closeThen = (next: () => void) => () => {
    dialog.current?.close();
    next();
  };
  return (
    <dialog ref={dialog} className={classes.failed} aria-label={t`This part could not be loaded`} onCancel={closeThen(onClose)}>
      <PartFailed onRetry={closeThen(onRetry)} />
      <Button variant="default" onClick={closeThen(onClose)}>
        <Trans>Close</Trans>
      </Button>
    </dialog>
  );
}
