import { expect, it } from 'vitest';
import type { Account } from '#client/lib/session/session.ts';
import { session } from '#client/lib/session/session.ts';
import type { SecondFactors } from '#shared/contracts/factors.ts';
import { ADMIN, fill, press, shown, texts, until } from '#tests/support/render.tsx';
import { aViewer } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const UNENROLLED: Account = { ...ADMIN, isSecondFactorDue: true };
const NONE: SecondFactors = { hasApp: false, recoveryCodes: 0, passkeys: [], isRequired: true };
const ENROLMENT = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Vidya:d?secret=JBSWY3DPEHPK3PXP', enrolment: 'sealed' };

/** A server on which the app can be set up. */
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
  return { ...visited, asked: () => [...new Set(visited.api.calls.map(({ path: procedure }) => procedure))] };
}

// spec s8-passwords.20 | S8 E | Every page for somebody signed in leads such an admin to where it is set up; the account page has only that and the
//   password, and nothing is asked that the server refuses | src/client/lib/session/session.ts, src/client/features/account/account-page.tsx
it.each(['/admin/dashboard', '/admin/tutors', '/messages', '/bookings/b1'])(
  'an admin who has yet to set up a second factor is led from %s to where it is done',
  async (path) => {
    const { at, asked } = await arrive(path);
    await until(() => expect(at()).toBe('/account#two-step'));
    await shown('Admins need two-step sign-in. Set up an authenticator app or a passkey to use the admin area.');
    expect(texts('main h2')).toEqual(['Password', 'Two-step sign-in']);
    expect(texts('nav[aria-label="Account"] a')).toEqual(['Password', 'Two-step sign-in']);
    // Whatever else the page asks for, the server refuses.
    expect(asked().sort()).toEqual(['auth.factors', 'auth.me']);
  },
);

it('with the second factor everything is open, and once the recovery codes are saved the other sections are there', async () => {
  const { api, router, at } = await arrive('/account');
  await shown('Set up app');
  await press('Set up app');
  await shown('6-digit code that the app shows now');
  await fill('6-digit code that the app shows now', '123456');
  await press('Turn on');
  await shown('Your recovery codes');
  await shown('abcde-12345');
  expect(session.viewer()?.isSecondFactorDue).toBeFalsy();
  expect(texts('main h2')).toEqual(['Password', 'Two-step sign-in']);
  await press('I have saved them');
  await until(() => expect(texts('main h2')).toContain('Sessions'));
  await until(() => expect(api.subscriptions('inbox.stream')).toHaveLength(1));
  await router.navigate({ to: '/admin/dashboard' });
  await until(() => expect(at()).toBe('/admin/dashboard'));
});
