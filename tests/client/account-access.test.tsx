import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { deviceOf } from '#shared/domain/device-name.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import { ANDROID, account, errorOf, HERE, PHONE } from '#tests/support/account-page.ts';
import { type Answers, apiError, networkError, rateLimitError } from '#tests/support/fake-api.ts';
import { button, field, fill, PAGE_CONFIG, press, STUDENT, shown, texts, tick, until } from '#tests/support/render.tsx';

const done = () => ({ message: 'done' });
const limited = (seconds: number) => () => Promise.reject(rateLimitError(seconds));
const inMinutes = (minutes: number) => `Too many requests. Please try again later. You can try again in ${minutes} minutes.`;

const pressIn = (section: string, name: string) =>
  act(async () => [...document.querySelectorAll<HTMLButtonElement>(`${section} button`)].find((one) => one.textContent === name)?.click());

describe('the email address', () => {
  it('is shown, and that it is confirmed', async () => {
    await account();
    expect(texts('#email')[0]).toContain('dilini@vidya.testConfirmed');
    expect(texts('#email button')).toEqual(['Change email']);
  });

  it.each([
    ['that it was sent', () => ({ message: 'Confirmation link sent successfully' }), 'Confirmation link sent successfully'],
    ['when to try again', limited(120), inMinutes(2)],
    ['that it was not sent', () => Promise.reject(networkError()), 'The link could not be sent. Please try again.'],
  ])('that is not confirmed yet has its link sent once more, and says in place %s', async (_, resendVerification, sentence) => {
    const { sent } = await account(STUDENT, { own: { emailVerified: false }, answers: { 'auth.resendVerification': resendVerification } });
    await shown('Not confirmed yet');
    await pressIn('#email', 'Resend');
    await until(() => expect(texts('#email [role=status]')).toEqual([sentence]));
    expect(sent('auth.resendVerification')).toHaveLength(1);
  });

  it('says when a change can be called off again', async () => {
    await account(STUDENT, { own: { pendingEmail: 'new@vidya.test' }, answers: { 'auth.cancelEmailChange': limited(180) } });
    await press('Cancel change');
    await shown(inMinutes(3));
  });

  // spec account.6 | D Accounts | Change of email, with the current password, and what waits for its link |
  //   src/client/features/account/email-section.tsx
  it('is changed with the current password, and waits for the link', async () => {
    const visited = await account(STUDENT, {
      answers: {
        'auth.changeEmail': ({ email }) => {
          visited.change({ pendingEmail: email });
          return done();
        },
      },
    });
    await press('Change email');
    expect(document.activeElement).toBe(field('New email address'));
    await press('Send confirmation link');
    await shown('Please enter a valid email address');
    await fill('New email address', 'New@Vidya.test ');
    await fill('Current password', 'vidya-demo');
    await press('Send confirmation link');
    await shown('Open the link that we have sent to your new address to confirm it.');
    await shown('Waiting for you to open the link mailed to');
    expect(visited.sent('auth.changeEmail')).toEqual([{ email: 'New@Vidya.test', password: 'vidya-demo' }]);
    expect(texts('#email button')).toEqual(['Cancel change', 'Change email']);
    expect(document.activeElement).toBe(button('Change email'));
    await press('Cancel change');
    await until(() => expect(texts('#email button')).toEqual(['Change email']));
    expect(texts('#email')[0]).toContain('dilini@vidya.test');
  });

  // spec account.6
  it.each([
    ['auth.current_password', 'Current password', 'Current password is incorrect'],
    ['auth.email_taken', 'New email address', 'An account with this email already exists'],
    ['auth.email_unchanged', 'New email address', 'This is already your email address'],
  ] as const)('a refusal, %s, stands beside %s', async (code, label, sentence) => {
    const changeEmail = () => {
      throw apiError(code);
    };
    await account(STUDENT, { answers: { 'auth.changeEmail': changeEmail } });
    await press('Change email');
    await fill('New email address', 'new@vidya.test');
    await fill('Current password', 'wrong');
    await press('Send confirmation link');
    await until(() => expect(errorOf(label)).toBe(sentence));
    expect(document.activeElement).toBe(field(label));
    expect(field('New email address').value).toBe('new@vidya.test');
  });

  // spec account.6
  it('of a Google account comes from Google, and its password too', async () => {
    await account(STUDENT, { own: { hasPassword: false, socialProvider: 'google' } });
    expect(texts('#email')[0]).toContain('You sign in with Google, so your email address comes from there.');
    expect(texts('#password')[0]).toContain('You sign in with Google, so there is no password to change here.');
    expect(texts('#email button, #password button, #email a, #password a')).toEqual([]);
  });
});

