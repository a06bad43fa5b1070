import type { I18n } from '@lingui/core';
import { pageConfig } from '#client/lib/page-config.ts';
import { textsOf } from '#shared/domain/texts.ts';
import { ERRORS } from '#shared/errors.ts';

const GOOGLE_PROBLEMS = Object.entries(ERRORS).flatMap(([code, { message }]) => (code.startsWith('auth.google_') ? [message] : []));

/** Anybody can write a message into an address: only our own are shown, and `otherwise` in place of others. */
export function toKnownProblem(i18n: I18n, message: string, otherwise: string): string {
  const { supportEmail: email } = pageConfig();
  const suspended = ERRORS['auth.suspended'].message.replace('{email}', () => email);
  const isKnown = [suspended, ...GOOGLE_PROBLEMS].includes(message);
  return isKnown ? textsOf(i18n).recognise(message, { email }) : otherwise;
}
