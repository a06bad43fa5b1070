import { screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { EmailConfirmation } from '#client/features/auth/email-confirmation.tsx';
import { session } from '#client/lib/session/session.ts';
import { type Answers, apiError, fakeApi, networkError, rateLimitError } from '#tests/support/fake-api.ts';
import { render, STUDENT, signIn, TUTOR } from '#tests/support/render.tsx';
import { listLinks, sessionOf, visit } from '#tests/support/visit.ts';

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

async function open(path: string, account: Parameters<typeof visit>[1], answers: Answers) {
  const visited = await visit(path, account, answers);
  const { user } = visited;
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const enterPassword = async (password: string) => {
    await user.clear(getPassword());
    await user.paste(password);
    await press('Confirm address');
  };
  return { ...visited, press, enterPassword };
}

const clickTwice = (button: HTMLElement) =>
  act(async () => {
    button.click();
    button.click();
  });

const getMain = () => screen.getByRole('main');
const getButton = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const getPassword = () => screen.getByLabelText<HTMLInputElement>('Password of this account');
const BANNER = ['region', { name: 'Your email address' }] as const;

describe('/verify-email', () => {
  // spec confirm.1 | D Accounts, R §8 | Where the mailed link leads: confirmed where the account is signed in, elsewhere with its password (S8 C),
  //   once, and again harmless | src/client/features/auth/email-confirmation.tsx
  test('confirms the address of whoever is signed in, and takes the banner away', async () => {
    const { at, router, api } = await open(link(), UNCONFIRMED, server());
    await screen.findByText(DONE);
    expect([at(), router.history.length, api.inputsOf('auth.verifyEmail').length]).toEqual(['/verify-email', 1, 1]);
    expect(JSON.stringify(router.state.location.state)).not.toContain('link-');
    await waitFor(() => expect(session.viewer()?.emailVerified).toBe(true));
    expect(listLinks(getMain())).toEqual([['Go to your dashboard', '/student/dashboard']]);
    await act(async () => void (await router.navigate({ to: '/notifications' })));
    await screen.findByText('No notifications yet');
    expect(document.body.textContent).not.toContain('Please confirm dilini@vidya.test');
  });

  // spec confirm.1
  test('names the account where it is not signed in, takes its password there, and leads to login', async () => {
    const { at, enterPassword, api } = await open(link(), null, server());
    await screen.findByText('Is this your account?');
    expect(
      within(getMain())
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['Dilini Fernando', 'Student', expect.stringContaining('Mon, 23 Nov 2026, 2:05 PM')]);
    await enterPassword('wrong horse');
    await screen.findByText('Current password is incorrect');
    expect(getPassword().value).toBe('wrong horse');
    await enterPassword(PASSWORD);
    await screen.findByText(DONE);
    expect([at(), listLinks(getMain())]).toEqual(['/verify-email', [['Login', '/login']]]);
    expect(api.inputsOf('auth.disownAddress')).toHaveLength(0);
  });

  // spec s8-taking-back.21 | S8 C | The page names the account, asks before it locks, and calls off a change of address |
  //   src/client/features/auth/link-elsewhere.tsx
  test('locks out whoever registered with the address of somebody else, after a question', async () => {
    const message = 'Nobody can sign in to this account any more';
    const { press, api } = await open(link(), null, server({ 'auth.disownAddress': () => ({ message }) }));
    await screen.findByText('Not yours?');
    await press('I did not register this account');
    await screen.findByText('Lock this account?');
    expect(api.inputsOf('auth.disownAddress')).toHaveLength(0);
    await clickTwice(await screen.findByRole('button', { name: 'Lock account Processing...' }));
    await screen.findByText(message);
    expect(api.inputsOf('auth.disownAddress')).toHaveLength(1);
    expect(document.activeElement?.textContent).toContain(message);
    expect(listLinks(getMain())).toEqual([['Set a password', '/forgot-password']]);
  });

  // spec s8-taking-back.21
  test('calls off a change to an address whose owner has not asked for it', async () => {
    const message = 'Your address will not be used';
    const answers = { 'auth.linkDetails': () => ({ ...LINK, purpose: 'email_change' as const }), 'auth.disownAddress': () => ({ message }) };
    const { press } = await open(link(), null, server(answers));
    await waitFor(() => expect(getMain().textContent).toContain('Someone has asked to use dilini@vidya.test for this account:'));
    await press('I did not ask for this');
    await press('Cancel the change Processing...');
    await screen.findByText(message);
    expect(listLinks(getMain())).toEqual([['Back to Home', '/']]);
  });

  test.each([
    ['nobody answers', networkError(), 'This could not be done. Please try again.'],
    ['it was asked for too often', rateLimitError(25), 'Too many requests. Please try again later. You can try again in 25 seconds.'],
  ])('keeps the question when %s', async (_, failure, sentence) => {
    const { press } = await open(link(), null, server({ 'auth.disownAddress': () => Promise.reject(failure) }));
    await screen.findByText('Not yours?');
    await press('I did not register this account');
    await press('Lock account Processing...');
    await screen.findByText(sentence);
    expect(getButton('I did not register this account').disabled).toBe(false);
  });

  test('says who is signed in here, where it is another account', async () => {
    await open(link(), TUTOR, {
      ...server({ 'auth.verifyEmail': () => Promise.reject(apiError('auth.link_password_required')) }),
      'auth.me': () => sessionOf(TUTOR).user,
    });
    await screen.findByText('You are signed in here with another account, nimal@vidya.test.');
  });

  test('reads the account again while nobody answers, and says when the link has become void', async () => {
    const failures = [networkError(), apiError('auth.link')];
    const { press } = await open(link(), null, server({ 'auth.linkDetails': () => Promise.reject(failures.shift()) }));
    await screen.findByText('The link could not be read. Please try again.');
    await press('Try Again');
    await screen.findByText('Invalid or expired link');
  });

  // spec confirm.1
  test('asks once, although it is mounted twice', async () => {
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
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(2));
    expect(onDone).toHaveBeenCalledWith(true);
    expect(api.inputsOf('auth.verifyEmail')).toHaveLength(1);
  });

  // spec confirm.2 | D Accounts | A link that does not hold says so, and offers another | src/client/features/auth/email-confirmation.tsx
  test('says that a link does not hold, and sends another to whoever is signed in', async () => {
    const { at, press, api } = await open(link(), UNCONFIRMED, server({ 'auth.verifyEmail': () => Promise.reject(apiError('auth.link')) }));
    await screen.findByText('Invalid or expired link');
    expect(at()).toBe('/verify-email');
    await press('Resend');
    await screen.findByText('Confirmation link sent successfully');
    expect(api.inputsOf('auth.resendVerification')).toHaveLength(1);
  });

  // spec confirm.2
  test('says to a visitor only that it does not hold', async () => {
    await open(link(), null, server({ 'auth.verifyEmail': () => Promise.reject(apiError('auth.link')) }));
    await screen.findByText('Invalid or expired link');
    expect(within(getMain()).queryAllByRole('button')).toEqual([]);
    expect(listLinks(getMain())).toEqual([['Login', '/login']]);
  });

  // spec confirm.1
  test('calms whoever opens the link again', async () => {
    const more = { 'auth.verifyEmail': () => Promise.reject(apiError('auth.link')), 'auth.me': () => sessionOf(STUDENT).user };
    await open(link(), { ...STUDENT, emailVerified: true }, server(more));
    await screen.findByText('Your address dilini@vidya.test is confirmed, so you may have opened this link before.');
  });

  test('without a token is a link that does not hold', async () => {
    const { api } = await open('/verify-email', null, server());
    await screen.findByText('Invalid or expired link');
    expect(api.inputsOf('auth.verifyEmail')).toHaveLength(0);
  });

  // spec confirm.2
  test('keeps the link while nobody answers, and tries again', async () => {
    let isAway = true;
    const answers = server();
    const { at, press } = await open(link(), UNCONFIRMED, {
      ...answers,
      'auth.verifyEmail': () => (isAway ? Promise.reject(networkError()) : { message: DONE }),
    });
    await screen.findByText('The address could not be confirmed. Please try again.');
    expect(at()).toBe('/verify-email');
    isAway = false;
    await press('Try Again');
    await screen.findByText(DONE);
  });
});