describe('the password', () => {
  async function typed(answers: Answers) {
    const visited = await account(STUDENT, { answers });
    await press('Change password');
    await fill('Current password', 'vidya-demo');
    await fill('New password', 'better-one');
    await fill('Confirm new password', 'better-one');
    return visited;
  }

  // spec account.7 | S2 | Change password | src/client/features/account/password-section.tsx
  it('is changed, and the list of sessions is read anew', async () => {
    const { sent } = await typed({ 'auth.changePassword': done });
    await press('Change password');
    await shown('Password changed successfully');
    expect(sent('auth.changePassword')).toEqual([{ currentPassword: 'vidya-demo', newPassword: 'better-one', revokeAccess: true }]);
    await until(() => expect(sent('account.sessions')).toHaveLength(2));
    expect(texts('#password input')).toEqual([]);
  });

  it('leaves API keys, webhooks and calendar links where the tick is taken away', async () => {
    const { sent } = await typed({ 'auth.changePassword': done });
    await tick('Also sign out everywhere else and remove API keys');
    await press('Change password');
    await shown('Password changed successfully');
    expect(sent('auth.changePassword')).toMatchObject([{ revokeAccess: false }]);
  });

  // spec account.7
  it('is not changed to two different ones, or to one that is too short', async () => {
    const { sent } = await typed({});
    await fill('New password', '12345');
    await press('Change password');
    await shown("Passwords don't match");
    expect(texts('#password .mantine-InputWrapper-error')).toEqual(['Password must be at least 6 characters', "Passwords don't match"]);
    expect(sent('auth.changePassword')).toEqual([]);
  });

  // spec account.7
  it('needs the current one', async () => {
    await typed({
      'auth.changePassword': () => {
        throw apiError('auth.current_password', { field: 'currentPassword' });
      },
    });
    await press('Change password');
    await until(() => expect(errorOf('Current password')).toBe('Current password is incorrect'));
    expect(document.activeElement).toBe(field('Current password'));
  });
});

describe('the sessions', () => {
  const at = (instant: Date) => formatInstant(instant, PAGE_CONFIG.timezone);
  const END_PHONE = `Sign out there: Chrome on Android, signed in on ${at(PHONE.createdAt)}`;

  // spec account.8 | S2 | Active sessions, with sign out there | src/client/features/account/sessions-section.tsx
  it('say which device, which is this one, since when, and when last used', async () => {
    await account();
    await until(() => expect(texts('#sessions li')).toHaveLength(2));
    const [here, phone] = texts('#sessions li');
    expect(here).toBe(`Unknown deviceThis deviceSigned in on ${at(HERE.createdAt)}In use now`);
    expect(phone).toBe(`Chrome on AndroidSigned in with Google on ${at(PHONE.createdAt)}Last used 3 hours agoSign out there`);
  });

  it('on two devices of one kind are told apart by the minute they began, also by whoever only hears the buttons', async () => {
    const twin = { ...PHONE, id: 'twin', createdAt: new Date(PHONE.createdAt.getTime() + 60_000) };
    await account(STUDENT, { answers: { 'account.sessions': () => [HERE, PHONE, twin] } });
    await until(() => expect(texts('#sessions li')).toHaveLength(3));
    expect(new Set(texts('#sessions li')).size).toBe(3);
    expect([...document.querySelectorAll('#sessions button')].map((end) => end.getAttribute('aria-label'))).toEqual([
      END_PHONE,
      `Sign out there: Chrome on Android, signed in on ${at(twin.createdAt)}`,
    ]);
  });

  it('that cannot be ended yet say when', async () => {
    await account(STUDENT, { answers: { 'account.endSession': limited(240) } });
    await until(() => button(END_PHONE));
    await press(END_PHONE);
    await shown(inMinutes(4));
  });

  // spec account.8
  it('can be ended elsewhere, where the row is busy meanwhile and then gone', async () => {
    const { sent } = await account(STUDENT, {
      answers: { 'account.endSession': done, 'account.sessions': sessionsUntil(() => sent('account.endSession').length > 0) },
    });
    await until(() => expect(texts('#sessions li')).toHaveLength(2));
    await press(END_PHONE);
    await shown('Signed out there successfully');
    await until(() => expect(texts('#sessions li')).toHaveLength(1));
    expect(sent('account.endSession')).toEqual([{ id: 'phone' }]);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Active sessions');
  });

  const sessionsUntil = (isEnded: () => boolean) => () => (isEnded() ? [HERE] : [HERE, PHONE]);

  it('that are over already leave the list too', async () => {
    let isOver = false;
    await account(STUDENT, {
      answers: {
        'account.sessions': sessionsUntil(() => isOver),
        'account.endSession': () => {
          isOver = true;
          throw apiError('session.not_found');
        },
      },
    });
    await until(() => button(END_PHONE));
    await press(END_PHONE);
    await shown('Session not found');
    await until(() => expect(texts('#sessions li')).toHaveLength(1));
  });

  it('that cannot be read leave the rest of the page alone', async () => {
    let isAway = true;
    const sessions = () => {
      if (isAway) throw rateLimitError(300);
      return [HERE];
    };
    await account(STUDENT, { answers: { 'account.sessions': sessions } });
    await shown('Error Loading Sessions');
    await shown(inMinutes(5));
    isAway = false;
    await press('Try Again');
    await until(() => expect(texts('#sessions li')).toHaveLength(1));
  });
});

describe('the name of a device', () => {
  const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
  const CHROMIUM = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  it.each([
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
