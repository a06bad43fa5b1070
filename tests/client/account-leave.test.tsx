import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { pageConfig } from '#client/lib/page-config.ts';
import { takeGoogleStart } from '#client/lib/session/google-start.ts';
import type { Account } from '#client/lib/session/session.ts';
import { session } from '#client/lib/session/session.ts';
import type { Leaving } from '#shared/contracts/account.ts';
import type { Viewer } from '#shared/contracts/auth.ts';
import { HOUR_MS } from '#shared/vocabulary/durations.ts';
import {
  account,
  clickButton,
  clickInDialog,
  fillField,
  findText,
  getDialogText,
  getField,
  listButtons,
  waitForNoDialog,
} from '#tests/support/account-page.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { getErrorOf } from '#tests/support/field-errors.ts';
import { ADMIN, STUDENT, signIn, TUTOR } from '#tests/support/render.tsx';
import { aViewer } from '#tests/support/views.ts';
import { listLinks } from '#tests/support/visit.ts';

const done = () => ({ message: 'done' });

const NOTHING_LOST: Leaving = {
  isLastAdmin: false,
  proof: 'password',
  isFresh: false,
  cancelled: { bookings: 0, amount: 0, refund: 0, retained: 0, platformFee: 0 },
  reviews: 0,
  blogs: 0,
};

async function openDialog(
  me: Account = STUDENT,
  { leaving = NOTHING_LOST, answers, own = {} }: { leaving?: Leaving; answers?: Answers; own?: Partial<Viewer> } = {},
) {
  const visited = await account(me, { own, answers: { 'account.leaving': () => leaving, ...answers } });
  await clickButton(visited.user, 'Delete account');
  await screen.findByRole('dialog', { name: 'Delete your account?' });
  return visited;
}