describe('the banner of an unconfirmed account', () => {
  const openUnconfirmed = (path: string, more: Answers = {}) => open(path, UNCONFIRMED, server(more));

  // spec confirm.3 | D Accounts | An unconfirmed account works, with a banner and Resend | src/client/features/auth/account-banner.tsx
  test.each(['/', '/tutors', '/notifications', '/student/bookings'])('names the address on %s, below the top bar', async (path) => {
    await openUnconfirmed(path);
    expect((await screen.findByRole(...BANNER)).textContent).toContain('dilini@vidya.test');
  });

  // spec confirm.3
  test('sends another link, and says so', async () => {
    const { api } = await openUnconfirmed('/notifications');
    await screen.findByRole(...BANNER);
    await clickTwice(getButton('Resend'));
    await waitFor(() => expect(within(screen.getByRole(...BANNER)).getByRole('status').textContent).toBe('Confirmation link sent successfully'));
    expect(api.inputsOf('auth.resendVerification')).toHaveLength(1);
  });

  test.each([
    ['it was asked for too often', rateLimitError(25), 'Too many requests. Please try again later. You can try again in 25 seconds.'],
    ['nobody answers', networkError(), 'The link could not be sent. Please try again.'],
  ])('says why not when %s', async (_, failure, sentence) => {
    const { press } = await openUnconfirmed('/notifications', { 'auth.resendVerification': () => Promise.reject(failure) });
    await screen.findByRole(...BANNER);
    await press('Resend');
    await waitFor(() => expect(within(screen.getByRole(...BANNER)).getByRole('status').textContent).toBe(sentence));
    expect(getButton('Resend').disabled).toBe(false);
  });

  test('goes away for this visit', async () => {
    const { router, press } = await openUnconfirmed('/notifications');
    await screen.findByRole(...BANNER);
    await press('Not now');
    expect(screen.queryByRole(...BANNER)).toBeNull();
    await act(async () => void (await router.navigate({ to: '/tutors' })));
    expect(screen.queryByRole(...BANNER)).toBeNull();
    expect(sessionStorage.getItem('email-banner-dismissed')).toBe(JSON.stringify({ email: 'dilini@vidya.test' }));
  });

  // spec confirm.3
  test('goes away when the link was opened on another device', async () => {
    const answers = server();
    await open('/notifications', UNCONFIRMED, answers);
    await screen.findByRole(...BANNER);
    await answers['auth.verifyEmail']?.({ token: 'elsewhere' }, { token: undefined });
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(screen.queryByRole(...BANNER)).toBeNull());
  });

  // spec confirm.3
  test.each([
    ['a confirmed account', { ...STUDENT, emailVerified: true }],
    ['a record of an earlier version, until the server has answered', STUDENT],
    ['a visitor', null],
  ])('is not shown to %s', async (_, me) => {
    await open('/notifications', me, { 'auth.me': () => new Promise(() => {}) });
    await screen.findByRole('heading', { level: 1, name: 'Notifications' });
    expect(screen.queryByRole(...BANNER)).toBeNull();
  });

  test('is not shown where the link leads', async () => {
    await open('/verify-email', UNCONFIRMED, server());
    await screen.findByText('Invalid or expired link');
    expect(screen.queryByRole(...BANNER)).toBeNull();
  });
});
