import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { deviceOf } from '#shared/domain/device-name.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import {
  ANDROID,
  account,
  clickButton,
  fillField,
  findText,
  getButton,
  getField,
  getSection,
  HERE,
  listButtons,
  PHONE,
  waitForFocus,
} from '#tests/support/account-page.ts';
import { type Answers, apiError, networkError, rateLimitError } from '#tests/support/fake-api.ts';
import { getErrorOf, listErrors } from '#tests/support/field-errors.ts';
import { PAGE_CONFIG, STUDENT } from '#tests/support/render.tsx';
import { listLinks } from '#tests/support/visit.ts';

const done = () => ({ message: 'done' });
const limited = (seconds: number) => () => Promise.reject(rateLimitError(seconds));
const inMinutes = (minutes: number) => `Too many requests. Please try again later. You can try again in ${minutes} minutes.`;

const getSessions = () => within(screen.getByRole('list', { name: 'Active sessions' })).getAllByRole('listitem');
const waitForSessions = (count: number) => waitFor(() => expect(getSessions()).toHaveLength(count));
const clickInEmail = async (user: UserEvent, name: string) => user.click(within(getSection('Email')).getByRole('button', { name }));

describe('the email address', () => {
  test('says that it is confirmed', async () => {
    await account();
    expect(getSection('Email').textContent).toContain('dilini@vidya.testConfirmed');
    expect(listButtons(getSection('Email'))).toEqual(['Change email']);
  });

  test.each([
    ['that it was sent', () => ({ message: 'Confirmation link sent successfully' }), 'Confirmation link sent successfully'],
    ['when to try again', limited(120), inMinutes(2)],
    ['that it was not sent', () => Promise.reject(networkError()), 'The link could not be sent. Please try again.'],
  ])('sends its link once more where it is not confirmed, and says in place %s', async (_, resendVerification, sentence) => {
    const { user, sent } = await account(STUDENT, { own: { emailVerified: false }, answers: { 'auth.resendVerification': resendVerification } });
    await findText('Not confirmed yet');
    await clickInEmail(user, 'Resend');
    await waitFor(() => expect(within(getSection('Email')).getByRole('status').textContent).toBe(sentence));
    expect(sent('auth.resendVerification')).toHaveLength(1);
  });

  test('says when a change can be cancelled again', async () => {
    const { user } = await account(STUDENT, { own: { pendingEmail: 'new@vidya.test' }, answers: { 'auth.cancelEmailChange': limited(180) } });
    await clickButton(user, 'Cancel change');
    await findText(inMinutes(3));
  });

  // spec account.6 | D Accounts | Change of email, with the current password, and what waits for its link |
  //   src/client/features/account/email-section.tsx
  test('changes with the current password, and waits for the link', async () => {
    const visited = await account(STUDENT, {
      answers: {
        'auth.changeEmail': ({ email }) => {
          visited.change({ pendingEmail: email });
          return done();
        },
      },
    });
    const { user } = visited;
    await clickButton(user, 'Change email');
    await waitForFocus(() => getField('New email address'));
    await clickButton(user, 'Send confirmation link');
    await findText('Please enter a valid email address');
    await fillField(user, 'New email address', 'New@Vidya.test ');
    await fillField(user, 'Current password', 'vidya-demo');
    await clickButton(user, 'Send confirmation link');
    await findText('Open the link that we have sent to your new address to confirm it.');
    await findText('Open the link we sent to');
    expect(visited.sent('auth.changeEmail')).toEqual([{ email: 'New@Vidya.test', password: 'vidya-demo' }]);
    expect(listButtons(getSection('Email'))).toEqual(['Cancel change', 'Change email']);
    expect(document.activeElement).toBe(getButton('Change email'));
    await clickButton(user, 'Cancel change');
    await waitFor(() => expect(listButtons(getSection('Email'))).toEqual(['Change email']));
    expect(getSection('Email').textContent).toContain('dilini@vidya.test');
  });

  // spec account.6
  test.each([
    ['auth.current_password', 'Current password', 'Current password is incorrect'],
    ['auth.email_taken', 'New email address', 'An account with this email already exists'],
    ['auth.email_unchanged', 'New email address', 'This is already your email address'],
  ] as const)('shows the error %s beside the field %s', async (code, label, sentence) => {
    const changeEmail = () => {
      throw apiError(code);
    };
    const { user } = await account(STUDENT, { answers: { 'auth.changeEmail': changeEmail } });
    await clickButton(user, 'Change email');
    await fillField(user, 'New email address', 'new@vidya.test');
    await fillField(user, 'Current password', 'wrong');
    await clickButton(user, 'Send confirmation link');
    await waitFor(() => expect(getErrorOf(getField(label))).toBe(sentence));
    expect(listErrors(getSection('Email'))).toEqual([sentence]);
    expect(document.activeElement).toBe(getField(label));
    expect(getField('New email address').value).toBe('new@vidya.test');
  });

  // spec account.6
  test('comes from Google for a Google account, and the password too', async () => {
    await account(STUDENT, { own: { hasPassword: false, socialProvider: 'google' } });
    const [email, password] = [getSection('Email'), getSection('Password')];
    expect(email.textContent).toContain('You sign in with Google, so your email address comes from there.');
    expect(password.textContent).toContain('You sign in with Google, so there is no password to change here.');
    expect([email, password].flatMap((part) => [...listButtons(part), ...listLinks(part)])).toEqual([]);
  });
});

