import { act } from 'react';
import { describe, expect, it } from 'vitest';
import type { Account } from '#client/lib/session/session.ts';
import type { MailPreference } from '#shared/contracts/mail-preferences.ts';
import { account } from '#tests/support/account-page.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { press, STUDENT, shown, TUTOR, texts, until } from '#tests/support/render.tsx';

const ALL: readonly MailPreference[] = (['bookings', 'reminders', 'reviews', 'profile'] as const).map((kind) => ({ kind, isOn: true }));

/** A server that keeps what it is told. */
function mailServer(first: readonly MailPreference[] = ALL) {
  let kept = [...first];
  return {
    'mail.preferences': () => kept,
    'mail.setPreference': (changed) => {
      kept = kept.map((one) => (one.kind === changed.kind ? changed : one));
      return changed;
    },
  } satisfies Answers;
}
const preferences = (answers: Answers = mailServer(), me: Account = TUTOR) => account(me, { answers });

const switchOf = (label: string): HTMLInputElement => {
  const found = [...document.querySelectorAll('#email-preferences label')].find((one) => one.textContent === label)?.querySelector('input');
  if (!found) throw new Error(`no switch ${label}`);
  return found;
};
const turn = (label: string) => act(async () => switchOf(label).click());
const states = () => [...document.querySelectorAll<HTMLInputElement>('#email-preferences input')].map(({ checked }) => checked);
/** Answers when it is told to. */
function gates<T>() {
  const open: (() => void)[] = [];
  const pass = <V,>(value: V) => new Promise<V>((resolve) => open.push(() => resolve(value)));
  return { open, pass: pass as (value: T) => Promise<T> };
}

// spec mail.39 | D Routes | A switch for each kind on /account, of those that one’s role gets | src/client/features/account/mail-preferences.tsx
describe('email preferences', () => {
  it('show what is on, and say what each covers, and what always comes', async () => {
    await preferences(mailServer(ALL.map((one) => ({ ...one, isOn: one.kind !== 'reviews' }))));
    await until(() => expect(texts('#email-preferences label')).toEqual(['Bookings', 'Session reminders', 'Reviews', 'Profile and verification']));
    expect(states()).toEqual([true, true, false, true]);
    const described = document.getElementById(switchOf('Reviews').getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('What students write when they review a session with you.');
    expect(texts('#email-preferences')[0]).toContain('Mails about your account itself always go');
  });

  it('show a student only what students get', async () => {
    await preferences(mailServer(ALL.slice(0, 2)), STUDENT);
    await until(() => expect(texts('#email-preferences label')).toEqual(['Bookings', 'Session reminders']));
  });

  it('turn at once, before the server has answered', async () => {
    const { open, pass } = gates<MailPreference>();
    const server = mailServer();
    const { sent } = await preferences({ ...server, 'mail.setPreference': (changed) => pass(server['mail.setPreference'](changed)) });
    await until(() => switchOf('Session reminders'));
    await turn('Session reminders');
    expect(states()).toEqual([true, false, true, true]);
    await act(async () => open.shift()?.());
    expect(states()).toEqual([true, false, true, true]);
    expect(sent('mail.setPreference')).toEqual([{ kind: 'reminders', isOn: false }]);
  });

  it('turned again on the way end as they were turned last', async () => {
    const { open, pass } = gates<MailPreference>();
    const server = mailServer();
    const { sent } = await preferences({ ...server, 'mail.setPreference': (changed) => pass(server['mail.setPreference'](changed)) });
    await until(() => switchOf('Bookings'));
    await turn('Bookings');
    await turn('Bookings');
    await turn('Bookings');
    await turn('Reviews');
    expect(states()).toEqual([false, true, false, true]);
    await turn('Bookings');
    while (open.length > 0) await act(async () => open.shift()?.());
    await until(() => expect(states()).toEqual([true, true, false, true]));
    expect(sent('mail.setPreference')).toEqual([
      { kind: 'bookings', isOn: false },
      { kind: 'reviews', isOn: false },
      { kind: 'bookings', isOn: true },
    ]);
  });

  it.each([
    ['with the sentence of the server', apiError('request.limited'), 'Too many requests. Please try again later.'],
    ['with their own', networkError(), 'Failed to save your email preferences. Please try again.'],
  ])('turn back where they could not be saved, %s', async (_, error, sentence) => {
    await preferences({ ...mailServer(), 'mail.setPreference': () => Promise.reject(error) });
    await until(() => switchOf('Bookings'));
    await turn('Bookings');
    await shown(sentence);
    expect(states()).toEqual([true, true, true, true]);
  });

  it('that could not be read leave the rest of the page alone', async () => {
    let isAway = true;
    await preferences({
      'mail.preferences': () => {
        if (isAway) throw apiError('request.limited');
        return [...ALL];
      },
    });
    await shown('Error Loading Email Preferences');
    isAway = false;
    await press('Try Again');
    await until(() => expect(states()).toEqual([true, true, true, true]));
  });
});
