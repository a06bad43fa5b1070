import { describe, expect, test } from 'vitest';
import { secondFactorMail, sensitiveActionMail } from '#server/features/mail/security.mail.ts';
import { ENGLISH } from '#shared/domain/texts.ts';

const LETTER = {
  t: ENGLISH,
  pagesUrl: 'http://127.0.0.1',
  appName: 'Vidya',
  supportEmail: 'help@vidya.test',
  zone: 'Asia/Colombo',
  publicUrl: 'http://127.0.0.1',
  adminEmail: null,
  meetingUrlTemplate: 'https://meet.vidya.test/{room}',
  unverifiedHomeVisits: true,
  adminsNeedSecondFactor: false,
};
const ADDRESSEE = { to: 'nimal@example.com', name: 'Nimal', at: new Date('2026-11-24T04:30:00Z') };

const passkeyMail = (kind: 'passkey_added' | 'passkey_removed', name: string) =>
  secondFactorMail(LETTER, { ...ADDRESSEE, change: { kind, name }, device: 'Firefox on Linux' }).text;
const keyMail = (name: string) =>
  sensitiveActionMail(LETTER, { ...ADDRESSEE, action: { kind: 'api_key_made', name }, userAgent: '', address: '', hasPassword: true }).text;

// Whoever has entered an account may name things in it: the mail that warns the owner must not carry their links.
describe('the mail about a change to an account', () => {
  test('names the passkey that was added or removed', () => {
    expect(passkeyMail('passkey_added', 'My phone')).toContain('A passkey named “My phone” was added to your Vidya account.');
    expect(passkeyMail('passkey_removed', 'My phone')).toContain('A passkey named “My phone” was removed from your Vidya account.');
  });

  test.each(['Reset at https://evil.example/now', 'call evil.example', 'a@evil.example', 'www.evil'])(
    'leaves out a name that is a link: %s',
    (name) => {
      expect(passkeyMail('passkey_added', name)).toContain('A passkey was added to your Vidya account.');
      expect(passkeyMail('passkey_removed', name)).toContain('A passkey was removed from your Vidya account.');
      expect(keyMail(name)).toContain('An API key was made for your Vidya account.');
      for (const text of [passkeyMail('passkey_added', name), passkeyMail('passkey_removed', name), keyMail(name)])
        expect(text).not.toContain('evil');
    },
  );

  test('puts a name of several lines on one', () => {
    expect(passkeyMail('passkey_added', 'My\nphone')).toContain('named “My phone”');
  });
});