describe('the password', () => {
  async function enterPasswords(answers: Answers) {
    const visited = await account(STUDENT, { answers });
    const { user } = visited;
    await clickButton(user, 'Change password');
    await fillField(user, 'Current password', 'vidya-demo');
    await fillField(user, 'New password', 'better-one');
    await fillField(user, 'Confirm new password', 'better-one');
    return visited;
  }

  // spec account.7 | S2 | Change password | src/client/features/account/password-section.tsx
  test('changes, and the list of sessions is fetched again', async () => {
    const { user, sent } = await enterPasswords({ 'auth.changePassword': done });
    await clickButton(user, 'Change password');
    await findText('Password changed successfully');
    expect(sent('auth.changePassword')).toEqual([{ currentPassword: 'vidya-demo', newPassword: 'better-one', revokeAccess: true }]);
    await waitFor(() => expect(sent('account.sessions')).toHaveLength(2));
    expect(screen.queryByLabelText('Current password')).toBeNull();
  });

  test('leaves API keys, webhooks and calendar links where the box is not ticked', async () => {
    const { user, sent } = await enterPasswords({ 'auth.changePassword': done });
    await user.click(screen.getByRole('checkbox', { name: /^Also sign out everywhere else and remove API keys/ }));
    await clickButton(user, 'Change password');
    await findText('Password changed successfully');
    expect(sent('auth.changePassword')).toMatchObject([{ revokeAccess: false }]);
  });

  // spec account.7
  test('rejects two different ones, and one that is too short', async () => {
    const { user, sent } = await enterPasswords({});
    await fillField(user, 'New password', '12345');
    await clickButton(user, 'Change password');
    await findText("Passwords don't match");
    const messages = ['Password must be at least 6 characters', "Passwords don't match"];
    expect(['New password', 'Confirm new password'].map((label) => getErrorOf(getField(label)))).toEqual(messages);
    expect(listErrors(getSection('Password'))).toEqual(messages);
    expect(sent('auth.changePassword')).toEqual([]);
  });

  // spec account.7
  test('rejects a wrong current one', async () => {
    const { user } = await enterPasswords({
      'auth.changePassword': () => {
        throw apiError('auth.current_password', { field: 'currentPassword' });
      },
    });
    await clickButton(user, 'Change password');
    await waitFor(() => expect(getErrorOf(getField('Current password'))).toBe('Current password is incorrect'));
    expect(listErrors(getSection('Password'))).toEqual(['Current password is incorrect']);
    expect(document.activeElement).toBe(getField('Current password'));
  });
});

