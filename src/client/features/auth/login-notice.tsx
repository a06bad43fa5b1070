import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Notice } from '#client/ui/notice.tsx';
import { translated } from '#shared/domain/texts.ts';
import { CALLBACK_PROBLEMS, type CallbackProblemText } from './callback-problems.ts';
import { toKnownProblem } from './known-problems.ts';

function toProblem(i18n: I18n, message: string): string {
  if (isCallbackProblem(message)) return i18n._(CALLBACK_PROBLEMS[message]);
  return toKnownProblem(i18n, message, i18n._(msg`Login failed. Please try again.`));
}

const isCallbackProblem = (message: string): message is CallbackProblemText => Object.hasOwn(CALLBACK_PROBLEMS, message);

export type LoginNoticeProps = { error?: string; done?: string };

export function LoginNotice({ error, done }: LoginNoticeProps) {
  const { i18n } = useLingui();
  return (
    <>
      {error !== undefined && (
        <Notice tone="danger" role="alert" mb="lg">
          {toProblem(i18n, error)}
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
