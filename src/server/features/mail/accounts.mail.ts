import type { Platform } from '#server/core/context.ts';
import type { Mail } from '#server/core/ports.ts';
import { describeDeleted, describeRetained, listRetainedData } from '#shared/domain/deletion.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import { WEBHOOKS } from '#shared/vocabulary/job-limits.ts';
import { CODES } from '#shared/vocabulary/limits.ts';
import type { Role, SignUpRole } from '#shared/vocabulary/people.ts';
import { composeEmail, type EmailPart, toLines, toPlainName } from './email-layout.mail.ts';

type Addressee = { to: string; name: string };

export function welcomeMail(platform: Platform, { role, token, ...addressee }: Addressee & { role: SignUpRole; token: string | null }): Mail {
  const { appName, publicUrl } = platform;
  const introduction: Record<SignUpRole, readonly EmailPart[]> = {
    student: [
      'Your student account is ready. Search tutors by subject and topic, see when they are free and book a session.',
      { label: 'Find Tutors', url: `${publicUrl}/tutors` },
    ],
    tutor: [
      'Your tutor account is ready. Complete your profile and submit it for review. Then students can find and book you.',
      { label: 'Complete Profile', url: `${publicUrl}/tutor/profile` },
    ],
  };
  const confirmationParts = token === null ? [] : confirmation(platform, token);
  return composeEmail(platform, { ...addressee, subject: `Welcome to ${appName}!`, parts: [...introduction[role], ...confirmationParts] });
}

export function confirmationMail(platform: Platform, { token, ...addressee }: Addressee & { token: string }): Mail {
  return composeEmail(platform, { ...addressee, subject: 'Confirm your email address', parts: confirmation(platform, token) });
}

export function passwordResetMail(platform: Platform, { code, token, ...addressee }: Addressee & { code: string; token: string }): Mail {
  const { publicUrl } = platform;
  return composeEmail(platform, {
    ...addressee,
    subject: 'Your code to reset your password',
    parts: [
      'Someone, hopefully you, asked to reset your password. Enter this code to choose a new one:',
      { code },
      `The code is valid for ${CODES.codeMinutes} minutes, works once, and only in the browser that asked for it.`,
      'In any other browser, open this link instead. It needs no code:',
      { label: 'Reset Password', url: `${publicUrl}/reset-password?email=${encodeURIComponent(addressee.to)}&token=${token}` },
      `The link is valid for ${CODES.resetLinkMinutes} minutes and works once.`,
      'If this was not you, ignore this email and your password will not change. Do not share the code or forward the link.',
    ],
  });
}

/** Has no code, because codes are refused for accounts without a password. */
export function firstPasswordMail(platform: Platform, { token, ...addressee }: Addressee & { token: string }): Mail {
  const { appName, publicUrl } = platform;
  return composeEmail(platform, {
    ...addressee,
    subject: 'Set a password to sign in',
    parts: [
      `Someone, hopefully you, tried to sign in to ${appName} with a Google account that has your address but is not connected to your account. Set a password to sign in without Google:`,
      { label: 'Set Password', url: `${publicUrl}/reset-password?email=${encodeURIComponent(addressee.to)}&token=${token}` },
      `The link is valid for ${CODES.resetLinkMinutes} minutes and works once.`,
      'If this was not you, ignore this email. Nothing has changed. Do not forward the link.',
    ],
  });
}

type ChangedPassword = Addressee & { isAccessRevoked: boolean; passkeys: readonly string[] };

/** Names the passkeys, which a reset leaves: one of them may be an intruder's. */
export function passwordChangedMail(platform: Platform, { isAccessRevoked, passkeys, ...addressee }: ChangedPassword): Mail {
  const { appName, supportEmail, publicUrl } = platform;
  return composeEmail(platform, {
    ...addressee,
    subject: 'Your password was changed',
    parts: [
      `The password of your ${appName} account was changed. You are signed out everywhere else.`,
      ...(isAccessRevoked ? ['API keys, webhooks and calendar links of your account were removed. Make those anew that you still need.'] : []),
      ...(passkeys.length > 0
        ? [
            `These passkeys still sign in to it without the password: ${passkeys.map((name) => toPlainName(name) ?? 'one without a name').join(', ')}. Remove those that you do not know.`,
            { label: 'View Passkeys', url: `${publicUrl}/account` },
          ]
        : []),
      passkeys.length > 0 ? 'If it was you, there is nothing else to do.' : 'If this was you, you do not need to do anything.',
      `If this was not you, someone else may have access to your account. Choose a new password now and write to ${supportEmail}.`,
      { label: 'Reset Password', url: `${publicUrl}/forgot-password` },
    ],
  });
}

export function emailChangeMail(platform: Platform, { token, ...addressee }: Addressee & { token: string }): Mail {
  const { appName } = platform;
  return composeEmail(platform, {
    ...addressee,
    subject: 'Confirm your new email address',
    parts: [
      `You asked to use this address for your ${appName} account. Your account keeps its current address until you open this link.`,
      'Opening it signs you out on all other devices and removes API keys, webhooks and calendar links.',
      ...confirmationLink(platform, token),
      'If you did not ask for this, ignore this email and nothing will change. Do not enter a password.',
    ],
  });
}

