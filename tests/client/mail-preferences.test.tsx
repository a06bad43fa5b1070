import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { act } from 'react';
import { describe, expect, test } from 'vitest';
import type { Account } from '#client/lib/session/session.ts';
import type { MailPreference } from '#shared/contracts/account.ts';
import { account, clickButton, findText, getDescription, getSection } from '#tests/support/account-page.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { STUDENT, TUTOR } from '#tests/support/render.tsx';

const ALL: readonly MailPreference[] = (['bookings', 'reminders', 'reviews', 'profile'] as const).map((kind) => ({ kind, isOn: true }));

/** Stores the preferences of one account. */
function mailServer(first: readonly MailPreference[] = ALL) {
  let stored = [...first];
  return {
    'mail.preferences': () => stored,
    'mail.setPreference': (changed) => {
      stored = stored.map((preference) => (preference.kind === changed.kind ? changed : preference));
      return changed;
    },
  } satisfies Answers;
}
const visitPreferences = (answers: Answers = mailServer(), me: Account = TUTOR) => account(me, { answers });

const querySwitches = () => within(getSection('Email preferences')).queryAllByRole<HTMLInputElement>('switch');
const listLabels = () => querySwitches().map(({ labels }) => labels?.[0]?.textContent);
const listStates = () => querySwitches().map(({ checked }) => checked);
const findSwitch = (name: string) => screen.findByRole('switch', { name });
const toggle = async (user: UserEvent, name: string) => user.click(await findSwitch(name));

/** Answers once its gate is opened. */
function makeGates<T>() {
  const open: (() => void)[] = [];
  const pass = <V,>(value: V) => new Promise<V>((resolve) => open.push(() => resolve(value)));
  return { open, pass: pass as (value: T) => Promise<T> };
}

// spec mail.39 | D Routes | A switch for each kind on /account, of those that one’s role gets | src/client/features/account/mail-preferences.tsx
describe('email preferences', () => {
  test('show what is on, what each covers, and what is always sent', async () => {
    await visitPreferences(mailServer(ALL.map((preference) => ({ ...preference, isOn: preference.kind !== 'reviews' }))));
    await waitFor(() => expect(listLabels()).toEqual(['Bookings', 'Session reminders', 'Reviews', 'Profile and verification']));
    expect(listStates()).toEqual([true, true, false, true]);
    expect(getDescription(await findSwitch('Reviews'))).toBe('New reviews from your students.');
    expect(getSection('Email preferences').textContent).toContain('We always send emails about your account');
  });

  test('show a student only what students get', async () => {
    await visitPreferences(mailServer(ALL.slice(0, 2)), STUDENT);
    await waitFor(() => expect(listLabels()).toEqual(['Bookings', 'Session reminders']));
  });

  test('change at once, before the server has answered', async () => {
    const { open, pass } = makeGates<MailPreference>();
    const server = mailServer();
    const { user, sent } = await visitPreferences({ ...server, 'mail.setPreference': (changed) => pass(server['mail.setPreference'](changed)) });
    await toggle(user, 'Session reminders');
    expect(listStates()).toEqual([true, false, true, true]);
    await act(async () => open.shift()?.());
    expect(listStates()).toEqual([true, false, true, true]);
    expect(sent('mail.setPreference')).toEqual([{ kind: 'reminders', isOn: false }]);
  });

  test('end as they were set last, also when they are changed again before the server has answered', async () => {
    const { open, pass } = makeGates<MailPreference>();
    const server = mailServer();
    const { user, sent } = await visitPreferences({ ...server, 'mail.setPreference': (changed) => pass(server['mail.setPreference'](changed)) });
    await toggle(user, 'Bookings');
    await toggle(user, 'Bookings');
    await toggle(user, 'Bookings');
    await toggle(user, 'Reviews');
    expect(listStates()).toEqual([false, true, false, true]);
    await toggle(user, 'Bookings');
    while (open.length > 0) await act(async () => open.shift()?.());
    await waitFor(() => expect(listStates()).toEqual([true, true, false, true]));
    expect(sent('mail.setPreference')).toEqual([
      { kind: 'bookings', isOn: false },
      { kind: 'reviews', isOn: false },
      { kind: 'bookings', isOn: true },
    ]);
  });

  test.each([
    ['with the message of the server', apiError('request.limited'), 'Too many requests. Please try again later.'],
    ['with their own', networkError(), 'Failed to save your email preferences. Please try again.'],
  ])('change back where they could not be saved, %s', async (_, error, sentence) => {
    const { user } = await visitPreferences({ ...mailServer(), 'mail.setPreference': () => Promise.reject(error) });
    await toggle(user, 'Bookings');
    await findText(sentence);
    await waitFor(() => expect(listStates()).toEqual([true, true, true, true]));
  });

  test('leave the rest of the page alone where they cannot be fetched', async () => {
    let isAway = true;
    const { user } = await visitPreferences({
      'mail.preferences': () => {
        if (isAway) throw apiError('request.limited');
        return [...ALL];
      },
    });
    await findText('Error Loading Email Preferences');
    isAway = false;
    await clickButton(user, 'Try Again');
    await waitFor(() => expect(listStates()).toEqual([true, true, true, true]));
  });
});
