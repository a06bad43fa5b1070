import type { Platform } from '#server/core/context.ts';
import type { SecondFactorChange } from '#server/core/job-kinds.ts';
import type { Mail } from '#server/core/ports.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import { letterOf } from './letter.mail.ts';

export type SecondFactorNews = { to: string; name: string; change: SecondFactorChange; device: string; at: Date };

export function secondFactorMail(platform: Platform, { change, device, at, ...addressee }: SecondFactorNews): Mail {
  const { appName, supportEmail, publicUrl, zone } = platform;
  const { subject, what } = wordsOf(change, appName);
  return letterOf(platform, {
    ...addressee,
    subject,
    parts: [
      what,
      `${device}, ${formatInstant(at, zone)}`,
      'If it was you, there is nothing to do.',
      `If it was not you, somebody else may have entered your account: reset your password now, which signs every device out, and write to ${supportEmail}.`,
      { label: 'Reset Password', url: `${publicUrl}/forgot-password` },
    ],
  });
}

function wordsOf(change: SecondFactorChange, appName: string): { subject: string; what: string } {
  switch (change.kind) {
    case 'app_added':
      return { subject: 'Two-step sign-in is on', what: `An authenticator app was set up for your ${appName} account.` };
    case 'app_removed':
      return { subject: 'Your authenticator app was removed', what: `The authenticator app of your ${appName} account was removed.` };
    case 'passkey_added':
      return { subject: 'A passkey was added', what: `The passkey “${change.name}” was added to your ${appName} account.` };
    case 'passkey_removed':
      return { subject: 'A passkey was removed', what: `The passkey “${change.name}” of your ${appName} account was removed.` };
    case 'reset':
      return {
        subject: 'Two-step sign-in is off',
        what: `Authenticator app, passkeys and recovery codes of your ${appName} account were removed. Set up a new second step on your account page.`,
      };
    case 'google_replaced':
      return { subject: 'Another Google account signs in now', what: `Your ${appName} account signs in with another Google account from now on.` };
    case 'recovery_codes_renewed':
      return {
        subject: 'You have new recovery codes',
        what: `New recovery codes were made for your ${appName} account. Those from before do not work any more.`,
      };
    case 'recovery_code_used':
      return {
        subject: 'A recovery code was used',
        what: `Somebody signed in to your ${appName} account with a recovery code. ${leftInWords(change.left)}`,
      };
  }
}

function leftInWords(left: number): string {
  if (left === 0) return 'It was the last one: make new ones on your account page.';
  return left === 1 ? 'One is left: make new ones on your account page.' : `${left} are left.`;
}
