import type { Mail } from '#server/core/ports.ts';
import { describeDeleted, describeRetained, listRetainedData } from '#shared/domain/deletion.ts';
import { deviceNameIn } from '#shared/domain/device-name.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import { CODES } from '#shared/vocabulary/account-limits.ts';
import { WEBHOOKS } from '#shared/vocabulary/job-limits.ts';
import type { Role, SignUpRole } from '#shared/vocabulary/people.ts';
import { composeEmail, type EmailPart, type Letter, toLines, toPlainName } from './email-layout.mail.ts';

type Addressee = { to: string; name: string };

export function welcomeMail(letter: Letter, { role, token, ...addressee }: Addressee & { role: SignUpRole; token: string | null }): Mail {
  const { t, appName, pagesUrl } = letter;
  const introduction: Record<SignUpRole, readonly EmailPart[]> = {
    student: [
      t`Your student account is ready. Search tutors by subject and topic, see when they are free and book a session.`,
      { label: t`Find Tutors`, url: `${pagesUrl}/tutors` },
    ],
    tutor: [
      t`Your tutor account is ready. Complete your profile and submit it for review. Then students can find and book you.`,
      { label: t`Complete Profile`, url: `${pagesUrl}/tutor/profile` },
    ],
  };
  const confirmationParts = token === null ? [] : confirmation(letter, token);
  return composeEmail(letter, { ...addressee, subject: t`Welcome to ${appName}!`, parts: [...introduction[role], ...confirmationParts] });
}

export function confirmationMail(letter: Letter, { token, ...addressee }: Addressee & { token: string }): Mail {
  const { t } = letter;
  return composeEmail(letter, { ...addressee, subject: t`Confirm your email address`, parts: confirmation(letter, token) });
}

export function passwordResetMail(letter: Letter, { code, token, ...addressee }: Addressee & { code: string; token: string }): Mail {
  const { t, pagesUrl } = letter;
  return composeEmail(letter, {
    ...addressee,
    subject: t`Your code to reset your password`,
    parts: [
      t`Someone, hopefully you, asked to reset your password. Enter this code to choose a new one:`,
      { code },
      t`The code is valid for ${CODES.codeMinutes} minutes, works once, and only in the browser that asked for it.`,
      t`In any other browser, open this link instead. It needs no code:`,
      { label: t`Reset Password`, url: `${pagesUrl}/reset-password?email=${encodeURIComponent(addressee.to)}&token=${token}` },
      t`The link is valid for ${CODES.resetLinkMinutes} minutes and works once.`,
      t`If this was not you, ignore this email and your password will not change. Do not share the code or forward the link.`,
    ],
  });
}

/** Contains no code, because codes are refused for accounts without a password. */
export function firstPasswordMail(letter: Letter, { token, ...addressee }: Addressee & { token: string }): Mail {
  const { t, appName, pagesUrl } = letter;
  return composeEmail(letter, {
    ...addressee,
    subject: t`Set a password to sign in`,
    parts: [
      t`Someone, hopefully you, tried to sign in to ${appName} with a Google account that has your address but is not connected to your account. Set a password to sign in without Google:`,
      { label: t`Set Password`, url: `${pagesUrl}/reset-password?email=${encodeURIComponent(addressee.to)}&token=${token}` },
      t`The link is valid for ${CODES.resetLinkMinutes} minutes and works once.`,
      t`If this was not you, ignore this email. Nothing has changed. Do not forward the link.`,
    ],
  });
}

type ChangedPassword = Addressee & { isAccessRevoked: boolean; passkeys: readonly string[] };

/** Lists the passkeys, which a reset does not remove, because one of them may be an intruder's. */
export function passwordChangedMail(letter: Letter, { isAccessRevoked, passkeys, ...addressee }: ChangedPassword): Mail {
  const { t, appName, supportEmail, pagesUrl } = letter;
  const names = passkeys.map((name) => toPlainName(name) ?? t`one without a name`).join(', ');
  return composeEmail(letter, {
    ...addressee,
    subject: t`Your password was changed`,
    parts: [
      t`The password of your ${appName} account was changed. You are signed out everywhere else.`,
      ...(isAccessRevoked ? [t`API keys, webhooks and calendar links of your account were removed. Make those anew that you still need.`] : []),
      ...(passkeys.length > 0
        ? [
            t`These passkeys still sign in to it without the password: ${names}. Remove those that you do not know.`,
            { label: t`View Passkeys`, url: `${pagesUrl}/account` },
          ]
        : []),
      passkeys.length > 0 ? t`If it was you, there is nothing else to do.` : t`If this was you, you do not need to do anything.`,
      t`If this was not you, someone else may have access to your account. Choose a new password now and write to ${supportEmail}.`,
      { label: t`Reset Password`, url: `${pagesUrl}/forgot-password` },
    ],
  });
}

export function emailChangeMail(letter: Letter, { token, ...addressee }: Addressee & { token: string }): Mail {
  const { t, appName } = letter;
  return composeEmail(letter, {
    ...addressee,
    subject: t`Confirm your new email address`,
    parts: [
      t`You asked to use this address for your ${appName} account. Your account keeps its current address until you open this link.`,
      t`Opening it signs you out on all other devices and removes API keys, webhooks and calendar links.`,
      ...confirmationLink(letter, token),
      t`If you did not ask for this, ignore this email and nothing will change. Do not enter a password.`,
    ],
  });
}