describe('the sessions', () => {
  const at = (instant: Date) => formatInstant(instant, PAGE_CONFIG.timezone);
  const END_PHONE = `Sign out there: Chrome on Android, signed in on ${at(PHONE.createdAt)}`;

  // spec account.8 | S2 | Active sessions, with sign out there | src/client/features/account/sessions-section.tsx
  test('show the device, which one is this, since when, and when last used', async () => {
    await account();
    await waitForSessions(2);
    const [here, phone] = getSessions().map(({ textContent }) => textContent);
    expect(here).toBe(`Unknown deviceThis deviceSigned in on ${at(HERE.createdAt)}In use now`);
    expect(phone).toBe(`Chrome on AndroidSigned in with Google on ${at(PHONE.createdAt)}Last used 3 hours agoSign out there`);
  });

  test('name the minute they began, also in the names of the buttons, which tells two devices of one kind apart', async () => {
    const twin = { ...PHONE, id: 'twin', createdAt: new Date(PHONE.createdAt.getTime() + 60_000) };
    await account(STUDENT, { answers: { 'account.sessions': () => [HERE, PHONE, twin] } });
    await waitForSessions(3);
    expect(new Set(getSessions().map(({ textContent }) => textContent)).size).toBe(3);
    expect(
      within(getSection('Sessions'))
        .getAllByRole('button')
        .map((end) => end.getAttribute('aria-label')),
    ).toEqual([END_PHONE, `Sign out there: Chrome on Android, signed in on ${at(twin.createdAt)}`]);
  });

  test('say when they can be ended, where that is limited', async () => {
    const { user } = await account(STUDENT, { answers: { 'account.endSession': limited(240) } });
    await screen.findByRole('button', { name: END_PHONE });
    await clickButton(user, END_PHONE);
    await findText(inMinutes(4));
  });

  // spec account.8
  test('can be ended elsewhere, and leave the list', async () => {
    const { user, sent } = await account(STUDENT, {
      answers: { 'account.endSession': done, 'account.sessions': sessionsUntil(() => sent('account.endSession').length > 0) },
    });
    await waitForSessions(2);
    await clickButton(user, END_PHONE);
    await findText('Signed out there successfully');
    await waitForSessions(1);
    expect(sent('account.endSession')).toEqual([{ id: 'phone' }]);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Active sessions');
  });

  const sessionsUntil = (isEnded: () => boolean) => () => (isEnded() ? [HERE] : [HERE, PHONE]);

  test('leave the list too where they had ended already', async () => {
    let isOver = false;
    const { user } = await account(STUDENT, {
      answers: {
        'account.sessions': sessionsUntil(() => isOver),
        'account.endSession': () => {
          isOver = true;
          throw apiError('session.not_found');
        },
      },
    });
    await screen.findByRole('button', { name: END_PHONE });
    await clickButton(user, END_PHONE);
    await findText('Session not found');
    await waitForSessions(1);
  });

  test('leave the rest of the page alone where they cannot be fetched', async () => {
    let isAway = true;
    const sessions = () => {
      if (isAway) throw rateLimitError(300);
      return [HERE];
    };
    const { user } = await account(STUDENT, { answers: { 'account.sessions': sessions } });
    await findText('Error Loading Sessions');
    await findText(inMinutes(5));
    isAway = false;
    await clickButton(user, 'Try Again');
    await waitForSessions(1);
  });
});

describe('the name of a device', () => {
  const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
  const CHROMIUM = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  test.each([
    [ANDROID, 'Chrome on Android', true],
    [
      `Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S911B) ${CHROMIUM} SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet on Android',
      true,
    ],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${APPLE} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari on iPhone', true],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${APPLE} CriOS/131.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone', true],
    [`Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${APPLE} FxiOS/131.0 Mobile/15E148 Safari/605.1.15`, 'Firefox on iPad', true],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, 'Edge on Windows', false],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Chrome/131.0.0.0 Safari/537.36 OPR/116.0.0.0`, 'Opera on Windows', false],
    ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Linux', false],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.1 Safari/605.1.15`, 'Safari on macOS', false],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROMIUM} Chrome/131.0.0.0 Safari/537.36`, 'Chrome on ChromeOS', false],
    [`Mozilla/5.0 (X11; Linux x86_64) ${CHROMIUM} HeadlessChrome/131.0.0.0 Safari/537.36`, 'Chromium on Linux', false],
    [`Mozilla/5.0 (X11; Linux x86_64) ${CHROMIUM} Ubuntu Chromium/111.0.0.0 Chrome/111.0.0.0 Safari/537.36`, 'Chromium on Linux', false],
    ['Mozilla/5.0 (Windows NT 10.0)', 'Windows', false],
    ['curl/8.5.0', 'Unknown device', false],
    ['', 'Unknown device', false],
  ])('%s', (userAgent, name, isPhone) => {
    expect(deviceOf(userAgent)).toEqual({ name, isPhone });
  });
});
