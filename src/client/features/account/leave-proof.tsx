import { Button, PasswordInput, type PasswordInputProps } from '@mantine/core';
import type { MouseEvent } from 'react';
import { pageConfig } from '#client/lib/page-config.ts';
import { noteGoogleStart } from '#client/lib/session/google-start.ts';
import type { Leaving } from '#shared/contracts/account.ts';
import { ERRORS } from '#shared/errors.ts';
import classes from './leave-dialog.module.css';

const AGAIN_WITH_GOOGLE = '/api/auth/google?purpose=leave';

/** Google has to say once more who is there. */
const awaitsGoogle = ({ proof, isFresh }: Leaving) => proof === 'google' && !isFresh;

export type LeaveProofProps = { leaving: Leaving; email: string; field: PasswordInputProps };

/** How the person says that it is them. */
export function LeaveProof({ leaving, email, field }: LeaveProofProps) {
  if (leaving.isFresh) return <p className={classes.proof}>You have just signed in with Google, so nothing more is asked.</p>;
  if (leaving.proof === 'password') {
    return (
      <>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput className={classes.field} label="Your password" autoComplete="current-password" {...field} />
      </>
    );
  }
  return <p className={classes.proof}>{pageConfig().hasGoogle ? ERRORS['account.not_fresh'].message : ERRORS['auth.google_unavailable'].message}</p>;
}

export type LeaveFooterProps = { formId: string; leaving: Leaving | null; isBusy: boolean; onClose: () => void };

export function LeaveFooter({ formId, leaving, isBusy, onClose }: LeaveFooterProps) {
  const canAsk = leaving !== null && !leaving.isLastAdmin;
  return (
    <>
      <Button variant="default" disabled={isBusy} onClick={onClose}>
        {leaving?.isLastAdmin ? 'Close' : 'Cancel'}
      </Button>
      {canAsk && awaitsGoogle(leaving) && pageConfig().hasGoogle && (
        <Button component="a" href={AGAIN_WITH_GOOGLE} onClick={({ currentTarget }: MouseEvent<HTMLAnchorElement>) => noteGoogleStart(currentTarget)}>
          Continue with Google
        </Button>
      )}
      {canAsk && !awaitsGoogle(leaving) && (
        <Button type="submit" form={formId} color="red" disabled={isBusy}>
          <span className={classes.label}>
            <span data-hidden={isBusy || undefined}>Delete my account</span>
            <span data-hidden={!isBusy || undefined}>Processing...</span>
          </span>
        </Button>
      )}
    </>
  );
}
