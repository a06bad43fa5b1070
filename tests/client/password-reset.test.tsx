import { screen } from '@testing-library/react';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answers, apiError, networkError, rateLimitError } from '#tests/support/fake-api.ts';
import { button, field, fill, press, pressTwice, STUDENT, shown, texts, until } from '#tests/support/render.tsx';
import { follow, linksOf, visit } from '#tests/support/visit.ts';

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
  const sent = (name: string) => page.api.calls.filter(({ path: called }) => called === name).map(({ input }) => input);
  return { ...page, sent };
}

const google = () => [...document.querySelectorAll('main a, main button')].find(({ textContent }) => textContent?.trim() === 'Continue with Google');

afterEach(() => {
  vi.useRealTimers();
});

describe('/forgot-password', () => {
  // spec validation.5 | P §5 Forgot password | Forgot password: a valid email | src/shared/contracts/auth.ts
  // spec passwords.1, errors.22
  it('asks for a valid address and calls nobody before', async () => {
    const { sent } = await open('/forgot-password');
    await until(() => field('Email'));
    await fill('Email', 'dilini');
    await press('Send code');
    await shown('Please enter a valid email address');
    expect(document.activeElement).toBe(field('Email'));
    expect(sent('auth.forgotPassword')).toEqual([]);
  });

  // spec passwords.1 | P §2 Forgot and reset password | /forgot-password: an email, then /reset-password?email={email} as it was typed |
  //   src/client/routes/forgot-password.tsx
  it('leads on with the address as it was typed', async () => {
    const { at, sent } = await open('/forgot-password');
    await until(() => field('Email'));
    await fill('Email', 'Dilini+1@Vidya.test');
    await press('Send code');
    await until(() => expect(at()).toBe('/reset-password?email=Dilini%2B1%40Vidya.test'));
    expect(sent('auth.forgotPassword')).toEqual([{ email: 'Dilini+1@Vidya.test' }]);
    await shown('If there is an account for Dilini+1@Vidya.test, a 6-digit code is on its way to it.');
  });

  // spec passwords.1
  it('is one request, however often the button is pressed', async () => {
    const { sent, at } = await open('/forgot-password');
    await until(() => field('Email'));
    await fill('Email', STUDENT.email);
    await pressTwice('Send code');
    await until(() => expect(at()).toMatch('/reset-password'));
    expect(sent('auth.forgotPassword')).toHaveLength(1);
  });

  // spec errors.19 | C §8 Password reset | 'Failed to send OTP. Please try again.' | src/client/features/auth/forgot-password-form.tsx
  it.each([
    ['nobody answers', networkError(), 'Failed to send OTP. Please try again.'],
    ['it was asked for too often', rateLimitError(30), 'Too many requests. Please try again later. You can try again in 30 seconds.'],
  ])('stays and says so when %s', async (_, failure, sentence) => {
    const { at } = await open('/forgot-password', { 'auth.forgotPassword': () => Promise.reject(failure) });
    await until(() => field('Email'));
    await fill('Email', STUDENT.email);
    await press('Send code');
    await shown(sentence);
    expect([at(), field('Email').value, google()]).toEqual(['/forgot-password', STUDENT.email, undefined]);
  });

  // spec errors.18
  it('offers Google beside the sentence about an account of Google’s', async () => {
    await open('/forgot-password', { 'auth.forgotPassword': () => Promise.reject(apiError('auth.google_account')) });
    await until(() => field('Email'));
    await fill('Email', STUDENT.email);
    await press('Send code');
    await until(() => expect(texts('[role=alert]')).toEqual([OF_GOOGLE]));
    expect(google()).toBeDefined();
  });

  // spec passwords.4
  it('has the way back to login', async () => {
    await open('/forgot-password');
    await until(() => expect(linksOf('main')).toContainEqual(['Back to login', '/login']));
  });
});

