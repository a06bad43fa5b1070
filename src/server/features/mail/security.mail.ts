import type { Platform } from '#server/core/context.ts';
import type { SecondFactorChange, SensitiveAction } from '#server/core/job-kinds.ts';
import type { Mail } from '#server/core/ports.ts';
import { deviceOf } from '#shared/domain/device-name.ts';
import { formatInstant, zoneLabel } from '#shared/domain/zone.ts';
import { composeEmail, type EmailPart, toPlainName } from './email-layout.mail.ts';

type SensitiveActionEmailData = {
  to: string;
  name: string;
  action: SensitiveAction;
  at: Date;
  userAgent: string;
  address: string;
  hasPassword: boolean;
};

export function sensitiveActionMail(platform: Platform, { to, name, action, at, userAgent, address, hasPassword }: SensitiveActionEmailData): Mail {
  const { subject, sentence, label, path } = toActionText(action, platform);
  const { appName, publicUrl, supportEmail, zone } = platform;
  return composeEmail(platform, {
    to,
    name,
    subject,
    parts: [
      sentence,
      `When: ${formatInstant(at, zone)} (${zoneLabel(zone)}). From: ${deviceOf(userAgent).name}${toAddressText(address)}.`,
      'If this was you, you do not need to do anything.',
      ...toWarningParts({ appName, publicUrl, supportEmail }, hasPassword),
      { label, url: `${publicUrl}${path}` },
    ],
  });
}

type ActionText = { subject: string; sentence: string; label: string; path: string };

function toActionText(action: SensitiveAction, { appName }: Platform): ActionText {
  switch (action.kind) {
    case 'api_key_made':
      return {
        subject: 'A new API key was made',
        sentence: `An API key${toNameText(action.name)} was made for your ${appName} account. A program that has it can use ${appName} in your name.`,
        label: 'View API Keys',
        path: '/account#api-keys',
      };
    case 'webhook_added':
      return toWebhookText(
        'A webhook was added',
        `A webhook was added to your ${appName} account. Changes to your bookings are now also sent to ${action.url}`,
      );
    case 'webhook_moved':
      return toWebhookText(
        'The address of a webhook was changed',
        `A webhook of your ${appName} account has a new address. Changes to your bookings are now sent to ${action.url}`,
      );
    case 'webhook_secret_renewed':
      return toWebhookText(
        'The secret of a webhook was renewed',
        `A webhook of your ${appName} account has a new secret. Its address is ${action.url}`,
      );
    case 'calendar_link_made':
      return {
        subject: 'A calendar link was made',
        sentence: `A calendar link was made for your ${appName} account. Anyone who has it can see when your sessions are and with whom.`,
        label: 'View Calendar Link',
        path: '/account#calendar',
      };
    case 'table_exported':
      return {
        subject: 'You have exported a table',
        sentence: `The table ${action.table} was downloaded as a file from your ${appName} admin account.`,
        label: 'View Audit Log',
        path: '/admin/audit',
      };
    case 'account_deleted':
      return {
        subject: `You have deleted a ${action.role}`,
        sentence: `The account of a ${action.role}${toNameText(action.name)} was deleted from your ${appName} admin account.`,
        label: 'View Audit Log',
        path: '/admin/audit',
      };
  }
}

const toWebhookText = (subject: string, sentence: string): ActionText => ({ subject, sentence, label: 'View Webhooks', path: '/account#webhooks' });

function toNameText(name: string): string {
  const plain = toPlainName(name);
  return plain === null ? '' : ` named “${plain}”`;
}

function toWarningParts(
  { appName, publicUrl, supportEmail }: Pick<Platform, 'appName' | 'publicUrl' | 'supportEmail'>,
  hasPassword: boolean,
): EmailPart[] {
  if (!hasPassword)
    return [
      `If it was not you, someone else is using your account. Check who can use your Google account. On your account page, remove anything you do not recognise and sign out everywhere else. Then write to ${supportEmail}.`,
    ];
  return [
    `If it was not you, someone else is using your account. Reset your password now. This signs out every device and removes all API keys, webhooks and calendar links of your ${appName} account.`,
    { label: 'Reset Password', url: `${publicUrl}/forgot-password` },
  ];
}

function toAddressText(address: string): string {
  if (/^\d+[.]\d+[.]\d+[.]\d+$/.test(address)) return `, IP address ${address.replace(/\d+$/, 'x')}`;
  return address.includes(':') ? `, IP address ${address}` : '';
}

type SecondFactorEmailData = { to: string; name: string; change: SecondFactorChange; device: string; at: Date };

export function secondFactorMail(platform: Platform, { change, device, at, ...addressee }: SecondFactorEmailData): Mail {
  const { appName, supportEmail, publicUrl, zone } = platform;
  const { subject, sentence } = toChangeText(change, appName);
  return composeEmail(platform, {
    ...addressee,
    subject,
    parts: [
      sentence,
      `${device}, ${formatInstant(at, zone)}`,
      'If this was you, you do not need to do anything.',
      `If it was not you, someone else may have access to your account. Reset your password now to sign out every device, and write to ${supportEmail}.`,
      { label: 'Reset Password', url: `${publicUrl}/forgot-password` },
    ],
  });
}

function toChangeText(change: SecondFactorChange, appName: string): { subject: string; sentence: string } {
  switch (change.kind) {
    case 'app_added':
      return { subject: 'Two-step sign-in is on', sentence: `An authenticator app was set up for your ${appName} account.` };
    case 'app_removed':
      return { subject: 'Your authenticator app was removed', sentence: `The authenticator app of your ${appName} account was removed.` };
    case 'passkey_added':
      return { subject: 'A passkey was added', sentence: `A passkey${toNameText(change.name)} was added to your ${appName} account.` };
    case 'passkey_removed':
      return { subject: 'A passkey was removed', sentence: `A passkey${toNameText(change.name)} was removed from your ${appName} account.` };
    case 'reset':
      return {
        subject: 'Two-step sign-in is off',
        sentence: `Authenticator app, passkeys and recovery codes of your ${appName} account were removed. Set up a new second step on your account page.`,
      };
    case 'recovery_codes_renewed':
      return {
        subject: 'You have new recovery codes',
        sentence: `New recovery codes were made for your ${appName} account. Your old codes no longer work.`,
      };
    case 'recovery_code_used':
      return {
        subject: 'A recovery code was used',
        sentence: `Someone signed in to your ${appName} account with a recovery code. ${toCodesLeftText(change.left)}`,
      };
  }
}

function toCodesLeftText(left: number): string {
  if (left === 0) return 'It was your last one. Make new codes on your account page.';
  return left === 1 ? 'You have one left. Make new codes on your account page.' : `${left} are left.`;
}
