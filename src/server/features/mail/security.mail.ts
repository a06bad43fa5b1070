import type { SecondFactorChange, SensitiveAction } from '#server/core/job-kinds.ts';
import type { Mail } from '#server/core/ports.ts';
import { deviceNameIn, deviceOf } from '#shared/domain/device-name.ts';
import type { Texts } from '#shared/domain/texts.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import { composeEmail, type EmailPart, type Letter, toPlainName, toTimeText } from './email-layout.mail.ts';

type SensitiveActionEmailData = {
  to: string;
  name: string;
  action: SensitiveAction;
  at: Date;
  userAgent: string;
  address: string;
  hasPassword: boolean;
};

export function sensitiveActionMail(letter: Letter, { to, name, action, hasPassword, ...origin }: SensitiveActionEmailData): Mail {
  const { t, pagesUrl } = letter;
  const { subject, sentence, label, path } = toActionText(action, letter);
  return composeEmail(letter, {
    to,
    name,
    subject,
    parts: [
      sentence,
      toOriginText(letter, origin),
      t`If this was you, you do not need to do anything.`,
      ...toWarningParts(letter, hasPassword),
      { label, url: `${pagesUrl}${path}` },
    ],
  });
}

type ActionText = { subject: string; sentence: string; label: string; path: string };

function toActionText(action: SensitiveAction, { t, appName }: Letter): ActionText {
  switch (action.kind) {
    case 'api_key_made': {
      const name = toPlainName(action.name);
      return {
        subject: t`A new API key was made`,
        sentence:
          name === null
            ? t`An API key was made for your ${appName} account. A program that has it can use ${appName} in your name.`
            : t`An API key named “${name}” was made for your ${appName} account. A program that has it can use ${appName} in your name.`,
        label: t`View API Keys`,
        path: '/account#api-keys',
      };
    }
    case 'webhook_added':
      return {
        subject: t`A webhook was added`,
        sentence: t`A webhook was added to your ${appName} account. Changes to your bookings are now also sent to ${action.url}`,
        label: t`View Webhooks`,
        path: WEBHOOKS_PATH,
      };
    case 'webhook_moved':
      return {
        subject: t`The address of a webhook was changed`,
        sentence: t`A webhook of your ${appName} account has a new address. Changes to your bookings are now sent to ${action.url}`,
        label: t`View Webhooks`,
        path: WEBHOOKS_PATH,
      };
    case 'webhook_secret_renewed':
      return {
        subject: t`The secret of a webhook was renewed`,
        sentence: t`A webhook of your ${appName} account has a new secret. Its address is ${action.url}`,
        label: t`View Webhooks`,
        path: WEBHOOKS_PATH,
      };
    case 'calendar_link_made':
      return {
        subject: t`A calendar link was made`,
        sentence: t`A calendar link was made for your ${appName} account. Anyone who has it can see when your sessions are and with whom.`,
        label: t`View Calendar Link`,
        path: '/account#calendar',
      };
    case 'table_exported':
      return {
        subject: t`You have exported a table`,
        sentence: t`The table ${action.table} was downloaded as a file from your ${appName} admin account.`,
        label: t`View Audit Log`,
        path: '/admin/audit',
      };
    case 'account_deleted':
      return { ...toDeletionText(action, { t, appName }), label: t`View Audit Log`, path: '/admin/audit' };
  }
}

const WEBHOOKS_PATH = '/account#webhooks';

type DeletedAccount = Extract<SensitiveAction, { kind: 'account_deleted' }>;

function toDeletionText({ role, name }: DeletedAccount, { t, appName }: Pick<Letter, 't' | 'appName'>): Pick<ActionText, 'subject' | 'sentence'> {
  const plain = toPlainName(name);
  if (role === 'student')
    return {
      subject: t`You have deleted a student`,
      sentence:
        plain === null
          ? t`The account of a student was deleted from your ${appName} admin account.`
          : t`The account of a student named “${plain}” was deleted from your ${appName} admin account.`,
    };
  return {
    subject: t`You have deleted a tutor`,
    sentence:
      plain === null
        ? t`The account of a tutor was deleted from your ${appName} admin account.`
        : t`The account of a tutor named “${plain}” was deleted from your ${appName} admin account.`,
  };
}