describe('/reset-password', () => {
  const PATH = '/reset-password?email=dilini%40vidya.test';

  async function type(code: string, password = 'a-new-one') {
    await until(() => field('6-digit code'));
    await fill('6-digit code', code);
    await fill('New password', password);
  }

  // spec passwords.2 | P §2 Forgot and reset password, §4 Password reset | /reset-password: 6-digit code and new password, then login |
  //   src/client/features/auth/reset-password-form.tsx
  it('changes the password with the code, says so, and leads to login with the address filled in', async () => {
    const { at, sent } = await open(PATH);
    await type('012345');
    await press('Reset password');
    await until(() => expect(at()).toBe('/login'));
    expect(sent('auth.resetPassword')).toEqual([{ email: 'dilini@vidya.test', code: '012345', password: 'a-new-one' }]);
    await until(() => expect(texts('main [role=status]')).toContain(CHANGED));
    expect(field('Email').value).toBe('dilini@vidya.test');
  });

  // spec s8-limits.6
  it('sends the id of the request with the code', async () => {
    const { at, sent } = await open('/forgot-password');
    await until(() => field('Email'));
    await fill('Email', 'Dilini@vidya.test');
    await press('Send code');
    await until(() => expect(at()).toMatch('/reset-password'));
    await type('012345');
    await press('Reset password');
    await until(() => expect(sent('auth.resetPassword')).toMatchObject([{ requestId: 'request-1' }]));
  });

  // spec s8-limits.6
  it.each([
    ['dilini@vidya.test', 'request-1'],
    ['somebody@vidya.test', undefined],
  ])('after a reload sends the id that was kept for dilini@vidya.test with the code for %s: %s', async (email, requestId) => {
    sessionStorage.setItem('reset-request', JSON.stringify({ email: 'dilini@vidya.test', requestId: 'request-1' }));
    const { sent } = await open(`/reset-password?email=${encodeURIComponent(email)}`);
    await type('012345');
    await press('Reset password');
    await until(() => expect(sent('auth.resetPassword')).toHaveLength(1));
    expect(sent('auth.resetPassword')).toEqual([{ email, code: '012345', password: 'a-new-one', requestId }]);
  });

  // spec s8-limits.9
  it('says beside a refusal for too many codes that the link works at once', async () => {
    await open(PATH, { 'auth.resetPassword': () => Promise.reject(rateLimitError(600)) });
    await type('012345');
    await press('Reset password');
    await shown('You can try again in 10 minutes.');
    await shown('The link in the mail works at once, and needs no code.');
  });

  // spec s8-limits.7
  describe('with the link of the mail', () => {
    const LINK = '/reset-password?email=dilini%40vidya.test&token=a-token';

    it('takes the token out of the address, asks for the password alone, and leads to login', async () => {
      const { at, sent } = await open(LINK);
      await until(() => field('New password'));
      expect(at()).toBe('/reset-password?email=dilini%40vidya.test');
      expect(document.querySelector('main')?.textContent).not.toContain('6-digit code');
      await fill('New password', 'a-new-one');
      await press('Reset password');
      await until(() => expect(at()).toBe('/login'));
      expect(sent('auth.resetPasswordWithLink')).toEqual([{ token: 'a-token', password: 'a-new-one' }]);
      expect(field('Email').value).toBe('dilini@vidya.test');
    });

    it('that is over leads to a new code, and keeps the password', async () => {
      await open(LINK, { 'auth.resetPasswordWithLink': () => Promise.reject(apiError('auth.link')) });
      await until(() => field('New password'));
      await fill('New password', 'a-new-one');
      await press('Reset password');
      await shown('Invalid or expired link');
      expect(field('New password').value).toBe('a-new-one');
      expect(linksOf('main')).toContainEqual(['Ask for a new code', '/forgot-password']);
    });
  });

  // spec passwords.2
  it('takes a code that is pasted with words and spaces around it', async () => {
    const { sent } = await open(PATH);
    await type(' Your code: 123-456 ');
    expect(field('6-digit code').value).toBe('123456');
    await press('Reset password');
    await until(() => expect(sent('auth.resetPassword')).toMatchObject([{ code: '123456' }]));
  });

  it('is made for phones and for codes that the phone offers', async () => {
    await open(PATH);
    const code = await until(() => field('6-digit code'));
    expect([code.inputMode, code.getAttribute('autocomplete'), field('New password').getAttribute('autocomplete')]).toEqual([
      'numeric',
      'one-time-code',
      'new-password',
    ]);
  });

  // spec validation.6 | P §5 Reset | Reset: exactly 6 digits, a password of at least 6 | src/shared/contracts/auth.ts
  // spec errors.22 | C §8 Password reset | 'Please enter a valid email address', 'Enter the 6-digit code', 'Password must be at least 6 characters' |
  //   src/shared/messages.ts
  it.each([
    ['five digits', '12345', 'a-new-one', 'Enter the 6-digit code', '6-digit code'],
    ['no code', '', 'a-new-one', 'Enter the 6-digit code', '6-digit code'],
    ['a short password', '123456', '12345', 'Password must be at least 6 characters', 'New password'],
  ])('says beside the field what is wrong with %s', async (_, code, password, sentence, label) => {
    const { sent } = await open(PATH);
    await type(code, password);
    await press('Reset password');
    await shown(sentence);
    expect(document.activeElement).toBe(field(label));
    expect(sent('auth.resetPassword')).toEqual([]);
  });

  // spec errors.23 | R §4.1 8 | 'Invalid or expired code' beside its field | src/shared/errors.ts
  it('puts a code that does not hold beside its field, and keeps the password', async () => {
    await open(PATH, { 'auth.resetPassword': () => Promise.reject(apiError('auth.code')) });
    await type('999999');
    await press('Reset password');
    await until(() => expect(texts('.mantine-InputWrapper-error')).toEqual(['Invalid or expired code']));
    expect(document.activeElement).toBe(field('6-digit code'));
    expect(field('New password').value).toBe('a-new-one');
  });

  // spec errors.20 | C §8 Password reset | 'Failed to reset password. Please try again.' | src/client/features/auth/reset-password-form.tsx
  it('has a sentence of its own when nobody answers', async () => {
    await open(PATH, { 'auth.resetPassword': () => Promise.reject(networkError()) });
    await type('123456');
    await press('Reset password');
    await until(() => expect(texts('[role=alert]')).toEqual(['Failed to reset password. Please try again.']));
  });

  // spec passwords.2
  it('asks for the address where its own names none', async () => {
    const { sent } = await open('/reset-password');
    await until(() => field('Email'));
    await fill('Email', 'dilini@vidya.test');
    await type('123456');
    await press('Reset password');
    await until(() => expect(sent('auth.resetPassword')).toMatchObject([{ email: 'dilini@vidya.test' }]));
  });

  it('asks for the address where its own names something else', async () => {
    await open('/reset-password?email=nobody');
    await type('123456');
    await press('Reset password');
    await shown('Please enter a valid email address');
    await until(() => expect(document.activeElement).toBe(field('Email')));
    expect(field('Email').value).toBe('nobody');
  });

  it('takes nobody back to the address while they type elsewhere', async () => {
    await open('/reset-password?email=nobody');
    await type('123456');
    await press('Reset password');
    await until(() => expect(document.activeElement).toBe(field('Email')));
    await fill('New password', 'another-one');
    expect(document.activeElement).not.toBe(field('Email'));
  });

  // spec passwords.4 | P §2 Forgot and reset password | A link back to /login | src/client/routes/reset-password.tsx
  it('leads back to login, and to another address', async () => {
    const { at } = await open(PATH);
    await until(() => expect(linksOf('main')).toContainEqual(['Back to login', '/login']));
    await follow('Use another address');
    await until(() => expect(at()).toBe('/forgot-password'));
    await until(() => expect(field('Email').value).toBe('dilini@vidya.test'));
  });

  describe('Resend code', () => {
    const isWaiting = () => button('Resend code').getAttribute('aria-disabled');

    // spec passwords.3 | P §2 Forgot and reset password, D Accounts | Resend code, again after 30 s | src/client/features/auth/reset-password-form.tsx
    it('waits thirty seconds after a code was asked for, and counts them down', async () => {
      vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
      const { at, sent } = await open('/forgot-password');
      await until(() => field('Email'));
      await fill('Email', 'dilini@vidya.test');
      await press('Send code');
      await until(() => expect(at()).toMatch('/reset-password'));
      await shown('You can ask for another code in 30 seconds.');
      expect(isWaiting()).toBe('true');
      await act(async () => vi.advanceTimersByTime(29_000));
      await shown('You can ask for another code in 1 second.');
      await act(async () => vi.advanceTimersByTime(1000));
      expect(isWaiting()).toBe('false');
      await press('Resend code');
      await until(() => expect(sent('auth.forgotPassword')).toEqual([{ email: 'dilini@vidya.test' }, { email: 'dilini@vidya.test' }]));
      await until(() => expect(texts('main [role=status]')).toContain(SENT));
      expect(isWaiting()).toBe('true');
    });

    it('is there at once for whoever comes from the mail', async () => {
      const { sent } = await open(PATH);
      await until(() => expect(isWaiting()).toBe('false'));
      await press('Resend code');
      await until(() => expect(sent('auth.forgotPassword')).toHaveLength(1));
    });

    // spec passwords.3
    it('waits as long as the server says', async () => {
      await open(PATH, { 'auth.forgotPassword': () => Promise.reject(rateLimitError(1800)) });
      await until(() => button('Resend code'));
      await press('Resend code');
      await shown('You can ask for another code in 30 minutes.');
      expect(isWaiting()).toBe('true');
    });

    it('says the time once, where it is counted down', async () => {
      await open(PATH, { 'auth.forgotPassword': () => Promise.reject(rateLimitError(1800)) });
      await until(() => button('Resend code'));
      await press('Resend code');
      await shown('You can ask for another code in 30 minutes.');
      expect(texts('[role=alert]')).toEqual(['Too many requests. Please try again later.']);
    });

    it('aligns with the start, not the centre, why no code was sent', async () => {
      const { user } = await open(PATH, { 'auth.forgotPassword': () => Promise.reject(networkError()) });
      await user.click(await screen.findByRole('button', { name: 'Resend code' }));
      expect((await screen.findByRole('alert')).style.textAlign).toBe('start');
    });

    it('keeps the focus, and asks for nothing while it waits', async () => {
      const { sent } = await open(PATH);
      await until(() => button('Resend code'));
      await act(async () => button('Resend code').focus());
      await press('Resend code');
      await until(() => expect(isWaiting()).toBe('true'));
      expect([button('Resend code').disabled, document.activeElement]).toEqual([false, button('Resend code')]);
      await shown('You can ask for another code in 30 seconds.');
      await press('Resend code');
      expect(sent('auth.forgotPassword')).toHaveLength(1);
    });

    it('stays under the finger when the field of a wrong code is left for it', async () => {
      await open(PATH, { 'auth.resetPassword': () => Promise.reject(apiError('auth.code')) });
      await type('999999');
      await press('Reset password');
      await shown('Invalid or expired code');
      await act(async () => field('6-digit code').blur());
      expect([texts('.mantine-InputWrapper-error'), texts('[role=alert]')]).toEqual([['Invalid or expired code'], []]);
      await fill('6-digit code', '999998');
      expect([texts('.mantine-InputWrapper-error'), texts('[role=alert]')]).toEqual([[], []]);
    });

    // spec errors.21 | C §8 Password reset | 'Failed to resend code. Please try again.' | src/client/features/auth/reset-password-form.tsx
    it('has a sentence of its own when nobody answers', async () => {
      await open(PATH, { 'auth.forgotPassword': () => Promise.reject(networkError()) });
      await until(() => button('Resend code'));
      await press('Resend code');
      await until(() => expect(texts('[role=alert]')).toEqual(['Failed to resend code. Please try again.']));
    });

    it('needs an address', async () => {
      const { sent } = await open('/reset-password');
      await until(() => button('Resend code'));
      await press('Resend code');
      await shown('Please enter a valid email address');
      expect([document.activeElement, sent('auth.forgotPassword')]).toEqual([field('Email'), []]);
    });
  });
});
