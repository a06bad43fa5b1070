import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
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

/** What it answers is called while the dialog is still in the page. */
const open = (dialog: HTMLDialogElement) => {
  dialog.showModal();
  return () => dialog.close();
};

export type DialogFailedProps = { failures: number; onRetry: () => void; onClose: () => void };

/** The browser's own dialog, because the code of ours may be what did not come. Once closed, it returns the focus. */
export function DialogFailed({ onClose, ...part }: DialogFailedProps) {
  const { t } = useLingui();
  return (
    <dialog ref={open} className={classes.failed} aria-label={t`This part could not be loaded`} onCancel={onClose}>
      <PartFailed {...part} />
      <Button variant="default" onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    </dialog>
  );
}