describe('the dialog that deletes the account', () => {
  const MUCH: Leaving = {
    ...NOTHING_LOST,
    cancelled: { bookings: 3, amount: 6000, refund: 4000, retained: 2000, platformFee: 300 },
    reviews: 1,
    blogs: 2,
  };

  // spec account.9 | D Accounts | Delete account says beforehand what happens, of messages, favourites and the calendar link too |
  //   src/client/features/account/delete-account-dialog.tsx
  test('says beforehand what happens, with the amounts under the cancellation terms', async () => {
    await openDialog(STUDENT, { leaving: MUCH });
    await findText('3 open bookings are cancelled.');
    for (const sentence of [
      'Your review stays, without your name.',
      '2 blog posts are deleted.',
      'Your favorites and saved searches are deleted, and your calendar link stops working.',
      'What we keep, and why',
      'Messages. What you and the other person wrote, without your name. The conversation belongs to the other person too.',
      'Under our cancellation terms',
      'You oweRs. 2,000',
      'No payment is taken online yet.',
      'This cannot be undone.',
    ])
      expect(getDialogText()).toContain(sentence);
  });

  // spec account.9
  test('shows no amounts where nothing is cancelled', async () => {
    await openDialog(TUTOR);
    await findText('Your tutor profile is deleted, and you can no longer be found or booked.');
    expect(getDialogText()).not.toContain('Under our cancellation terms');
    expect(getDialogText()).not.toContain('Your favorites');
  });

  // spec account.9
  test('says nothing of messages to an admin, who has none', async () => {
    await openDialog(ADMIN);
    await findText('This cannot be undone.');
    expect(getDialogText()).not.toContain('Messages');
    expect(getDialogText()).not.toContain('calendar');
  });

  // spec account.10 | D Accounts | It asks for the password, or for Google once more unless that was just now |
  //   src/client/features/account/delete-account-dialog.tsx
  test('asks for the password, signs out and leads home', async () => {
    const { user, sent, at } = await openDialog(STUDENT, { answers: { 'account.leave': done } });
    await screen.findByLabelText('Your password');
    await clickInDialog(user, 'Delete my account');
    await waitFor(() => expect(getErrorOf(getField('Your password'))).toBe('Required'));
    expect(sent('account.leave')).toEqual([]);
    await fillField(user, 'Your password', 'vidya-demo');
    await clickInDialog(user, 'Delete my account');
    await waitFor(() => expect(at()).toBe('/'));
    await findText('Your account was deleted successfully');
    expect(sent('account.leave')).toEqual([{ password: 'vidya-demo', maxRetained: 0 }]);
    expect([session.viewer(), localStorage.getItem('token')]).toEqual([null, null]);
  });

  test('says that a password is wrong, and deletes nothing', async () => {
    const leave = () => {
      throw apiError('auth.current_password');
    };
    const { user, at } = await openDialog(STUDENT, { answers: { 'account.leave': leave } });
    await screen.findByLabelText('Your password');
    await fillField(user, 'Your password', 'wrong');
    await clickInDialog(user, 'Delete my account');
    await waitFor(() => expect(getErrorOf(getField('Your password'))).toBe('Current password is incorrect'));
    expect(at()).toBe('/account?leave=true');
    expect(session.viewer()).not.toBeNull();
  });

  // spec cancel.11
  test('stays open with the new amounts where the student would owe more by now', async () => {
    let cancelled = { bookings: 1, amount: 1500, refund: 1500, retained: 0, platformFee: 0 };
    const { user, sent, at } = await openDialog(STUDENT, {
      answers: {
        'account.leaving': () => ({ ...NOTHING_LOST, cancelled }),
        'account.leave': ({ maxRetained }) => {
          if (maxRetained === 1500) return done();
          cancelled = { ...cancelled, refund: 0, retained: 1500, platformFee: 225 };
          throw apiError('booking.terms_changed');
        },
      },
    });
    await findText('You owe');
    expect(getDialogText()).toContain('You oweRs. 0');
    await fillField(user, 'Your password', 'vidya-demo');
    await clickInDialog(user, 'Delete my account');
    await waitFor(() => expect(getDialogText()).toContain('You oweRs. 1,500'));
    expect(getDialogText()).toContain('What you owe for cancelling has changed. Please check it and try again.');
    expect(at()).toBe('/account?leave=true');
    await clickInDialog(user, 'Delete my account');
    await waitFor(() => expect(at()).toBe('/'));
    expect(sent('account.leave')).toMatchObject([{ maxRetained: 0 }, { maxRetained: 1500 }]);
  });

  test('cannot be closed while it deletes, and says so', async () => {
    const { user, sent } = await openDialog(STUDENT, { answers: { 'account.leave': () => new Promise<never>(() => {}) } });
    await screen.findByLabelText('Your password');
    await fillField(user, 'Your password', 'vidya-demo');
    await clickInDialog(user, 'Delete my account');
    await waitFor(() => expect(sent('account.leave')).toHaveLength(1));
    for (const name of [/^Cancel$/, /Processing\.\.\.$/]) expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
    await user.keyboard('{Escape}');
    expect(getDialogText()).toContain('Delete your account?');
  });

  test('opens from the address, and closes with it', async () => {
    const { user, at } = await account(STUDENT, { path: '/account?leave=true', answers: { 'account.leaving': () => NOTHING_LOST } });
    await findText('Delete your account?');
    await clickInDialog(user, 'Cancel');
    await waitFor(() => expect(at()).toBe('/account'));
    await waitForNoDialog();
  });

  test('drops the password that was typed when it is closed, and fetches again what would happen', async () => {
    const { user, sent } = await openDialog();
    await screen.findByLabelText('Your password');
    await fillField(user, 'Your password', 'vidya-demo');
    await clickInDialog(user, 'Cancel');
    await waitForNoDialog();
    await clickButton(user, 'Delete account');
    await screen.findByLabelText('Your password');
    expect(getField('Your password').value).toBe('');
    expect(sent('account.leaving')).toHaveLength(2);
  });

  test('is closed by Back', async () => {
    const { at, router } = await openDialog();
    await waitFor(() => expect(at()).toBe('/account?leave=true'));
    router.history.back();
    await waitFor(() => expect(at()).toBe('/account'));
    await waitForNoDialog();
  });

  // spec s5-bad-input.5 | S5 | Deleting the last admin, on /account and by the command line | src/db/accounts.ts
  // spec account.9
  test('is not for the last admin', async () => {
    await openDialog(ADMIN, { leaving: { ...NOTHING_LOST, isLastAdmin: true } });
    await findText('The last admin cannot be deleted');
    expect(listButtons(screen.getByRole('dialog')).filter(Boolean)).toEqual(['Close']);
  });

  // spec account.10
  describe('of someone who signs in with Google', () => {
    const byGoogle = (isFresh: boolean): Leaving => ({ ...NOTHING_LOST, proof: 'google', isFresh });
    const own = { hasPassword: false, socialProvider: 'google' } as const;
    beforeEach(() => {
      Object.assign(pageConfig(), { hasGoogle: true });
      return () => Object.assign(pageConfig(), { hasGoogle: false });
    });

    test('first leads to Google', async () => {
      const { user } = await openDialog(STUDENT, { own, leaving: byGoogle(false) });
      const link = await screen.findByRole('link', { name: 'Continue with Google' });
      expect(link.getAttribute('href')).toBe('/api/auth/google?purpose=leave');
      link.addEventListener('click', (event) => event.preventDefault());
      await user.click(link);
      const { searchParams } = new URL(`${link.getAttribute('href')}`, 'http://here');
      expect(searchParams.get('purpose')).toBe('leave');
      expect(takeGoogleStart(`${searchParams.get('trip')}`).isExpected).toBe(true);
      expect(getDialogText()).toContain('Please continue with Google again to confirm that it is you.');
      expect(getDialogText()).not.toContain('Delete my account');
    });

    test('says so where Google is not available', async () => {
      Object.assign(pageConfig(), { hasGoogle: false });
      await openDialog(STUDENT, { own, leaving: byGoogle(false) });
      await findText('Sign-in with Google is not available at the moment.');
      expect(listLinks(screen.getByRole('dialog'))).toEqual([]);
    });

    test.each(['google', 'password'] as const)('asks nothing more just after that, also where there is a password: %s', async (proof) => {
      const { user, sent, at } = await account(STUDENT, {
        own,
        path: '/account?leave=true',
        answers: { 'account.leaving': () => ({ ...byGoogle(true), proof }), 'account.leave': done },
      });
      await clickInDialog(user, 'Delete my account');
      await waitFor(() => expect(at()).toBe('/'));
      expect(sent('account.leave')).toEqual([{ maxRetained: 0 }]);
    });

    test('asks Google again when that was too long ago', async () => {
      let isFresh = true;
      const { user } = await openDialog(STUDENT, {
        own,
        answers: {
          'account.leaving': () => byGoogle(isFresh),
          'account.leave': () => {
            isFresh = false;
            throw apiError('account.not_fresh');
          },
        },
      });
      await clickInDialog(user, 'Delete my account');
      await screen.findByRole('link', { name: 'Continue with Google' });
    });
  });
});

