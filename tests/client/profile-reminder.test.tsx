import { act, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ProfileReminder } from '#client/features/tutor-dashboard/profile-reminder.tsx';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { press, render, shown, texts, until } from '#tests/support/render.tsx';
import { aProfileView, MONDAY_TEN } from '#tests/support/views.ts';

const FLAG = 'profile-reminder-dismissed';
const ME = aProfileView().user.id;
const DOCUMENT = { id: 'document-1', url: '/files/d.jpg', type: 'other', uploadedAt: MONDAY_TEN };
const COMPLETE = aProfileView({ user: { ...aProfileView().user, profileImage: '/files/p.jpg' }, documents: [DOCUMENT] });
const LACKING = { ...COMPLETE, education: [], documents: [] };
const EMPTY = aProfileView({ phone: '', bio: '', availableLocations: '', teachingMediums: [], education: [], experience: [], subjects: [] });

let change: (profile: TutorProfileView) => void = () => {};

function Reminded({ first }: { first: TutorProfileView }) {
  const [profile, setProfile] = useState(first);
  change = setProfile;
  return <ProfileReminder profile={profile} />;
}

const remind = (first: TutorProfileView) => render(<Reminded first={first} />);
const become = (profile: TutorProfileView) => act(async () => change(profile));
const items = () => texts('section li');
const isShown = () => document.querySelector('section') !== null;

describe('the profile reminder', () => {
  // spec reminder.1 | P §2 Tutor area | While the profile is incomplete: at most 4 missing items, then "+N more items" |
  //   src/client/features/tutor-dashboard/profile-reminder.tsx
  it('names what is missing, and leads to the editor', async () => {
    await remind(LACKING);
    await shown('Your profile is 80% complete');
    expect(items()).toEqual(['Education', 'Verification documents']);
    expect(document.querySelector('section a')?.getAttribute('href')).toBe('/tutor/profile');
  });

  // spec reminder.1
  it.each([
    ['four, and nothing more', { ...COMPLETE, education: [], experience: [], documents: [], availableLocations: '' }, []],
    ['four of five', { ...COMPLETE, education: [], experience: [], documents: [], availableLocations: '', teachingMediums: [] }, ['+1 more items']],
    ['four of ten', EMPTY, ['+6 more items']],
  ])('names at most four: %s', async (_, profile, rest) => {
    await remind(profile);
    await until(() => expect(items().slice(4)).toEqual(rest));
    expect(
      items()
        .slice(0, 4)
        .every((item) => !item.startsWith('+')),
    ).toBe(true);
  });

  // spec reminder.1
  it('is silent about a complete profile', async () => {
    await remind(COMPLETE);
    expect(isShown()).toBe(false);
  });

  // spec reminder.2 | P §2 Tutor area | Close and Remind me later store profile-reminder-dismissed, per person |
  //   src/client/features/tutor-dashboard/reminder-flag.ts
  it.each(['Close', 'Remind me later'])('goes with %s, and stays away while the profile is incomplete', async (name) => {
    await remind(LACKING);
    await press(name);
    expect(isShown()).toBe(false);
    expect(localStorage.getItem(FLAG)).toBe(ME);
    await become({ ...LACKING, experience: [] });
    expect(isShown()).toBe(false);
  });

  // spec reminder.2
  it('gives the focus to the page when it goes', async () => {
    const page = document.body.appendChild(Object.assign(document.createElement('main'), { id: 'content', tabIndex: -1 }));
    await remind(LACKING);
    await press('Remind me later');
    expect(document.activeElement).toBe(page);
    page.remove();
  });

  // spec reminder.2
  it('is sent away by one tutor, and not by the other who uses the browser', async () => {
    localStorage.setItem(FLAG, 'tutor-user-2');
    await remind(LACKING);
    expect(isShown()).toBe(true);
    await press('Close');
    expect(localStorage.getItem(FLAG)).toBe(`tutor-user-2 ${ME}`);
    await become(COMPLETE);
    expect(localStorage.getItem(FLAG)).toBe('tutor-user-2');
  });

  // spec reminder.2
  it('was sent away on another day', async () => {
    localStorage.setItem(FLAG, ME);
    await remind(LACKING);
    expect(isShown()).toBe(false);
    expect(localStorage.getItem(FLAG)).toBe(ME);
  });

  // spec reminder.3 | P §2 Tutor area | The flag goes when the profile is complete; incomplete again it reminds again |
  //   src/client/features/tutor-dashboard/profile-reminder.tsx
  it('returns when a profile that was complete is incomplete again', async () => {
    localStorage.setItem(FLAG, ME);
    await remind(LACKING);
    await become(COMPLETE);
    expect(localStorage.getItem(FLAG)).toBeNull();
    expect(isShown()).toBe(false);
    await become(LACKING);
    expect(items()).toEqual(['Education', 'Verification documents']);
  });

  // spec reminder.2
  it('goes in the other tabs, too', async () => {
    await remind(LACKING);
    await act(async () => {
      localStorage.setItem(FLAG, ME);
      window.dispatchEvent(new StorageEvent('storage', { key: FLAG }));
    });
    expect(isShown()).toBe(false);
  });

  // spec reminder.2
  it('goes in a browser that keeps nothing', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    await remind(LACKING);
    await press('Remind me later');
    expect(isShown()).toBe(false);
    vi.mocked(Storage.prototype.setItem).mockRestore();
    await become(COMPLETE);
    await become(LACKING);
    expect(isShown()).toBe(true);
  });
});
