import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TERMS_VERSION } from '#shared/vocabulary/terms.ts';
import { account, clickButton, findText } from '#tests/support/account-page.ts';
import { networkError } from '#tests/support/fake-api.ts';
import { STUDENT } from '#tests/support/render.tsx';
import { aViewer } from '#tests/support/views.ts';

const OF_BEFORE = { ...STUDENT, areTermsDue: true as const };

// spec s13-privacy.14 | S13 7 | A notice tells of new terms, blocks nothing, and goes with "I agree" or "Not now" |
//   src/client/features/auth/account-banner.tsx, src/client/features/auth/account-notices.tsx
test('new terms are told of with a link, until the person agrees', async () => {
  let isAway = true;
  const { user, sent } = await account(OF_BEFORE, {
    own: { areTermsDue: true },
    answers: { 'auth.agreeToTerms': () => (isAway ? Promise.reject(networkError()) : aViewer(STUDENT)) },
  });
  await findText('have changed.');
  expect(
    within(screen.getByRole('region', { name: 'Our terms' }))
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/terms');
  await clickButton(user, 'I agree');
  await findText('Failed to record that you agree. Please try again.');
  isAway = false;
  await clickButton(user, 'I agree');
  await findText('Thank you. We have recorded that you agree.');
  expect(sent('auth.agreeToTerms')).toEqual([{ termsVersion: TERMS_VERSION }, { termsVersion: TERMS_VERSION }]);
  await waitFor(() => expect(screen.queryByText(/have changed/)).toBeNull());
});

// spec s13-privacy.14
test('the notice can be put off, and is not shown to anybody who has agreed', async () => {
  const { user } = await account(OF_BEFORE, { own: { areTermsDue: true } });
  await findText('have changed.');
  await clickButton(user, 'Not now');
  await waitFor(() => expect(screen.queryByText(/have changed/)).toBeNull());
});
