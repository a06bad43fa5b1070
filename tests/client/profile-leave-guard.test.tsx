import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { ProfileEditorPage } from '#client/features/tutor-profile/profile-editor-page.tsx';
import { session } from '#client/lib/session/session.ts';
import { dialogText, pressInDialog } from '#tests/support/account-page.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { field, fill, render, shown, signIn, TUTOR, until } from '#tests/support/render.tsx';
import { aProfileView } from '#tests/support/views.ts';

const QUESTION = 'Leave without saving?';

async function editor() {
  signIn(TUTOR);
  const api = fakeApi({
    'tutors.own': () => aProfileView({ subjects: [] }),
    'catalogue.subjects': () => [],
    'daysOff.own': () => [],
    'tutors.saveProfile': ({ phone = '' }) => ({
      message: 'Profile updated successfully!',
      tutor: aProfileView({ subjects: [], phone, revision: 1 }),
    }),
  });
  const page = await render(<ProfileEditorPage now={new Date('2026-11-23T04:30:00Z')} photo={null} />, { api, path: '/tutor/profile' });
  await shown('Personal information');
  const go = (to: string) => act(async () => void page.router.navigate({ to }));
  return { ...page, go, at: () => page.router.state.location.pathname };
}

// spec profile.27 | S3 | Leaving with unsaved changes asks | src/client/features/tutor-profile/leave-guard.tsx
describe('leaving the profile editor', () => {
  it('is free where nothing was changed', async () => {
    const { go } = await editor();
    await go('/tutor/bookings');
    await shown('at /tutor/bookings');
  });

  it('asks where something was, and stays or goes', async () => {
    const { go, at } = await editor();
    await fill('Phone number', '0770000000');
    await go('/tutor/bookings');
    await until(() => expect(dialogText()).toContain(QUESTION));
    await pressInDialog('Stay');
    await until(() => expect(dialogText()).toBe(''));
    expect([at(), field('Phone number').value]).toEqual(['/tutor/profile', '0770000000']);
    await go('/tutor/bookings');
    await pressInDialog('Leave');
    await shown('at /tutor/bookings');
    expect(localStorage.getItem(`draft:${TUTOR.id}:profile`), 'to be found on return').toContain('0770000000');
  });

  it('is free again once it is saved', async () => {
    const { go } = await editor();
    await fill('Phone number', '0770000000');
    await act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Save Changes')?.click());
    await shown('All changes saved');
    await go('/tutor/bookings');
    await shown('at /tutor/bookings');
  });

  it('does not ask within the page, nor whoever is no longer signed in', async () => {
    const { go, router } = await editor();
    await fill('Phone number', '0770000000');
    await act(async () => void router.navigate({ to: '/tutor/profile', hash: 'bio' }));
    expect(dialogText()).toBe('');
    await act(async () => session.end());
    await go('/login');
    await shown('at /login');
  });
});