/** To the old address, which may be a stranger's, so it does not name the new one. */
export function emailChangedMail(platform: Platform, addressee: Addressee): Mail {
  const { appName, supportEmail } = platform;
  return composeEmail(platform, {
    ...addressee,
    subject: 'Your email address was changed',
    parts: [
      `The email address of your ${appName} account was changed. Sign in with the new address from now on. We will not send any more emails to this one.`,
      `If you did not ask for this, write to ${supportEmail} immediately.`,
    ],
  });
}

/** Jobs of older versions have no role. */
export function accountClosedMail(platform: Platform, { role, ...addressee }: Addressee & { role?: Role | null | undefined }): Mail {
  const { appName, supportEmail } = platform;
  const receipt =
    role === undefined
      ? []
      : [
          'We have deleted:',
          ...describeDeleted(role),
          'We keep the following:',
          ...listRetainedData(role).map((retained) => `${retained.what}: ${describeRetained(retained)}`),
        ];
  return composeEmail(platform, {
    ...addressee,
    subject: 'Your account was deleted',
    parts: [
      `Your ${appName} account was deleted. You can no longer sign in, and your open bookings were cancelled.`,
      ...receipt,
      'You are welcome to register again with the same address at any time.',
      `If you did not expect this, write to ${supportEmail}.`,
    ],
  });
}

export function accountSuspendedMail(platform: Platform, { reason, ...addressee }: Addressee & { reason: string }): Mail {
  const { appName, supportEmail } = platform;
  return composeEmail(platform, {
    ...addressee,
    subject: 'Your account was suspended',
    parts: [
      `Your ${appName} account was suspended for this reason:`,
      ...toLines(reason),
      'You can no longer sign in, and your upcoming bookings were cancelled.',
      `If you think this is a mistake, write to ${supportEmail}.`,
    ],
  });
}

export function accountReinstatedMail(platform: Platform, addressee: Addressee): Mail {
  const { appName, publicUrl } = platform;
  return composeEmail(platform, {
    ...addressee,
    subject: 'Your account is active again',
    parts: [
      `Your ${appName} account is no longer suspended, and you can sign in again.`,
      'Bookings that were cancelled stay cancelled.',
      { label: 'Login', url: `${publicUrl}/login` },
    ],
  });
}

export function newDeviceMail(platform: Platform, { device, at, ...addressee }: Addressee & { device: string; at: Date }): Mail {
  const { appName, supportEmail, publicUrl, zone } = platform;
  return composeEmail(platform, {
    ...addressee,
    subject: 'A new device signed in to your account',
    parts: [
      `Someone signed in to your ${appName} account from a new device:`,
      `${device}, ${formatInstant(at, zone)}`,
      'If this was you, you do not need to do anything.',
      `If this was not you, someone knows your password. Reset it now to sign out every device. If you need help, write to ${supportEmail}.`,
      { label: 'Reset Password', url: `${publicUrl}/forgot-password` },
    ],
  });
}

export function archiveReadyMail(platform: Platform, { expiresAt, ...addressee }: Addressee & { expiresAt: Date }): Mail {
  const { appName, supportEmail, publicUrl, zone } = platform;
  return composeEmail(platform, {
    ...addressee,
    subject: 'Your data is ready',
    parts: [
      `The copy of your data at ${appName} is ready. You can download it on your account page until ${formatInstant(expiresAt, zone)}.`,
      { label: 'Go to Download', url: `${publicUrl}/account#your-data` },
      `If you did not ask for it, someone else is signed in to your account. Change your password and write to ${supportEmail}.`,
    ],
  });
}

export function webhookOffMail(platform: Platform, { url, ...addressee }: Addressee & { url: string }): Mail {
  const { appName, publicUrl } = platform;
  return composeEmail(platform, {
    ...addressee,
    subject: 'Your webhook was switched off',
    parts: [
      `For ${WEBHOOKS.failingDays} days ${appName} could not deliver any news to the webhook at ${url}, so it is called no more.`,
      'Messages waiting for it were not sent. When the address works again, switch the webhook on and resend them from its log.',
      { label: 'View Webhooks', url: `${publicUrl}/account#webhooks` },
    ],
  });
}

function confirmation(platform: Platform, token: string): EmailPart[] {
  const { appName } = platform;
  return [
    'Please confirm your email address. We use it to tell you about your sessions.',
    ...confirmationLink(platform, token),
    `If you have not signed up at ${appName}, someone else entered your address. You can ignore this email: nothing is confirmed without the account’s password. To lock them out, open the link and choose "I did not register this account".`,
  ];
}

function confirmationLink({ publicUrl }: Platform, token: string): EmailPart[] {
  return [
    { label: 'Confirm email address', url: `${publicUrl}/verify-email?token=${encodeURIComponent(token)}` },
    `The link is valid for ${CODES.linkHours} hours. If you are not signed in, it asks for your password.`,
  ];
}
