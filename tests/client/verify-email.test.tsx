import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { EmailConfirmation } from '#client/features/auth/email-confirmation.tsx';
import { session } from '#client/lib/session/session.ts';
import { type Answers, apiError, fakeApi, networkError, rateLimitError } from '#tests/support/fake-api.ts';
import { button, fill, press, pressTwice, render, STUDENT, shown, signIn, TUTOR, texts, until } from '#tests/support/render.tsx';
import { linksOf, sessionOf, visit } from '#tests/support/visit.ts';

const DONE = 'Email address confirmed successfully';
const PASSWORD = 'correct horse';
const LINK = {
  purpose: 'email_confirmation',
  email: 'dilini@vidya.test',
  name: 'Dilini Fernando',
  role: 'student',
  registeredAt: new Date('2026-11-23T08:35:00Z'),
} as const;
const UNCONFIRMED = { ...STUDENT, emailVerified: false };

let index = 0;
/** No two tests share a link. */
const link = () => `/verify-email?token=link-${++index}`;

/** The server, on which the address is confirmed once the link was opened. */
function server(more: Answers = {}): Answers {
  let isConfirmed = false;
  return {
    'auth.me': () => ({ ...sessionOf(STUDENT).user, emailVerified: isConfirmed }),
    'auth.verifyEmail': ({ password }: { password?: string | undefined }) => {
      if (session.token() === null && password === undefined) throw apiError('auth.link_password_required');
      if (password !== undefined && password !== PASSWORD) throw apiError('auth.current_password', { field: 'password' });
      isConfirmed = true;
      return { message: DONE };
    },
    'auth.linkDetails': () => LINK,
    'auth.resendVerification': () => ({ message: 'Confirmation link sent successfully' }),
    ...more,
  };
}

const called = (calls: { path: string }[], name: string) => calls.filter(({ path }) => path === name).length;

