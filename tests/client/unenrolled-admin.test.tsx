import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Account } from '#client/lib/session/session.ts';
import { session } from '#client/lib/session/session.ts';
import type { SecondFactors } from '#shared/contracts/factors.ts';
import { clickButton, fillField, findText } from '#tests/support/account-page.ts';
import { ADMIN } from '#tests/support/render.tsx';
import { aViewer } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const UNENROLLED: Account = { ...ADMIN, isSecondFactorDue: true };
const NONE: SecondFactors = { hasApp: false, recoveryCodes: 0, passkeys: [], isRequired: true };
const ENROLMENT = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Vidya:d?secret=JBSWY3DPEHPK3PXP', enrolment: 'sealed' };

const listHeadings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

/** With a server on which the app can be set up. */
async function arrive(path: string) {
  let factors = NONE;
  const visited = await visit(path, UNENROLLED, {
    'auth.me': () => aViewer(UNENROLLED, { isSecondFactorDue: !factors.hasApp }),
    'auth.factors': () => factors,
    'auth.beginApp': () => ENROLMENT,
    'auth.enableApp': () => {
      factors = { ...NONE, hasApp: true, recoveryCodes: 1 };
      return { recoveryCodes: ['abcde-12345'] };
    },
    'account.sessions': () => [],
    'apiKeys.list': () => [],
  });
  return { ...visited, listCalls: () => [...new Set(visited.api.calls.map(({ path: procedure }) => procedure))] };
}

// spec s8-passwords.20 | S8 E | Every page for somebody signed in leads such an admin to where it is set up; the account page has only that and the
//   password, and nothing is asked that the server refuses | src/client/lib/session/session.ts, src/client/features/account/account-page.tsx
test.each(['/admin/dashboard', '/admin/tutors', '/messages', '/bookings/b1'])(
  'an admin who has yet to set up a second factor is led from %s to where it is done',
  async (path) => {
    const { at, listCalls } = await arrive(path);
    await waitFor(() => expect(at()).toBe('/account#two-step'));
    await findText('Admins need two-step sign-in. Set up an authenticator app or a passkey to use the admin area.');
    expect(listHeadings()).toEqual(['Password', 'Two-step sign-in']);
    const navigation = within(screen.getByRole('navigation', { name: 'Account' }));
    expect(navigation.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Password', 'Two-step sign-in']);
    // Whatever else the page asks for, the server refuses.
    expect(listCalls().sort()).toEqual(['auth.factors', 'auth.me']);
  },
);

test('an admin who has set one up may do everything, and sees the other sections once the recovery codes are saved', async () => {
  const { user, api, router, at } = await arrive('/account');
  await clickButton(user, 'Set up app');
  await findText('6-digit code from the app');
  await fillField(user, '6-digit code from the app', '123456');
  await clickButton(user, 'Turn on');
  await findText('Your recovery codes');
  await findText('abcde-12345');
  expect(session.viewer()?.isSecondFactorDue).toBeFalsy();
  expect(listHeadings()).toEqual(['Password', 'Two-step sign-in']);
  await clickButton(user, 'I have saved them');
  await waitFor(() => expect(listHeadings()).toContain('Sessions'));
  await waitFor(() => expect(api.subscriptions('inbox.stream')).toHaveLength(1));
  await router.navigate({ to: '/admin/dashboard' });
  await waitFor(() => expect(at()).toBe('/admin/dashboard'));
});
