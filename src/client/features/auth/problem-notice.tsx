import { errorMessage, errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { GoogleButton } from './google-button.tsx';
import { Notice } from './notice.tsx';
import classes from './problem-notice.module.css';

export type ProblemNoticeProps = {
  error: unknown;
  otherwise: string;
  /** The time until another try is counted down beside it. */
  hasCountdown?: boolean;
};

/** Why it failed; an account of Google's has its way in beside the sentence. */
export function ProblemNotice({ error, otherwise, hasCountdown = false }: ProblemNoticeProps) {
  const isOfGoogle = toApiError(error)?.code === 'auth.google_account';
  return (
    <>
      <Notice tone="danger">{hasCountdown ? errorMessage(error, otherwise) : errorMessageWithReason(error, otherwise)}</Notice>
      {isOfGoogle && (
        <div className={classes.google}>
          <GoogleButton />
        </div>
      )}
    </>
  );
}
