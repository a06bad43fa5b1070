import { pageConfig } from '#client/lib/page-config.ts';
import { Notice } from '#client/ui/notice.tsx';
import { ERRORS } from '#shared/errors.ts';

const FALLBACK = 'Login failed. Please try again.';
const CALLBACK_PROBLEMS = ['Failed to process authentication', 'Invalid authentication response'];
const GOOGLE_PROBLEMS = Object.entries(ERRORS).flatMap(([code, { message }]) => (code.startsWith('auth.google_') ? [message] : []));

/** Anybody can write a message into an address: only our own are shown. */
function toKnownProblem(message: string): string {
  const suspended = ERRORS['auth.suspended'].message.replace('{email}', () => pageConfig().supportEmail);
  return [suspended, ...CALLBACK_PROBLEMS, ...GOOGLE_PROBLEMS].find((candidate) => candidate === message) ?? FALLBACK;
}

export type LoginNoticeProps = { error?: string; done?: string };

export function LoginNotice({ error, done }: LoginNoticeProps) {
  return (
    <>
      {error !== undefined && (
        <Notice tone="danger" role="alert" mb="lg">
          {toKnownProblem(error)}
        </Notice>
      )}
      {done && (
        <Notice tone="success" role="status" mb="lg">
          {done}
        </Notice>
      )}
    </>
  );
}
