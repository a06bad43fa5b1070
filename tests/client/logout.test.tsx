import { describe, expect, it } from 'vitest';
import { type Account, session } from '#client/lib/session/session.ts';
import { dialogText, pressInDialog } from '#tests/support/account-page.ts';
import { button, press, STUDENT, TUTOR, until } from '#tests/support/render.tsx';
import { visit } from '#tests/support/visit.ts';

const QUESTION = 'Log out and lose what you have not saved?';
const PROFILE = `draft:${TUTOR.id}:profile`;
const POST = `draft:${TUTOR.id}:blog new`;

async function area(me: Account = TUTOR) {
  const visited = await visit(me === TUTOR ? '/tutor/bookings' : '/student/bookings', me);
  await until(() => button('Logout'));
  return visited;
}

describe('Logout', () => {
  // spec bars.11 | S3 | Logout asks first while this browser keeps something unsaved of the person | src/client/features/auth/logout.tsx
  it.each([PROFILE, POST])('asks first while this browser keeps something unsaved: %s', async (key) => {
    localStorage.setItem(key, '{}');
    const { at, api } = await area();
    await press('Logout');
    await until(() => expect(dialogText()).toContain(QUESTION));
    await pressInDialog('Stay');
    await until(() => expect(dialogText()).toBe(''));
    expect([at(), session.viewer()?.id, localStorage.getItem(key)]).toEqual(['/tutor/bookings', TUTOR.id, '{}']);
    await press('Logout');
    await pressInDialog('Log out');
    await until(() => expect(at()).toBe('/login'));
    expect([session.viewer(), localStorage.getItem(key)]).toEqual([null, null]);
    expect(api.calls.map(({ path }) => path)).toContain('auth.logout');
    await until(() => expect(dialogText()).toBe(''));
  });

  // spec bars.12 | S4 | What another person has typed in this browser outlives that logout | src/client/lib/drafts/draft.ts
  it('takes along what this person has typed, and nothing of whose session ran out here before', async () => {
    const before = ['draft:student-2:message thread-1', 'draft:student-2:unsent x'];
    for (const key of [PROFILE, ...before]) localStorage.setItem(key, '{}');
    await area();
    await press('Logout');
    await pressInDialog('Log out');
    await until(() => expect(session.viewer()).toBeNull());
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual(before);
  });

  // spec bars.11
  it('asks in the header, too, and leads home from there', async () => {
    localStorage.setItem(PROFILE, '{}');
    const { at } = await visit('/privacy', TUTOR);
    await press(`Account menu of ${TUTOR.name}`);
    await until(() => button('Sign Out'));
    await press('Sign Out');
    await until(() => expect(dialogText()).toContain(QUESTION));
    await pressInDialog('Log out');
    await until(() => expect([at(), session.viewer()]).toEqual(['/', null]));
  });

  // spec bars.11
  it.each([
    ['nothing is unsaved', TUTOR, null],
    ['somebody else has typed it', TUTOR, 'draft:tutor-2:profile'],
    ['it is a student', STUDENT, null],
  ])('does not ask where %s', async (_, me, key) => {
    if (key) localStorage.setItem(key, '{}');
    const { at } = await area(me);
    await press('Logout');
    await until(() => expect(at()).toBe('/login'));
    expect(dialogText()).toBe('');
  });
});
