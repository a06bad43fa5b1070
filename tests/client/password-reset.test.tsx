import { screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Answers, apiError, networkError, rateLimitError } from '#tests/support/fake-api.ts';
import { getErrorOf, listErrors } from '#tests/support/field-errors.ts';
import { STUDENT } from '#tests/support/render.tsx';
import { listLinks, visit } from '#tests/support/visit.ts';

const SENT = 'If there is an account with this address, a 6-digit code is on its way to it.';
const CHANGED = 'Password reset successful. Please login with your new password.';
const OF_GOOGLE = 'This account was created using Google OAuth. Password reset is not available. Please use Continue with Google to sign in.';

const ANSWERS = {
  'auth.forgotPassword': ({ email }) => ({ message: SENT, email, requestId: 'request-1' }),
  'auth.resetPasswordWithLink': () => ({ message: CHANGED }),
  'auth.resetPassword': () => ({ message: CHANGED }),
} satisfies Answers;

async function open(path: string, more: Answers = {}) {
  const page = await visit(path, null, { ...ANSWERS, ...more });
  const { user, api } = page;
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const fill = async (label: string, text: string) => {
    await user.clear(await screen.findByLabelText(label));
    await user.paste(text);
    await user.tab();
  };
  const askForCode = async (email: string) => {
    await fill('Email', email);
    await press('Send code');
  };
  const enterCode = async (code: string, password = 'a-new-one') => {
    await fill('6-digit code', code);
    await fill('New password', password);
    await press('Reset password');
  };
  return { ...page, press, fill, askForCode, enterCode, sent: api.inputsOf };
}

const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const getButton = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const getMain = () => screen.getByRole('main');
const listAlerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);
const expectAlerts = (sentences: string[]) => waitFor(() => expect(listAlerts()).toEqual(sentences));
const listStatuses = () =>
  within(getMain())
    .queryAllByRole('status')
    .map(({ textContent }) => textContent);

afterEach(() => {
  vi.useRealTimers();
});

describe('/forgot-password', () => {
  // spec validation.5 | P §5 Forgot password | Forgot password: a valid email | src/shared/contracts/auth.ts
  // spec passwords.1, errors.22
  test('asks for a valid address and calls nobody before', async () => {
    const { sent, askForCode } = await open('/forgot-password');
    await askForCode('dilini');
    await screen.findByText('Please enter a valid email address');
    expect(document.activeElement).toBe(getField('Email'));
    expect(sent('auth.forgotPassword')).toEqual([]);
  });

  // spec passwords.1 | P §2 Forgot and reset password | /forgot-password: an email, then /reset-password?email={email} as it was typed |
  //   src/client/routes/forgot-password.tsx
  test('leads on with the address as it was typed', async () => {
    const { at, sent, askForCode } = await open('/forgot-password');
    await askForCode('Dilini+1@Vidya.test');
    await waitFor(() => expect(at()).toBe('/reset-password?email=Dilini%2B1%40Vidya.test'));
    expect(sent('auth.forgotPassword')).toEqual([{ email: 'Dilini+1@Vidya.test' }]);
    await waitFor(() =>
      expect(getMain().textContent).toContain('If there is an account for Dilini+1@Vidya.test, a 6-digit code is on its way to it.'),
    );
  });

  // spec passwords.1
  test('is one request, however often the button is pressed', async () => {
    const { sent, at, fill } = await open('/forgot-password');
    await fill('Email', STUDENT.email);
    const send = getButton('Send code');
    await act(async () => {
      send.click();
      send.click();
    });
    await waitFor(() => expect(at()).toMatch('/reset-password'));
    expect(sent('auth.forgotPassword')).toHaveLength(1);
  });

  // spec errors.19 | C §8 Password reset | 'Failed to send OTP. Please try again.' | src/client/features/auth/forgot-password-form.tsx
  test.each([
    ['nobody answers', networkError(), 'Failed to send OTP. Please try again.'],
    ['it was asked for too often', rateLimitError(30), 'Too many requests. Please try again later. You can try again in 30 seconds.'],
  ])('stays and says so when %s', async (_, failure, sentence) => {
    const { at, askForCode } = await open('/forgot-password', { 'auth.forgotPassword': () => Promise.reject(failure) });
    await askForCode(STUDENT.email);
    await screen.findByText(sentence);
    expect([at(), getField('Email').value, within(getMain()).queryByText('Continue with Google')]).toEqual(['/forgot-password', STUDENT.email, null]);
  });

  // spec errors.18
  test('offers Google beside the sentence about an account of Google’s', async () => {
    const { askForCode } = await open('/forgot-password', { 'auth.forgotPassword': () => Promise.reject(apiError('auth.google_account')) });
    await askForCode(STUDENT.email);
    await expectAlerts([OF_GOOGLE]);
    expect(within(getMain()).getByRole('button', { name: 'Continue with Google' })).toBeDefined();
  });

  // spec passwords.4
  test('has the way back to login', async () => {
    await open('/forgot-password');
    await waitFor(() => expect(listLinks(getMain())).toContainEqual(['Back to login', '/login']));
  });
});

