import { screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { ProfileEditorPage } from '#client/features/tutor-profile/profile-editor-page.tsx';
import { session } from '#client/lib/session/session.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { render, signIn, TUTOR } from '#tests/support/render.tsx';
import { aProfileView } from '#tests/support/views.ts';

async function renderEditor() {
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
  const { user, router } = await render(<ProfileEditorPage photo={null} />, { api, path: '/tutor/profile' });
  const phone = await screen.findByLabelText<HTMLInputElement>('Phone number');
  const navigate = (to: string, hash = '') => act(async () => void router.navigate({ to, hash }));
  const fillPhone = async () => {
    await user.clear(phone);
    await user.type(phone, '0770000000');
  };
  const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
  return { router, phone, navigate, fillPhone, press };
}

// spec profile.27 | S3 | Leaving with unsaved changes asks | src/client/features/tutor-profile/editor-notices.tsx
describe('leaving the profile editor', () => {
  test('is free without a change', async () => {
    const { navigate } = await renderEditor();
    await navigate('/tutor/bookings');
    expect(await screen.findByText('at /tutor/bookings')).toBeDefined();
  });

  test('asks after a change, and stays or leaves', async () => {
    const { router, phone, navigate, fillPhone, press } = await renderEditor();
    await fillPhone();
    await navigate('/tutor/bookings');
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeDefined();
    await press('Stay');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([router.state.location.pathname, phone.value]).toEqual(['/tutor/profile', '0770000000']);
    await navigate('/tutor/bookings');
    await press(/^Leave/);
    expect(await screen.findByText('at /tutor/bookings')).toBeDefined();
    expect(localStorage.getItem(`draft:${TUTOR.id}:profile`), 'to be found on return').toContain('0770000000');
  });

  test('is guarded once, not again with each key', async () => {
    const { router, fillPhone } = await renderEditor();
    const block = vi.spyOn(router.history, 'block');
    await fillPhone();
    expect(block).toHaveBeenCalledTimes(1);
  });

  test('is free again after saving', async () => {
    const { navigate, fillPhone, press } = await renderEditor();
    await fillPhone();
    await press('Save Changes');
    await screen.findByText('All changes saved');
    await navigate('/tutor/bookings');
    expect(await screen.findByText('at /tutor/bookings')).toBeDefined();
  });

  test('does not ask within the page, nor after signing out', async () => {
    const { navigate, fillPhone } = await renderEditor();
    await fillPhone();
    await navigate('/tutor/profile', 'bio');
    expect(screen.queryByRole('dialog')).toBeNull();
    await act(async () => session.end());
    await navigate('/login');
    expect(await screen.findByText('at /login')).toBeDefined();
  });
});
