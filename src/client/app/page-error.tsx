import { VisuallyHidden } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { ErrorState } from '#client/ui/page-state.tsx';
import { isOfMissingCode } from './missing-code.ts';
import classes from './router.module.css';

const NOT_KEPT = 'You seem to be offline, and this page is not kept on this device. Try again when you are back.';

/** A page that failed, or whose code could not be fetched. */
export function PageError({ error }: Pick<ErrorComponentProps, 'error'>) {
  const router = useRouter();
  const isMissing = isOfMissingCode(error);

  useEffect(() => {
    if (!isMissing) return;
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [isMissing]);

  return (
    <div className={classes.page}>
      <VisuallyHidden component="h1">Error</VisuallyHidden>
      <ErrorState
        title="This page could not be shown"
        message={isMissing ? NOT_KEPT : errorMessage(error, 'Something went wrong')}
        onRetry={isMissing ? reload : () => void router.invalidate()}
      />
    </div>
  );
}

/** What the browser could not fetch it does not always ask for again otherwise. */
const reload = () => window.location.reload();
