import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Account, session } from '#client/lib/session/session.ts';
import { clickButton, clickInDialog, getDialogText, waitForNoDialog } from '#tests/support/account-page.ts';
import { STUDENT, TUTOR } from '#tests/support/render.tsx';
import { visit } from '#tests/support/visit.ts';

const PROFILE = `draft:${TUTOR.id}:profile`;
const POST = `draft:${TUTOR.id}:blog new`;

async function openAndLogOut(me: Account = TUTOR) {
  const visited = await visit(me === TUTOR ? '/tutor/bookings' : '/student/bookings', me);
  await clickButton(visited.user, 'Logout');
  return visited;
}

const waitForQuestion = () => waitFor(() => expect(getDialogText()).toContain('Log out and lose unsaved changes?'));

describe('Logout', () => {
  // spec bars.11 | S3 | Logout asks first while this browser keeps something unsaved of the person | src/client/features/auth/logout.tsx
  test.each([PROFILE, POST])('asks first while this browser keeps something unsaved: %s', async (key) => {
    localStorage.setItem(key, '{}');
    const { user, at, api } = await openAndLogOut();
    await waitForQuestion();
    await clickInDialog(user, 'Stay');
    await waitForNoDialog();
    expect([at(), session.viewer()?.id, localStorage.getItem(key)]).toEqual(['/tutor/bookings', TUTOR.id, '{}']);
    await clickButton(user, 'Logout');
    await clickInDialog(user, 'Log out');
    await waitFor(() => expect(at()).toBe('/login'));
    expect([session.viewer(), localStorage.getItem(key)]).toEqual([null, null]);
    expect(api.calls.map(({ path }) => path)).toContain('auth.logout');
    await waitForNoDialog();
  });

  // spec bars.12 | S4 | What another person has typed in this browser outlives that logout | src/client/lib/drafts/draft.ts
  test('takes along what this person has typed, and nothing of whose session ran out here before', async () => {
    const before = ['draft:student-2:message thread-1', 'draft:student-2:unsent x'];
    for (const key of [PROFILE, ...before]) localStorage.setItem(key, '{}');
    const { user } = await openAndLogOut();
    await clickInDialog(user, 'Log out');
    await waitFor(() => expect(session.viewer()).toBeNull());
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual(before);
  });

  // spec bars.19 | S4 | What was typed outlives a session that has run out, also where another tab is the first to hear of it |
  //   src/client/app/session-changes.ts
  test('in another tab leaves it to that one to remove what was typed, because it may be a session that has run out', async () => {
    localStorage.setItem(PROFILE, '{}');
    await visit('/tutor/bookings', TUTOR);
    for (const key of ['token', 'user']) localStorage.removeItem(key);
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', storageArea: localStorage }));
    await waitFor(() => expect(session.viewer()).toBeNull());
    expect(localStorage.getItem(PROFILE)).toBe('{}');
  });

  // spec bars.11
  test('asks in the header, too, and leads home from there', async () => {
    localStorage.setItem(PROFILE, '{}');
    const { user, at } = await visit('/privacy', TUTOR);
    await clickButton(user, `Account menu of ${TUTOR.name}`);
    await clickButton(user, 'Sign Out');
    await waitForQuestion();
    await clickInDialog(user, 'Log out');
    await waitFor(() => expect([at(), session.viewer()]).toEqual(['/', null]));
  });

  // spec bars.11
  test.each([
    ['nothing is unsaved', TUTOR, null],
    ['somebody else has typed it', TUTOR, 'draft:tutor-2:profile'],
    ['it is a student', STUDENT, null],
  ])('does not ask where %s', async (_, me, key) => {
    if (key) localStorage.setItem(key, '{}');
    const { at } = await openAndLogOut(me);
    await waitFor(() => expect(at()).toBe('/login'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