/** Sent to the old address, which may be a stranger's, so it does not mention the new one. */
export function emailChangedMail(letter: Letter, addressee: Addressee): Mail {
  const { t, appName, supportEmail } = letter;
  return composeEmail(letter, {
    ...addressee,
    subject: t`Your email address was changed`,
    parts: [
      t`The email address of your ${appName} account was changed. Sign in with the new address from now on. We will not send any more emails to this one.`,
      t`If you did not ask for this, write to ${supportEmail} immediately.`,
    ],
  });
}

/** Jobs of older versions have no role. */
export function accountClosedMail(letter: Letter, { role, ...addressee }: Addressee & { role?: Role | null | undefined }): Mail {
  const { t, appName, supportEmail } = letter;
  const receipt =
    role === undefined
      ? []
      : [
          t`We have deleted:`,
          ...describeDeleted(role, t),
          t`We keep the following:`,
          ...listRetainedData(role).map((retained) => `${t.of(retained.what)}: ${describeRetained(retained, t)}`),
        ];
  return composeEmail(letter, {
    ...addressee,
    subject: t`Your account was deleted`,
    parts: [
      t`Your ${appName} account was deleted. You can no longer sign in, and your open bookings were cancelled.`,
      ...receipt,
      t`You are welcome to register again with the same address at any time.`,
      t`If you did not expect this, write to ${supportEmail}.`,
    ],
  });
}

export function accountSuspendedMail(letter: Letter, { reason, ...addressee }: Addressee & { reason: string }): Mail {
  const { t, appName, supportEmail } = letter;
  return composeEmail(letter, {
    ...addressee,
    subject: t`Your account was suspended`,
    parts: [
      t`Your ${appName} account was suspended for this reason:`,
      ...toLines(reason),
      t`You can no longer sign in, and your upcoming bookings were cancelled.`,
      t`If you think this is a mistake, write to ${supportEmail}.`,
    ],
  });
}

export function accountReinstatedMail(letter: Letter, addressee: Addressee): Mail {
  const { t, appName, pagesUrl } = letter;
  return composeEmail(letter, {
    ...addressee,
    subject: t`Your account is active again`,
    parts: [
      t`Your ${appName} account is no longer suspended, and you can sign in again.`,
      t`Bookings that were cancelled stay cancelled.`,
      { label: t`Login`, url: `${pagesUrl}/login` },
    ],
  });
}

export function newDeviceMail(letter: Letter, { device, at, ...addressee }: Addressee & { device: string; at: Date }): Mail {
  const { t, appName, supportEmail, pagesUrl, zone } = letter;
  return composeEmail(letter, {
    ...addressee,
    subject: t`A new device signed in to your account`,
    parts: [
      t`Someone signed in to your ${appName} account from a new device:`,
      `${deviceNameIn(device, t)}, ${formatInstant(at, zone, t.locale)}`,
      t`If this was you, you do not need to do anything.`,
      t`If this was not you, someone knows your password. Reset it now to sign out every device. If you need help, write to ${supportEmail}.`,
      { label: t`Reset Password`, url: `${pagesUrl}/forgot-password` },
    ],
  });
}

export function archiveReadyMail(letter: Letter, { expiresAt, ...addressee }: Addressee & { expiresAt: Date }): Mail {
  const { t, appName, supportEmail, pagesUrl, zone } = letter;
  return composeEmail(letter, {
    ...addressee,
    subject: t`Your data is ready`,
    parts: [
      t`The copy of your data at ${appName} is ready. You can download it on your account page until ${formatInstant(expiresAt, zone, t.locale)}.`,
      { label: t`Go to Download`, url: `${pagesUrl}/account#your-data` },
      t`If you did not ask for it, someone else is signed in to your account. Change your password and write to ${supportEmail}.`,
    ],
  });
}

export function webhookOffMail(letter: Letter, { url, ...addressee }: Addressee & { url: string }): Mail {
  const { t, appName, pagesUrl } = letter;
  return composeEmail(letter, {
    ...addressee,
    subject: t`Your webhook was switched off`,
    parts: [
      t`For ${WEBHOOKS.failingDays} days ${appName} could not deliver any news to the webhook at ${url}, so it is called no more.`,
      t`Messages waiting for it were not sent. When the address works again, switch the webhook on and resend them from its log.`,
      { label: t`View Webhooks`, url: `${pagesUrl}/account#webhooks` },
    ],
  });
}

function confirmation(letter: Letter, token: string): EmailPart[] {
  const { t, appName } = letter;
  return [
    t`Please confirm your email address. We use it to tell you about your sessions.`,
    ...confirmationLink(letter, token),
    t`If you have not signed up at ${appName}, someone else entered your address. You can ignore this email: nothing is confirmed without the account’s password. To lock them out, open the link and choose "I did not register this account".`,
  ];
}

function confirmationLink({ t, pagesUrl }: Letter, token: string): EmailPart[] {
  return [
    { label: t`Confirm email address`, url: `${pagesUrl}/verify-email?token=${encodeURIComponent(token)}` },
    t`The link is valid for ${CODES.linkHours} hours. If you are not signed in, it asks for your password.`,
  ];
}