describe('/verify-email', () => {
  // spec confirm.1 | D Accounts, R §8 | Where the mailed link leads: confirmed where the account is signed in, elsewhere with its password (S8 C),
  //   once, and again harmless | src/client/features/auth/email-confirmation.tsx
  it('confirms the address of whoever is signed in, and takes the banner away', async () => {
    const { api, at, router } = await visit(link(), UNCONFIRMED, server());
    await shown(DONE);
    expect([at(), router.history.length, called(api.calls, 'auth.verifyEmail')]).toEqual(['/verify-email', 1, 1]);
    expect(JSON.stringify(router.state.location.state)).not.toContain('link-');
    await until(() => expect(session.viewer()?.emailVerified).toBe(true));
    expect(linksOf('main')).toEqual([['Go to your dashboard', '/student/dashboard']]);
    await act(async () => void (await router.navigate({ to: '/notifications' })));
    await shown('No notifications yet');
    expect(document.body.textContent).not.toContain('Please confirm dilini@vidya.test');
  });

  // spec confirm.1
  it('names the account where it is not signed in, takes its password there, and leads to login', async () => {
    const { api, at } = await visit(link(), null, server());
    await shown('Is this your account?');
    expect(texts('main dd')).toEqual(['Dilini Fernando', 'Student', expect.stringContaining('Mon, 23 Nov 2026, 2:05 PM')]);
    await fill('Password of this account', 'wrong horse');
    await press('Confirm address');
    await shown('Current password is incorrect');
    expect(document.querySelector<HTMLInputElement>('main input')?.value).toBe('wrong horse');
    await fill('Password of this account', PASSWORD);
    await press('Confirm address');
    await shown(DONE);
    expect([at(), linksOf('main')]).toEqual(['/verify-email', [['Login', '/login']]]);
    expect(called(api.calls, 'auth.disownAddress')).toBe(0);
  });

  // spec s8-taking-back.21 | S8 C | The page names the account, asks before it locks, and calls off a change of address |
  //   src/client/features/auth/link-elsewhere.tsx
  it('locks out whoever registered with the address of somebody else, after a question', async () => {
    const message = 'Nobody can sign in to this account any more';
    const { api } = await visit(link(), null, server({ 'auth.disownAddress': () => ({ message }) }));
    await shown('Not yours?');
    await press('I did not register this account');
    await shown('Lock this account?');
    expect(called(api.calls, 'auth.disownAddress')).toBe(0);
    await until(() => button('Lock accountProcessing...'));
    await pressTwice('Lock accountProcessing...');
    await shown(message);
    expect(called(api.calls, 'auth.disownAddress')).toBe(1);
    expect(document.activeElement?.textContent).toContain(message);
    expect(linksOf('main')).toEqual([['Set a password', '/forgot-password']]);
  });

  // spec s8-taking-back.21
  it('calls off a change to an address whose owner has not asked for it', async () => {
    const message = 'Your address will not be used';
    const answers = { 'auth.linkDetails': () => ({ ...LINK, purpose: 'email_change' as const }), 'auth.disownAddress': () => ({ message }) };
    await visit(link(), null, server(answers));
    await shown('Somebody has asked to use dilini@vidya.test for this account:');
    await press('I did not ask for this');
    await until(() => button('Call offProcessing...'));
    await press('Call offProcessing...');
    await shown(message);
    expect(linksOf('main')).toEqual([['Back to Home', '/']]);
  });

  it.each([
    ['nobody answers', networkError(), 'This could not be done. Please try again.'],
    ['it was asked for too often', rateLimitError(25), 'Too many requests. Please try again later.'],
  ])('keeps the question when %s', async (_, failure, sentence) => {
    await visit(link(), null, server({ 'auth.disownAddress': () => Promise.reject(failure) }));
    await shown('Not yours?');
    await press('I did not register this account');
    await until(() => button('Lock accountProcessing...'));
    await press('Lock accountProcessing...');
    await shown(sentence);
    expect(button('I did not register this account').disabled).toBe(false);
  });

  it('says who is signed in here, where it is another account', async () => {
    await visit(link(), TUTOR, {
      ...server({ 'auth.verifyEmail': () => Promise.reject(apiError('auth.link_password_required')) }),
      'auth.me': () => sessionOf(TUTOR).user,
    });
    await shown('You are signed in here with another account, nimal@vidya.test.');
  });

  it('reads the account again while nobody answers, and says when the link has become void', async () => {
    const failures = [networkError(), apiError('auth.link')];
    await visit(link(), null, server({ 'auth.linkDetails': () => Promise.reject(failures.shift()) }));
    await shown('The link could not be read. Please try again.');
    await press('Try Again');
    await shown('Invalid or expired link');
  });

  // spec confirm.1
  it('asks once, although it is mounted twice', async () => {
    signIn(UNCONFIRMED);
    const api = fakeApi(server());
    const onDone = vi.fn();
    const token = `link-${++index}`;
    await render(
      <>
        <EmailConfirmation token={token} onDone={onDone} />
        <EmailConfirmation token={token} onDone={onDone} />
      </>,
      { api },
    );
    await until(() => expect(onDone).toHaveBeenCalledTimes(2));
    expect(onDone).toHaveBeenCalledWith(true);
    expect(called(api.calls, 'auth.verifyEmail')).toBe(1);
  });

  // spec confirm.2 | D Accounts | A link that does not hold says so, and offers another | src/client/features/auth/email-confirmation.tsx
  it('says that a link does not hold, and sends another to whoever is signed in', async () => {
    const { api, at } = await visit(link(), UNCONFIRMED, server({ 'auth.verifyEmail': () => Promise.reject(apiError('auth.link')) }));
    await shown('Invalid or expired link');
    expect(at()).toBe('/verify-email');
    await press('Resend');
    await shown('Confirmation link sent successfully');
    expect(called(api.calls, 'auth.resendVerification')).toBe(1);
  });

  // spec confirm.2
  it('says to a visitor only that it does not hold', async () => {
    await visit(link(), null, server({ 'auth.verifyEmail': () => Promise.reject(apiError('auth.link')) }));
    await shown('Invalid or expired link');
    expect(texts('main button')).toEqual([]);
    expect(linksOf('main')).toEqual([['Login', '/login']]);
  });

  // spec confirm.1
  it('calms whoever opens the link again', async () => {
    const more = { 'auth.verifyEmail': () => Promise.reject(apiError('auth.link')), 'auth.me': () => sessionOf(STUDENT).user };
    await visit(link(), { ...STUDENT, emailVerified: true }, server(more));
    await shown('Your address dilini@vidya.test is confirmed, so you may have opened this link before.');
  });

  it('without a token is a link that does not hold', async () => {
    const { api } = await visit('/verify-email', null, server());
    await shown('Invalid or expired link');
    expect(called(api.calls, 'auth.verifyEmail')).toBe(0);
  });

  // spec confirm.2
  it('keeps the link while nobody answers, and tries again', async () => {
    let isAway = true;
    const answers = server();
    const { at } = await visit(link(), UNCONFIRMED, {
      ...answers,
      'auth.verifyEmail': () => (isAway ? Promise.reject(networkError()) : { message: DONE }),
    });
    await shown('The address could not be confirmed. Please try again.');
    expect(at()).toBe('/verify-email');
    isAway = false;
    await press('Try Again');
    await shown(DONE);
  });
});