function toWarningParts({ t, appName, pagesUrl, supportEmail }: Letter, hasPassword: boolean): EmailPart[] {
  if (!hasPassword)
    return [
      t`If it was not you, someone else is using your account. Check who can use your Google account. On your account page, remove anything you do not recognise and sign out everywhere else. Then write to ${supportEmail}.`,
    ];
  return [
    t`If it was not you, someone else is using your account. Reset your password now. This signs out every device and removes all API keys, webhooks and calendar links of your ${appName} account.`,
    { label: t`Reset Password`, url: `${pagesUrl}/forgot-password` },
  ];
}

type Origin = Pick<SensitiveActionEmailData, 'at' | 'userAgent' | 'address'>;

function toOriginText(letter: Letter, { at, userAgent, address }: Origin): string {
  const { t } = letter;
  const time = toTimeText(letter, at);
  const device = deviceNameIn(deviceOf(userAgent).name, t);
  const network = toNetwork(address);
  return network === null ? t`When: ${time}. From: ${device}.` : t`When: ${time}. From: ${device}, IP address ${network}.`;
}

function toNetwork(address: string): string | null {
  if (/^\d+[.]\d+[.]\d+[.]\d+$/.test(address)) return address.replace(/\d+$/, 'x');
  return address.includes(':') ? address : null;
}

type SecondFactorEmailData = { to: string; name: string; change: SecondFactorChange; device: string; at: Date };

export function secondFactorMail(letter: Letter, { change, device, at, ...addressee }: SecondFactorEmailData): Mail {
  const { t, supportEmail, pagesUrl, zone } = letter;
  const { subject, sentence } = toChangeText(change, letter);
  const by = change.kind === 'reset' ? t`The support team` : deviceNameIn(device, t);
  return composeEmail(letter, {
    ...addressee,
    subject,
    parts: [
      sentence,
      `${by}, ${formatInstant(at, zone, t.locale)}`,
      t`If this was you, you do not need to do anything.`,
      t`If it was not you, someone else may have access to your account. Reset your password now to sign out every device, and write to ${supportEmail}.`,
      { label: t`Reset Password`, url: `${pagesUrl}/forgot-password` },
    ],
  });
}

function toChangeText(change: SecondFactorChange, { t, appName }: Letter): { subject: string; sentence: string } {
  switch (change.kind) {
    case 'app_added':
      return { subject: t`Two-step sign-in is on`, sentence: t`An authenticator app was set up for your ${appName} account.` };
    case 'app_removed':
      return { subject: t`Your authenticator app was removed`, sentence: t`The authenticator app of your ${appName} account was removed.` };
    case 'passkey_added': {
      const name = toPlainName(change.name);
      return {
        subject: t`A passkey was added`,
        sentence:
          name === null ? t`A passkey was added to your ${appName} account.` : t`A passkey named “${name}” was added to your ${appName} account.`,
      };
    }
    case 'passkey_removed': {
      const name = toPlainName(change.name);
      return {
        subject: t`A passkey was removed`,
        sentence:
          name === null
            ? t`A passkey was removed from your ${appName} account.`
            : t`A passkey named “${name}” was removed from your ${appName} account.`,
      };
    }
    case 'reset':
      return {
        subject: t`Two-step sign-in is off`,
        sentence: t`Authenticator app, passkeys and recovery codes of your ${appName} account were removed. Set up a new second step on your account page.`,
      };
    case 'recovery_codes_renewed':
      return {
        subject: t`You have new recovery codes`,
        sentence: t`New recovery codes were made for your ${appName} account. Your old codes no longer work.`,
      };
    case 'recovery_code_used':
      return {
        subject: t`A recovery code was used`,
        sentence: `${t`Someone signed in to your ${appName} account with a recovery code.`} ${toCodesLeftText(change.left, t)}`,
      };
  }
}

function toCodesLeftText(left: number, t: Texts): string {
  if (left === 0) return t`It was your last one. Make new codes on your account page.`;
  return left === 1 ? t`You have one left. Make new codes on your account page.` : t`${left} are left.`;
}