describe('the dialog that deletes the account, where the answer is lost', () => {
  const IN_DOUBT = 'You are signed out. If your account was deleted, you will get an email about it.';
  const FAILED = 'Failed to delete your account. Please try again.';
  const EXPIRED = 'Session expired. Please login again.';
  /** What an answer takes over a network, so that the page can go on meanwhile. */
  const aMoment = () => new Promise((resolve) => setTimeout(resolve, 20));
  const DRAFT = `draft:${STUDENT.id}:message thread-1`;

  /** A server with this account, until a test deletes it or takes it off the network. */
  async function openAtServer(leave: (server: { isDeleted: boolean; isOffline: boolean }) => Promise<never>) {
    const server = { isDeleted: false, isOffline: false };
    const answer = <T,>(value: T): T => {
      if (server.isOffline) throw networkError();
      if (server.isDeleted) throw apiError('auth.expired');
      return value;
    };
    localStorage.setItem(DRAFT, 'I wanted to');
    const opened = await openDialog(STUDENT, {
      answers: {
        'auth.me': () => aMoment().then(() => answer(aViewer(STUDENT))),
        'account.leaving': () => answer(NOTHING_LOST),
        'account.leave': () => leave(server),
      },
    });
    await screen.findByLabelText('Your password');
    await fillField(opened.user, 'Your password', 'vidya-demo');
    return { ...opened, server };
  }

  async function expectToBeInDoubt(at: () => string): Promise<void> {
    await findText(IN_DOUBT);
    await waitFor(() => expect(at()).toBe('/'));
    for (const text of [FAILED, EXPIRED]) expect(screen.queryByText(text)).toBeNull();
    expect([session.viewer(), localStorage.getItem('token'), localStorage.getItem(DRAFT)]).toEqual([null, null, null]);
  }

  async function expectToBeExpired(at: () => string): Promise<void> {
    await waitFor(() => expect(at()).toMatch(/^\/login/));
    expect(screen.queryByText(IN_DOUBT)).toBeNull();
    expect(localStorage.getItem(DRAFT)).toBe('I wanted to');
  }

  // spec account.11 | D Accounts | Where no answer says whether the account was deleted, and the session is over, the person reads just that, at
  //   home; what was typed is removed | src/client/features/account/delete-account-dialog.tsx, src/client/app/session-changes.ts
  test.each([
    ['no answer', networkError],
    ['an answer that the database is away', () => apiError('server.unavailable')],
  ])('leads home after %s, and says what is known', async (_, failure) => {
    const { user, at } = await openAtServer(async (server) => {
      server.isDeleted = true;
      throw failure();
    });
    await clickInDialog(user, 'Delete my account');
    await expectToBeInDoubt(at);
  });

  // spec account.11
  test('does so too where the end of the session is heard of before', async () => {
    let fail = () => {};
    const { user, at, sent } = await openAtServer(
      (server) =>
        new Promise((_, reject) => {
          server.isDeleted = true;
          fail = () => reject(networkError());
        }),
    );
    await clickInDialog(user, 'Delete my account');
    await waitFor(() => expect(sent('account.leave')).toHaveLength(1));
    await act(() => session.check());
    await expectToBeInDoubt(at);
    await act(async () => fail());
    await expectToBeInDoubt(at);
  });

  // spec account.11
  test('does so too where the second press learns of it', async () => {
    const { user, at, server, sent } = await openAtServer(async (server) => {
      if (server.isDeleted) throw apiError('auth.expired');
      Object.assign(server, { isDeleted: true, isOffline: true });
      throw networkError();
    });
    await clickInDialog(user, 'Delete my account');
    await findText(FAILED);
    server.isOffline = false;
    await clickInDialog(user, 'Delete my account');
    await findText(IN_DOUBT);
    await waitFor(() => expect(at()).toBe('/'));
    expect(sent('account.leave')).toHaveLength(2);
    expect(screen.queryByText(EXPIRED)).toBeNull();
    expect(localStorage.getItem(DRAFT)).toBeNull();
  });

  // spec account.11
  test('is an ordinary failure where the account is still there, and a later end of the session an ordinary end', async () => {
    const { user, at, server } = await openAtServer(async () => {
      throw networkError();
    });
    await clickInDialog(user, 'Delete my account');
    await waitFor(() => expect(getDialogText()).toContain(FAILED));
    expect([at(), localStorage.getItem(DRAFT)]).toEqual(['/account?leave=true', 'I wanted to']);
    server.isDeleted = true;
    await act(() => session.check());
    await expectToBeExpired(at);
  });

  // spec account.11
  test('is an ordinary end of the session where that was over before', async () => {
    const { user, at } = await openAtServer(async (server) => {
      server.isDeleted = true;
      throw apiError('auth.expired');
    });
    await clickInDialog(user, 'Delete my account');
    await expectToBeExpired(at);
  });

  // spec account.11
  test('is an ordinary end of the session, too, an hour after a try that has had no answer', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date() });
    onTestFinished(() => void vi.useRealTimers());
    const { user, at, server } = await openAtServer(async (server) => {
      server.isOffline = true;
      throw networkError();
    });
    await clickInDialog(user, 'Delete my account');
    await waitFor(() => expect(getDialogText()).toContain(FAILED));
    vi.setSystemTime(Date.now() + HOUR_MS);
    Object.assign(server, { isOffline: false, isDeleted: true });
    await act(() => session.check());
    await expectToBeExpired(at);
  });

  // spec account.11
  test('is an ordinary end of the session, too, where it is that of a later login', async () => {
    const { user, at, server } = await openAtServer(async (server) => {
      server.isOffline = true;
      throw networkError();
    });
    await clickInDialog(user, 'Delete my account');
    await waitFor(() => expect(getDialogText()).toContain(FAILED));
    await act(async () => {
      session.end();
      signIn(STUDENT);
    });
    localStorage.setItem(DRAFT, 'I wanted to');
    Object.assign(server, { isOffline: false, isDeleted: true });
    await act(() => session.check());
    await expectToBeExpired(at);
  });
});