describe('/reset-password', () => {
  const PATH = '/reset-password?email=dilini%40vidya.test';

  // spec passwords.2 | P §2 Forgot and reset password, §4 Password reset | /reset-password: 6-digit code and new password, then login |
  //   src/client/features/auth/reset-password-form.tsx
  test('changes the password with the code, says so, and leads to login with the address filled in', async () => {
    const { at, sent, enterCode } = await open(PATH);
    await enterCode('012345');
    await waitFor(() => expect(at()).toBe('/login'));
    expect(sent('auth.resetPassword')).toEqual([{ email: 'dilini@vidya.test', code: '012345', password: 'a-new-one' }]);
    await waitFor(() => expect(listStatuses()).toContain(CHANGED));
    expect(getField('Email').value).toBe('dilini@vidya.test');
  });

  // spec s8-limits.6
  test('sends the id of the request with the code', async () => {
    const { at, sent, askForCode, enterCode } = await open('/forgot-password');
    await askForCode('Dilini@vidya.test');
    await waitFor(() => expect(at()).toMatch('/reset-password'));
    await enterCode('012345');
    await waitFor(() => expect(sent('auth.resetPassword')).toMatchObject([{ requestId: 'request-1' }]));
  });

  // spec s8-limits.6
  test.each([
    ['dilini@vidya.test', 'request-1'],
    ['somebody@vidya.test', undefined],
  ])('after a reload sends the id that was kept for dilini@vidya.test with the code for %s: %s', async (email, requestId) => {
    sessionStorage.setItem('reset-request', JSON.stringify({ email: 'dilini@vidya.test', requestId: 'request-1' }));
    const { sent, enterCode } = await open(`/reset-password?email=${encodeURIComponent(email)}`);
    await enterCode('012345');
    await waitFor(() => expect(sent('auth.resetPassword')).toHaveLength(1));
    expect(sent('auth.resetPassword')).toEqual([{ email, code: '012345', password: 'a-new-one', requestId }]);
  });

  // spec s8-limits.9
  test('says beside a refusal for too many codes that the link works at once', async () => {
    const { enterCode } = await open(PATH, { 'auth.resetPassword': () => Promise.reject(rateLimitError(600)) });
    await enterCode('012345');
    await screen.findByText('Too many requests. Please try again later. You can try again in 10 minutes.');
    await screen.findByText('You can also use the link in the email, without a code.');
  });

  // spec s8-limits.7
  describe('with the link of the mail', () => {
    const LINK = '/reset-password?email=dilini%40vidya.test&token=a-token';

    test('takes the token out of the address, asks for the password alone, and leads to login', async () => {
      const { at, sent, press, fill } = await open(LINK);
      await screen.findByLabelText('New password');
      expect(at()).toBe('/reset-password?email=dilini%40vidya.test');
      expect(getMain().textContent).not.toContain('6-digit code');
      await fill('New password', 'a-new-one');
      await press('Reset password');
      await waitFor(() => expect(at()).toBe('/login'));
      expect(sent('auth.resetPasswordWithLink')).toEqual([{ token: 'a-token', password: 'a-new-one' }]);
      expect(getField('Email').value).toBe('dilini@vidya.test');
    });

    test('that is over leads to a new code, and keeps the password', async () => {
      const { press, fill } = await open(LINK, { 'auth.resetPasswordWithLink': () => Promise.reject(apiError('auth.link')) });
      await fill('New password', 'a-new-one');
      await press('Reset password');
      await screen.findByText('Invalid or expired link');
      expect(getField('New password').value).toBe('a-new-one');
      expect(listLinks(getMain())).toContainEqual(['Ask for a new code', '/forgot-password']);
    });
  });

  // spec passwords.2
  test('takes a code that is pasted with words and spaces around it', async () => {
    const { sent, press, fill } = await open(PATH);
    await fill('6-digit code', ' Your code: 123-456 ');
    await fill('New password', 'a-new-one');
    expect(getField('6-digit code').value).toBe('123456');
    await press('Reset password');
    await waitFor(() => expect(sent('auth.resetPassword')).toMatchObject([{ code: '123456' }]));
  });

  test('is made for phones and for codes that the phone offers', async () => {
    await open(PATH);
    const code = await screen.findByLabelText<HTMLInputElement>('6-digit code');
    expect([code.inputMode, code.getAttribute('autocomplete'), getField('New password').getAttribute('autocomplete')]).toEqual([
      'numeric',
      'one-time-code',
      'new-password',
    ]);
  });

  // spec validation.6 | P §5 Reset | Reset: exactly 6 digits, a password of at least 6 | src/shared/contracts/auth.ts
  // spec errors.22 | C §8 Password reset | 'Please enter a valid email address', 'Enter the 6-digit code', 'Password must be at least 6 characters' |
  //   src/shared/messages.ts
  test.each([
    ['five digits', '12345', 'a-new-one', 'Enter the 6-digit code', '6-digit code'],
    ['no code', '', 'a-new-one', 'Enter the 6-digit code', '6-digit code'],
    ['a short password', '123456', '12345', 'Password must be at least 6 characters', 'New password'],
  ])('says beside the field what is wrong with %s', async (_, code, password, sentence, label) => {
    const { sent, enterCode } = await open(PATH);
    await enterCode(code, password);
    await waitFor(() => expect(getErrorOf(getField(label))).toBe(sentence));
    expect(document.activeElement).toBe(getField(label));
    expect(sent('auth.resetPassword')).toEqual([]);
  });

  // spec errors.23 | R §4.1 8 | 'Invalid or expired code' beside its field | src/shared/errors.ts
  test('puts a code that does not hold beside its field, and keeps the password', async () => {
    const { enterCode } = await open(PATH, { 'auth.resetPassword': () => Promise.reject(apiError('auth.code')) });
    await enterCode('999999');
    await waitFor(() => expect(getErrorOf(getField('6-digit code'))).toBe('Invalid or expired code'));
    expect(listErrors(getMain())).toEqual(['Invalid or expired code']);
    expect(document.activeElement).toBe(getField('6-digit code'));
    expect(getField('New password').value).toBe('a-new-one');
  });

  // spec errors.20 | C §8 Password reset | 'Failed to reset password. Please try again.' | src/client/features/auth/reset-password-form.tsx
  test('has a sentence of its own when nobody answers', async () => {
    const { enterCode } = await open(PATH, { 'auth.resetPassword': () => Promise.reject(networkError()) });
    await enterCode('123456');
    await expectAlerts(['Failed to reset password. Please try again.']);
  });

  // spec passwords.2
  test('asks for the address where its own names none', async () => {
    const { sent, fill, enterCode } = await open('/reset-password');
    await fill('Email', 'dilini@vidya.test');
    await enterCode('123456');
    await waitFor(() => expect(sent('auth.resetPassword')).toMatchObject([{ email: 'dilini@vidya.test' }]));
  });

  test('asks for the address where its own names something else', async () => {
    const { enterCode } = await open('/reset-password?email=nobody');
    await enterCode('123456');
    await screen.findByText('Please enter a valid email address');
    await waitFor(() => expect(document.activeElement).toBe(getField('Email')));
    expect(getField('Email').value).toBe('nobody');
  });

  test('takes nobody back to the address while they type elsewhere', async () => {
    const { fill, enterCode } = await open('/reset-password?email=nobody');
    await enterCode('123456');
    await waitFor(() => expect(document.activeElement).toBe(getField('Email')));
    await fill('New password', 'another-one');
    expect(document.activeElement).not.toBe(getField('Email'));
  });

  // spec passwords.4 | P §2 Forgot and reset password | A link back to /login | src/client/routes/reset-password.tsx
  test('leads back to login, and to another address', async () => {
    const { at, user } = await open(PATH);
    await waitFor(() => expect(listLinks(getMain())).toContainEqual(['Back to login', '/login']));
    await user.click(screen.getByRole('link', { name: 'Use another address' }));
    await waitFor(() => expect(at()).toBe('/forgot-password'));
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('dilini@vidya.test');
  });

  describe('Resend code', () => {
    const isWaiting = () => getButton('Resend code').getAttribute('aria-disabled');

    // spec passwords.3 | P §2 Forgot and reset password, D Accounts | Resend code, again after 30 s | src/client/features/auth/reset-password-form.tsx
    test('waits thirty seconds after a code was asked for, and counts them down', async () => {
      vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
      const { at, sent, press, askForCode } = await open('/forgot-password');
      await askForCode('dilini@vidya.test');
      await waitFor(() => expect(at()).toMatch('/reset-password'));
      await screen.findByText('You can ask for another code in 30 seconds.');
      expect(isWaiting()).toBe('true');
      await act(async () => vi.advanceTimersByTime(29_000));
      await screen.findByText('You can ask for another code in 1 second.');
      await act(async () => vi.advanceTimersByTime(1000));
      expect(isWaiting()).toBe('false');
      await press('Resend code');
      await waitFor(() => expect(sent('auth.forgotPassword')).toEqual([{ email: 'dilini@vidya.test' }, { email: 'dilini@vidya.test' }]));
      await waitFor(() => expect(listStatuses()).toContain(SENT));
      expect(isWaiting()).toBe('true');
    });

    test('is there at once for whoever comes from the mail', async () => {
      const { sent, press } = await open(PATH);
      await waitFor(() => expect(isWaiting()).toBe('false'));
      await press('Resend code');
      await waitFor(() => expect(sent('auth.forgotPassword')).toHaveLength(1));
    });

    // spec passwords.3
    test('waits as long as the server says', async () => {
      const { press } = await open(PATH, { 'auth.forgotPassword': () => Promise.reject(rateLimitError(1800)) });
      await press('Resend code');
      await screen.findByText('You can ask for another code in 30 minutes.');
      expect(isWaiting()).toBe('true');
    });

    test('says the time once, where it is counted down', async () => {
      const { press } = await open(PATH, { 'auth.forgotPassword': () => Promise.reject(rateLimitError(1800)) });
      await press('Resend code');
      await screen.findByText('You can ask for another code in 30 minutes.');
      expect(listAlerts()).toEqual(['Too many requests. Please try again later.']);
    });

    test('aligns with the start, not the centre, why no code was sent', async () => {
      const { user } = await open(PATH, { 'auth.forgotPassword': () => Promise.reject(networkError()) });
      await user.click(await screen.findByRole('button', { name: 'Resend code' }));
      expect((await screen.findByRole('alert')).style.textAlign).toBe('start');
    });

    test('keeps the focus, and asks for nothing while it waits', async () => {
      const { sent, press } = await open(PATH);
      await press('Resend code');
      await waitFor(() => expect(isWaiting()).toBe('true'));
      expect([getButton('Resend code').disabled, document.activeElement]).toEqual([false, getButton('Resend code')]);
      await screen.findByText('You can ask for another code in 30 seconds.');
      await press('Resend code');
      expect(sent('auth.forgotPassword')).toHaveLength(1);
    });

    test('stays under the finger when the field of a wrong code is left for it', async () => {
      const { fill, enterCode } = await open(PATH, { 'auth.resetPassword': () => Promise.reject(apiError('auth.code')) });
      await enterCode('999999');
      await screen.findByText('Invalid or expired code');
      await act(async () => getField('6-digit code').blur());
      expect([listErrors(getMain()), listAlerts()]).toEqual([['Invalid or expired code'], []]);
      await fill('6-digit code', '999998');
      expect([listErrors(getMain()), listAlerts()]).toEqual([[], []]);
    });

    // spec errors.21 | C §8 Password reset | 'Failed to resend code. Please try again.' | src/client/features/auth/reset-password-form.tsx
    test('has a sentence of its own when nobody answers', async () => {
      const { press } = await open(PATH, { 'auth.forgotPassword': () => Promise.reject(networkError()) });
      await press('Resend code');
      await expectAlerts(['Failed to resend code. Please try again.']);
    });

    test('needs an address', async () => {
      const { sent, press } = await open('/reset-password');
      await press('Resend code');
      await screen.findByText('Please enter a valid email address');
      expect([document.activeElement, sent('auth.forgotPassword')]).toEqual([getField('Email'), []]);
    });
  });
});
