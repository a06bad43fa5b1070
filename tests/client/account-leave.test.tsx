import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { pageConfig } from '#client/lib/page-config.ts';
import { takeGoogleStart } from '#client/lib/session/google-start.ts';
import { session } from '#client/lib/session/session.ts';
import type { Leaving } from '#shared/contracts/account.ts';
import { account, dialogText, errorOf, inDialog, pressInDialog } from '#tests/support/account-page.ts';
import { apiError } from '#tests/support/fake-api.ts';
import { ADMIN, field, fill, press, STUDENT, shown, TUTOR, texts, until } from '#tests/support/render.tsx';

const done = () => ({ message: 'done' });

const NOTHING_LOST: Leaving = {
  isLastAdmin: false,
  proof: 'password',
  isFresh: false,
  cancelled: { bookings: 0, amount: 0, refund: 0, retained: 0, platformFee: 0 },
  reviews: 0,
  blogs: 0,
};

/** What leaving would do is asked for when the dialog opens. */
const leaver: typeof account = (me, more) => account(me, { ...more, answers: { 'account.leaving': () => NOTHING_LOST, ...more?.answers } });

describe('deleting the account', () => {
  const MUCH: Leaving = {
    ...NOTHING_LOST,
    cancelled: { bookings: 3, amount: 6000, refund: 4000, retained: 2000, platformFee: 300 },
    reviews: 1,
    blogs: 2,
  };

  // spec account.9 | D Accounts | Delete account says beforehand what happens, of messages, favourites and the calendar link too |
  //   src/client/features/account/delete-account-dialog.tsx
  it('says beforehand what happens, with the figures under the cancellation terms', async () => {
    await leaver(STUDENT, { answers: { 'account.leaving': () => MUCH } });
    await press('Delete account');
    await shown('3 open bookings are cancelled.');
    for (const sentence of [
      'The review you have written stays, without your name.',
      '2 blog posts are deleted.',
      'Your favourites are deleted, and your calendar link stops working.',
      'Messages stay with the other side, and reports you have made with us, all without your name.',
      'Under our cancellation terms',
      'Refundable to the studentRs. 4,000',
      'Due to the tutorRs. 1,700',
      'Platform feeRs. 300',
      'No payment is taken online yet.',
      'This cannot be undone.',
    ])
      expect(dialogText()).toContain(sentence);
  });

  // spec account.9
  it('shows no figures where nothing is cancelled', async () => {
    await leaver(TUTOR);
    await press('Delete account');
    await shown('Your tutor profile is deleted, and you can no longer be found or booked.');
    expect(dialogText()).not.toContain('Under our cancellation terms');
    expect(dialogText()).not.toContain('Your favourites');
  });

  // spec account.9
  it('says nothing of messages to an admin, who has none', async () => {
    await leaver(ADMIN);
    await press('Delete account');
    await shown('This cannot be undone.');
    expect(dialogText()).not.toContain('Messages');
    expect(dialogText()).not.toContain('calendar');
  });

  // spec account.10 | D Accounts | It asks for the password, or for Google once more unless that was just now |
  //   src/client/features/account/delete-account-dialog.tsx
  it('asks for the password, signs out and leads home', async () => {
    const { sent, at } = await leaver(STUDENT, { answers: { 'account.leave': done } });
    await press('Delete account');
    await shown('Your password');
    await pressInDialog('Delete my account');
    await until(() => expect(errorOf('Your password')).toBe('Required'));
    expect(sent('account.leave')).toEqual([]);
    await fill('Your password', 'vidya-demo');
    await pressInDialog('Delete my account');
    await until(() => expect(at()).toBe('/'));
    await shown('Your account was deleted successfully');
    expect(sent('account.leave')).toEqual([{ password: 'vidya-demo' }]);
    expect([session.viewer(), localStorage.getItem('token')]).toEqual([null, null]);
  });

  it('is refused a wrong password, and nothing is lost', async () => {
    const leave = () => {
      throw apiError('auth.current_password');
    };
    const { at } = await leaver(STUDENT, { answers: { 'account.leave': leave } });
    await press('Delete account');
    await shown('Your password');
    await fill('Your password', 'wrong');
    await pressInDialog('Delete my account');
    await until(() => expect(errorOf('Your password')).toBe('Current password is incorrect'));
    expect(at()).toBe('/account?leave=true');
    expect(session.viewer()).not.toBeNull();
  });

  it('cannot be closed while it is under way, and says so', async () => {
    const { sent } = await leaver(STUDENT, { answers: { 'account.leave': () => new Promise<never>(() => {}) } });
    await press('Delete account');
    await shown('Your password');
    await fill('Your password', 'vidya-demo');
    await pressInDialog('Delete my account');
    await until(() => expect(sent('account.leave')).toHaveLength(1));
    for (const name of ['Cancel', 'Processing...']) expect(await inDialog(name)).toHaveProperty('disabled', true);
    await act(async () => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
    expect(dialogText()).toContain('Delete your account?');
  });

  it('opens from the address, and closes with it', async () => {
    const { at } = await leaver(STUDENT, { path: '/account?leave=true' });
    await shown('Delete your account?');
    await pressInDialog('Cancel');
    await until(() => expect(at()).toBe('/account'));
    await until(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
  });

  it('forgets the password that was typed when it is closed, and asks anew what would happen', async () => {
    const { sent } = await leaver();
    await press('Delete account');
    await shown('Your password');
    await fill('Your password', 'vidya-demo');
    await pressInDialog('Cancel');
    await until(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
    await press('Delete account');
    await shown('Your password');
    expect(field('Your password').value).toBe('');
    expect(sent('account.leaving')).toHaveLength(2);
  });

  it('is closed by Back', async () => {
    const { at, router } = await leaver();
    await press('Delete account');
    await until(() => expect(at()).toBe('/account?leave=true'));
    await act(async () => router.history.back());
    await until(() => expect(at()).toBe('/account'));
    await until(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
  });

  // spec s5-bad-input.5 | S5 | Deleting the last admin, on /account and by the command line | src/db/accounts.ts
  // spec account.9
  it('is not for the last admin', async () => {
    await leaver(ADMIN, { answers: { 'account.leaving': () => ({ ...NOTHING_LOST, isLastAdmin: true }) } });
    await press('Delete account');
    await shown('The last admin cannot be deleted');
    expect(texts('[role="dialog"] button').filter(Boolean)).toEqual(['Close']);
  });

  // spec account.10
  describe('of someone who signs in with Google', () => {
    const byGoogle = (isFresh: boolean): Leaving => ({ ...NOTHING_LOST, proof: 'google', isFresh });
    const own = { hasPassword: false, socialProvider: 'google' } as const;
    beforeEach(() => {
      Object.assign(pageConfig(), { hasGoogle: true });
      return () => Object.assign(pageConfig(), { hasGoogle: false });
    });

    it('first leads to Google', async () => {
      await leaver(STUDENT, { own, answers: { 'account.leaving': () => byGoogle(false) } });
      await press('Delete account');
      const link = await inDialog('Continue with Google');
      expect(link.getAttribute('href')).toBe('/api/auth/google?purpose=leave');
      link.addEventListener('click', (event) => event.preventDefault());
      link.click();
      const { searchParams } = new URL(`${link.getAttribute('href')}`, 'http://here');
      expect(searchParams.get('purpose')).toBe('leave');
      expect(takeGoogleStart(`${searchParams.get('trip')}`)).toBe(true);
      expect(dialogText()).toContain('Please continue with Google once more, so that we know it is you.');
      expect(dialogText()).not.toContain('Delete my account');
    });

    it('says so where Google is not to be had', async () => {
      Object.assign(pageConfig(), { hasGoogle: false });
      await leaver(STUDENT, { own, answers: { 'account.leaving': () => byGoogle(false) } });
      await press('Delete account');
      await shown('Sign-in with Google is not available at the moment.');
      expect(texts('[role="dialog"] a')).toEqual([]);
    });

    it.each(['google', 'password'] as const)('asks nothing more just after that, also where there is a password: %s', async (proof) => {
      const { sent, at } = await leaver(STUDENT, {
        own,
        path: '/account?leave=true',
        answers: { 'account.leaving': () => ({ ...byGoogle(true), proof }), 'account.leave': done },
      });
      await pressInDialog('Delete my account');
      await until(() => expect(at()).toBe('/'));
      expect(sent('account.leave')).toEqual([{}]);
    });

    it('asks Google again when that was too long ago', async () => {
      let isFresh = true;
      await leaver(STUDENT, {
        own,
        answers: {
          'account.leaving': () => byGoogle(isFresh),
          'account.leave': () => {
            isFresh = false;
            throw apiError('account.not_fresh');
          },
        },
      });
      await press('Delete account');
      await pressInDialog('Delete my account');
      await inDialog('Continue with Google');
    });
  });
});