describe('the banner of an unconfirmed account', () => {
  const banner = () => document.querySelector('section[aria-label="Your email address"]');
  const open = (path: string, more: Answers = {}) => visit(path, UNCONFIRMED, server(more));

  // spec confirm.3 | D Accounts | An unconfirmed account works, with a banner and Resend | src/client/features/auth/account-banner.tsx
  it.each(['/', '/tutors', '/notifications', '/student/bookings'])('names the address on %s, below the top bar', async (path) => {
    await open(path);
    await until(() => expect(banner()?.textContent).toContain('dilini@vidya.test'));
  });

  // spec confirm.3
  it('sends another link, and says so', async () => {
    const { api } = await open('/notifications');
    await until(() => expect(banner()).not.toBeNull());
    await pressTwice('Resend');
    await until(() => expect(banner()?.querySelector('[role=status]')?.textContent).toBe('Confirmation link sent successfully'));
    expect(called(api.calls, 'auth.resendVerification')).toBe(1);
  });

  it.each([
    ['it was asked for too often', rateLimitError(25), 'Too many requests. Please try again later. You can try again in 25 seconds.'],
    ['nobody answers', networkError(), 'The link could not be sent. Please try again.'],
  ])('says why not when %s', async (_, failure, sentence) => {
    await open('/notifications', { 'auth.resendVerification': () => Promise.reject(failure) });
    await until(() => expect(banner()).not.toBeNull());
    await press('Resend');
    await until(() => expect(banner()?.querySelector('[role=status]')?.textContent).toBe(sentence));
    expect(button('Resend').disabled).toBe(false);
  });

  it('goes away for this visit', async () => {
    const { router } = await open('/notifications');
    await until(() => expect(banner()).not.toBeNull());
    await press('Not now');
    expect(banner()).toBeNull();
    await act(async () => void (await router.navigate({ to: '/tutors' })));
    expect(banner()).toBeNull();
    expect(sessionStorage.getItem('email-banner-dismissed')).toBe(JSON.stringify({ email: 'dilini@vidya.test' }));
  });

  // spec confirm.3
  it('goes away when the link was opened on another device', async () => {
    const answers = server();
    await visit('/notifications', UNCONFIRMED, answers);
    await until(() => expect(banner()).not.toBeNull());
    await answers['auth.verifyEmail']?.({ token: 'elsewhere' }, { token: undefined });
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
    await until(() => expect(banner()).toBeNull());
  });

  // spec confirm.3
  it.each([
    ['a confirmed account', { ...STUDENT, emailVerified: true }],
    ['a record of an earlier version, until the server has answered', STUDENT],
    ['a visitor', null],
  ])('is not shown to %s', async (_, me) => {
    await visit('/notifications', me, { 'auth.me': () => new Promise(() => {}) });
    await until(() => expect(texts('h1')).toContain('Notifications'));
    expect(banner()).toBeNull();
  });

  it('is not shown where the link leads', async () => {
    await visit('/verify-email', UNCONFIRMED, server());
    await shown('Invalid or expired link');
    expect(banner()).toBeNull();
  });
});
