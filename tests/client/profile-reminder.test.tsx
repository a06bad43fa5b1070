import { act, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { ProfileReminder } from '#client/features/tutor-dashboard/profile-reminder.tsx';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { render } from '#tests/support/render.tsx';
import { aProfileView, MONDAY_TEN } from '#tests/support/views.ts';
import { listLinks } from '#tests/support/visit.ts';

const STORAGE_KEY = 'profile-reminder-dismissed';
const USER_ID = aProfileView().user.id;
const DOCUMENT = { id: 'document-1', url: '/files/d.jpg', type: 'other', uploadedAt: MONDAY_TEN };
const COMPLETE = aProfileView({ user: { ...aProfileView().user, profileImage: '/files/p.jpg' }, documents: [DOCUMENT] });
const INCOMPLETE = { ...COMPLETE, education: [], documents: [] };
const EMPTY = aProfileView({ phone: '', bio: '', availableLocations: '', teachingMediums: [], education: [], experience: [], subjects: [] });

async function open(initialProfile: TutorProfileView) {
  let setProfile: (profile: TutorProfileView) => void = () => {};
  function Reminder() {
    const [profile, set] = useState(initialProfile);
    setProfile = set;
    return <ProfileReminder profile={profile} />;
  }
  const { user } = await render(<Reminder />);
  return { user, changeTo: (profile: TutorProfileView) => act(async () => setProfile(profile)) };
}

const reminder = () => screen.getByRole('region', { name: /^Your profile is \d+% complete$/ });
const isShown = () => screen.queryByRole('region') !== null;
const listItems = () =>
  within(reminder())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const button = (name: string) => screen.getByRole('button', { name });

describe('the profile reminder', () => {
  // spec reminder.1 | P §2 Tutor area | While the profile is incomplete: at most 4 missing items, then "+N more items" |
  //   src/client/features/tutor-dashboard/profile-reminder.tsx
  test('names what is missing, and links to the editor', async () => {
    await open(INCOMPLETE);
    screen.getByRole('region', { name: 'Your profile is 80% complete' });
    expect(listItems()).toEqual(['Education', 'Verification documents']);
    expect(listLinks(reminder())).toEqual([['Complete Profile', '/tutor/profile']]);
  });

  // spec reminder.4 | P §2 Tutor area, D Tutor profile and verification | A verified tutor has nothing to submit | src/client/features/tutor-dashboard/profile-reminder.tsx
  test.each([
    [false, 'Add what is missing to submit your profile for review.'],
    [true, 'Add what is missing. You keep your badge meanwhile.'],
  ])('says what adding is for, with a tutor who is verified: %s', async (isVerified, sentence) => {
    await open({ ...INCOMPLETE, isVerified });
    expect(reminder().textContent).toContain(sentence);
  });

  // spec reminder.1
  test.each([
    ['four of four', { ...COMPLETE, education: [], experience: [], documents: [], availableLocations: '' }, []],
    ['four of five', { ...COMPLETE, education: [], experience: [], documents: [], availableLocations: '', teachingMediums: [] }, ['+1 more items']],
    ['four of ten', EMPTY, ['+6 more items']],
  ])('names at most four items: %s', async (_, profile, rest) => {
    await open(profile);
    expect(listItems().slice(4)).toEqual(rest);
    expect(
      listItems()
        .slice(0, 4)
        .filter((item) => item?.startsWith('+')),
    ).toEqual([]);
  });

  // spec reminder.1
  test('is not shown for a complete profile', async () => {
    await open(COMPLETE);
    expect(isShown()).toBe(false);
  });

  // spec reminder.2 | P §2 Tutor area | Close and Remind me later store profile-reminder-dismissed, per person |
  //   src/client/features/tutor-dashboard/profile-reminder.tsx
  test.each(['Close', 'Remind me later'])('is dismissed by %s while the profile is incomplete', async (name) => {
    const { user, changeTo } = await open(INCOMPLETE);
    await user.click(button(name));
    expect(isShown()).toBe(false);
    expect(localStorage.getItem(STORAGE_KEY)).toBe(USER_ID);
    await changeTo({ ...INCOMPLETE, experience: [] });
    expect(isShown()).toBe(false);
  });

  // spec reminder.2
  test('moves the focus to the page when it is dismissed', async () => {
    const page = document.body.appendChild(Object.assign(document.createElement('main'), { id: 'content', tabIndex: -1 }));
    const { user } = await open(INCOMPLETE);
    await user.click(button('Remind me later'));
    expect(document.activeElement).toBe(page);
    page.remove();
  });

  // spec reminder.2
  test('is dismissed for one tutor, and not for another one in the same browser', async () => {
    localStorage.setItem(STORAGE_KEY, 'tutor-user-2');
    const { user, changeTo } = await open(INCOMPLETE);
    expect(isShown()).toBe(true);
    await user.click(button('Close'));
    expect(localStorage.getItem(STORAGE_KEY)).toBe(`tutor-user-2 ${USER_ID}`);
    await changeTo(COMPLETE);
    expect(localStorage.getItem(STORAGE_KEY)).toBe('tutor-user-2');
  });

  // spec reminder.2
  test('stays dismissed on another day', async () => {
    localStorage.setItem(STORAGE_KEY, USER_ID);
    await open(INCOMPLETE);
    expect(isShown()).toBe(false);
    expect(localStorage.getItem(STORAGE_KEY)).toBe(USER_ID);
  });

  // spec reminder.3 | P §2 Tutor area | The flag goes when the profile is complete; incomplete again it reminds again |
  //   src/client/features/tutor-dashboard/profile-reminder.tsx
  test('returns when a complete profile is incomplete again', async () => {
    localStorage.setItem(STORAGE_KEY, USER_ID);
    const { changeTo } = await open(INCOMPLETE);
    await changeTo(COMPLETE);
    expect(localStorage.getItem(STORAGE_KEY)).toBeNull();
    expect(isShown()).toBe(false);
    await changeTo(INCOMPLETE);
    expect(listItems()).toEqual(['Education', 'Verification documents']);
  });

  // spec reminder.2
  test('is dismissed in other tabs too', async () => {
    await open(INCOMPLETE);
    await act(async () => {
      localStorage.setItem(STORAGE_KEY, USER_ID);
      window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEY }));
    });
    expect(isShown()).toBe(false);
  });

  // spec reminder.2
  test('is dismissed in a browser that stores nothing', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const { user, changeTo } = await open(INCOMPLETE);
    await user.click(button('Remind me later'));
    expect(isShown()).toBe(false);
    vi.mocked(Storage.prototype.setItem).mockRestore();
    await changeTo(COMPLETE);
    await changeTo(INCOMPLETE);
    expect(isShown()).toBe(true);
  });
});
