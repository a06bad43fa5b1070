import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { pageConfig } from '#client/lib/page-config.ts';
import { Notice } from '#client/ui/notice.tsx';
import { textsOf, translated } from '#shared/domain/texts.ts';
import { ERRORS } from '#shared/errors.ts';
import { CALLBACK_PROBLEMS, type CallbackProblemText } from './callback-problems.ts';

const GOOGLE_PROBLEMS = Object.entries(ERRORS).flatMap(([code, { message }]) => (code.startsWith('auth.google_') ? [message] : []));

/** Anybody can write a message into an address: only our own are shown. */
function toKnownProblem(i18n: I18n, message: string): string {
  if (isCallbackProblem(message)) return i18n._(CALLBACK_PROBLEMS[message]);
  const { supportEmail: email } = pageConfig();
  const suspended = ERRORS['auth.suspended'].message.replace('{email}', () => email);
  return [suspended, ...GOOGLE_PROBLEMS].includes(message)
    ? textsOf(i18n).recognise(message, { email })
    : i18n._(msg`Login failed. Please try again.`);
}

const isCallbackProblem = (message: string): message is CallbackProblemText => Object.hasOwn(CALLBACK_PROBLEMS, message);

export type LoginNoticeProps = { error?: string; done?: string };

export function LoginNotice({ error, done }: LoginNoticeProps) {
  const { i18n } = useLingui();
  return (
    <>
      {error !== undefined && (
        <Notice tone="danger" role="alert" mb="lg">
          {toKnownProblem(i18n, error)}
        </Notice>
      )}
      {done && (
        <Notice tone="success" role="status" mb="lg">
          {translated(i18n, done)}
        </Notice>
      )}
    </>
  );
}
