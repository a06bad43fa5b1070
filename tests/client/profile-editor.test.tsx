import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { type ProfileDraft, toDraft } from '#client/features/tutor-profile/profile-draft.ts';
import { ProfileEditorPage } from '#client/features/tutor-profile/profile-editor-page.tsx';
import { requireProfileOwner } from '#client/features/tutor-profile/profile-guard.ts';
import { storedDraft } from '#client/features/tutor-profile/stored-draft.ts';
import type { Inputs } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { toast } from '#client/ui/toasts.ts';
import type { SavedProfile, TutorProfileView } from '#shared/contracts/tutors.ts';
import { dialogText, pressInDialog } from '#tests/support/account-page.ts';
import { type Answers, fakeApi, refused, silence } from '#tests/support/fake-api.ts';
import { button, field, fill, press, render, STUDENT, shown, signIn, TUTOR, texts, tick, until } from '#tests/support/render.tsx';
import { aProfileView } from '#tests/support/views.ts';

type SaveProfileInput = Inputs['tutors']['saveProfile'];

const NOW = new Date('2026-11-23T04:30:00Z');
const KEPT = `draft:${TUTOR.id}:profile`;
const DRAFT_SAVED = 'Profile draft saved successfully! Complete all sections to submit for review.';

const OPEN = aProfileView({ revision: 1, isVerified: false, verificationStatus: 'not_started', verificationDate: null, subjects: [] });

/** A server that keeps one profile, and refuses what was typed over an older one. */
function aServer(profile: TutorProfileView) {
  let stored = profile;
  const become = (part: Partial<TutorProfileView>) => {
    stored = { ...stored, ...part, revision: stored.revision + 1 };
    return stored;
  };
  const save = ({ revision, subjects: _, documents: __, contactEmail, ...part }: SaveProfileInput): SavedProfile => {
    if (revision !== stored.revision) throw refused('tutor.profile_changed');
    const contact = contactEmail && { address: '', ...contactEmail };
    return { message: DRAFT_SAVED, tutor: become({ ...(part as Partial<TutorProfileView>), ...(contact && { contactEmail: contact }) }) };
  };
  return { become, save, stored: () => stored };
}

async function editor(profile: TutorProfileView = OPEN, more: Answers = {}) {
  const server = aServer(profile);
  const success = vi.spyOn(toast, 'success');
  const failure = vi.spyOn(toast, 'error');
  if (session.viewer() === null) signIn(TUTOR);
  const api = fakeApi({
    'tutors.own': () => server.stored(),
    'tutors.saveProfile': (input) => server.save(input),
    'catalogue.subjects': () => [],
    'daysOff.own': () => [],
    'catalogue.topicsOfSubject': () => [],
    ...more,
  });
  const page = await render(<ProfileEditorPage now={NOW} photo={<p>The photo of the account</p>} />, { api });
  await shown('Personal information');
  const saves = () => api.calls.filter(({ path }) => path === 'tutors.saveProfile').map(({ input }) => input as SaveProfileInput);
  const readAgain = () => act(async () => void (await page.queryClient.invalidateQueries()));
  return { ...page, server, saves, readAgain, success, failure };
}

const area = (label: string) => {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label)?.control;
  if (!(found instanceof HTMLTextAreaElement)) throw new Error(`there is no text ${label}`);
  return found;
};

async function write(label: string, text: string): Promise<void> {
  const control = area(label);
  await act(async () => {
    control.focus();
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(control, text);
    control.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => control.blur());
}

const BIO = 'About you and your teaching';
const LOCATIONS = 'Where you teach';
const errorAt = (path: string) => {
  const control = document.querySelector(`[data-path="${path}"]`);
  const ids = control?.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)).find((element) => element?.className.includes('error'))?.textContent;
};
const OFFLINE = 'You are offline. What you typed is kept in this browser.';
/** In the bar. */
const said = () => texts('form p[role="status"]');
const kept = () => localStorage.getItem(KEPT);
const save = async (label = 'Save Draft') => act(async () => button(label).click());
const leave = () => act(async () => void window.dispatchEvent(new Event('pagehide')));

describe('the profile editor', () => {
  // spec profile.3 | P §2 Tutor area, S3 | Sections in their order; name, email and photo belong to the account |
  //   src/client/features/tutor-profile/editor-sections.tsx
  it('shows the sections in their order, and what belongs to the account to read', async () => {
    await editor();
    expect(texts('section > h2')).toEqual([
      'Personal information',
      'Profile image',
      'Bio',
      'Education',
      'Experience',
      'Subjects and teaching',
      'Available locations',
      'Verification documents',
      'Days off',
      'Delete profile',
    ]);
    expect(texts('dl dd')).toEqual([OPEN.user.name, OPEN.user.email]);
    expect(document.querySelector('section a[href="/account"]')).not.toBeNull();
    await shown('The photo of the account');
  });

  // spec profile.32
  it('saves all of it with the revision it was loaded with, and says what the server says', async () => {
    const { saves, success } = await editor();
    await fill('Phone number', '0771112223');
    await write(BIO, 'New words.');
    await tick('Tamil');
    await tick('Other');
    await fill('YouTube', 'dilini.maths');
    await save();
    await until(() => expect(success).toHaveBeenCalledWith(DRAFT_SAVED));
    expect(saves()).toEqual([
      expect.objectContaining({
        revision: 1,
        phone: '0771112223',
        bio: 'New words.',
        gender: 'Other',
        teachingMediums: ['english', 'sinhala', 'tamil'],
        socialMedia: { instagram: '', youtube: 'dilini.maths', facebook: '', linkedin: '' },
        education: [{ degree: 'BSc Eng', institution: 'University of Moratuwa', year: 2015 }],
      }),
    ]);
    await shown('All changes saved');
  });

  // spec s8-contact.8
  it('chooses which address others see, and keeps what was typed', async () => {
    const page = await editor();
    const note = () => document.querySelector('#personal')?.textContent;
    expect(field('My sign-in address').checked).toBe(true);
    expect(note()).toContain(`Anyone who opens your profile can read ${OPEN.user.email}.`);
    await tick('Another address');
    await fill('Address to show', 'lessons');
    await save();
    await until(() => expect(errorAt('contactEmail.address')).toBe('Please enter a valid email address'));
    expect(page.saves()).toEqual([]);
    await fill('Address to show', 'lessons@vidya.test');
    await tick('No address');
    expect(note()).toContain('Your profile shows no email address.');
    await tick('Another address');
    expect(field('Address to show').value).toBe('lessons@vidya.test');
    await save();
    await until(() => expect(page.saves()).toHaveLength(1));
    expect(page.saves()[0]?.contactEmail).toEqual({ kind: 'other', address: 'lessons@vidya.test' });
    await shown('All changes saved');
    await tick('No address');
    await save();
    await until(() => expect(page.saves()).toHaveLength(2));
    expect(page.saves()[1]?.contactEmail).toEqual({ kind: 'none' });
  });

  // spec profile.32 | S3 | One saving, however often the button is pressed; what is typed meanwhile stays |
  //   src/client/features/tutor-profile/use-save-profile.ts
  it('saves once however often the button is pressed, and goes on from the new revision', async () => {
    const { saves } = await editor();
    await fill('Phone number', '0771112223');
    await act(async () => {
      button('Save Draft').click();
      button('Save Draft').click();
    });
    await shown('All changes saved');
    expect(saves()).toHaveLength(1);
    await fill('Phone number', '');
    await save();
    await until(() => expect(saves().map(({ revision }) => revision)).toEqual([1, 2]));
  });

  // spec profile.32
  it('keeps what is typed while it saves', async () => {
    let answer = () => {};
    const { server, saves } = await editor(OPEN, {
      'tutors.saveProfile': (input) => new Promise((resolve) => (answer = () => resolve(server.save(input)))),
    });
    await write(BIO, 'Sent.');
    await save();
    await until(() => expect(saves()).toHaveLength(1));
    await write(LOCATIONS, 'Kandy');
    await act(async () => answer());
    await shown('Unsaved changes');
    expect([area(BIO).value, area(LOCATIONS).value]).toEqual(['Sent.', 'Kandy']);
    await save();
    await until(() => expect(saves()[1]).toMatchObject({ revision: 2, bio: 'Sent.', availableLocations: 'Kandy' }));
  });

  // spec profile.22 | P §2 Tutor area, D Tutor profile and verification | Save Draft, Submit for Review, or Save Changes of a tutor who is verified
  //   or under review | src/client/features/tutor-profile/profile-editor.tsx
  it.each<[string, Partial<TutorProfileView>]>([
    ['Save Draft', {}],
    ['Save Changes', { isVerified: true, verificationStatus: 'approved' }],
    [
      'Save Changes',
      {
        verificationStatus: 'pending',
        user: { ...OPEN.user, profileImage: '/files/me.webp' },
        subjects: aProfileView().subjects,
        documents: [{ id: 'doc-1', url: '/files/d?s=1', type: 'other', uploadedAt: NOW }],
      },
    ],
    [
      'Submit for Review',
      {
        user: { ...OPEN.user, profileImage: '/files/me.webp' },
        subjects: aProfileView().subjects,
        documents: [{ id: 'doc-1', url: '/files/d?s=1', type: 'other', uploadedAt: NOW }],
      },
    ],
  ])('offers %s', async (label, part) => {
    await editor({ ...OPEN, ...part });
    expect(button(label).type).toBe('submit');
  });

  // spec profile.23 | S3 | Without a change nothing is sent, unless a complete profile is submitted |
  //   src/client/features/tutor-profile/profile-editor.tsx
  it('sends nothing where nothing was changed, and says so', async () => {
    const { saves } = await editor({ ...OPEN, verificationStatus: 'pending' });
    const info = vi.spyOn(toast, 'info');
    await save('Save Changes');
    expect(info).toHaveBeenCalledWith('No changes to save');
    expect(saves()).toEqual([]);
  });

  // spec profile.23
  it('submits what is complete without a change', async () => {
    const { saves } = await editor({
      ...OPEN,
      user: { ...OPEN.user, profileImage: '/files/me.webp' },
      subjects: aProfileView().subjects,
      documents: [{ id: 'doc-1', url: '/files/d?s=1', type: 'other', uploadedAt: NOW }],
    });
    await save('Submit for Review');
    await until(() => expect(saves()).toHaveLength(1));
  });

  // spec profile.24
  it('gives the focus back to the button once it is saved', async () => {
    let answer = () => {};
    const { server } = await editor(OPEN, {
      'tutors.saveProfile': (input) => new Promise((resolve) => (answer = () => resolve(server.save(input)))),
    });
    await write(BIO, 'New.');
    await act(async () => button('Save Draft').focus());
    await save();
    // As a browser does with what is disabled.
    await act(async () => {
      area(BIO).focus();
      area(BIO).blur();
    });
    expect(document.activeElement).toBe(document.body);
    await act(async () => answer());
    await shown('All changes saved');
    expect(document.activeElement).toBe(button('Save Draft'));
  });

  // spec profile.10 | P §5 Tutor profile | Saving waits for the subjects: "Please wait for subjects to load before saving." |
  //   src/client/features/tutor-profile/profile-editor.tsx
  it('says that subjects are still loading instead of saving', async () => {
    const { saves, failure } = await editor(OPEN, { 'catalogue.subjects': () => new Promise(() => {}) });
    await fill('Phone number', '0771112223');
    await save();
    expect(failure).toHaveBeenCalledWith('Please wait for subjects to load before saving.');
    expect(saves()).toEqual([]);
  });

  // spec profile.5 | P §2, §5 Tutor profile | Bio with a counter, which counts as the server does |
  //   src/client/features/tutor-profile/counted-text.tsx
  it('counts characters as the server does', async () => {
    await editor();
    await write(BIO, `  ${'a'.repeat(499)}\n`);
    await shown('499 of 500 characters');
    await write(BIO, 'a'.repeat(501));
    await shown('501 of 500 characters');
    await until(() => expect(errorAt('bio')).toBe('Bio cannot be longer than 500 characters'));
  });

  it('says of a text what it is for and how long it is, to those who cannot see it, too', async () => {
    await editor();
    const explained = () =>
      (area(LOCATIONS).getAttribute('aria-describedby') ?? '').split(/ +/).map((id) => document.getElementById(id)?.textContent);
    await write(LOCATIONS, 'Galle');
    expect(explained()).toEqual([expect.stringMatching(/^Towns and areas, such as Nugegoda, Maharagama\..*5 of \d+ characters$/)]);
    await write(LOCATIONS, 'x'.repeat(101));
    await until(() =>
      expect(explained()).toEqual([expect.stringContaining('cannot be longer than 100'), expect.stringContaining('101 of 100 characters')]),
    );
  });

  it('can be read anew where it could not be loaded', async () => {
    let isAway = true;
    signIn(TUTOR);
    const own = () => (isAway ? Promise.reject(refused('tutor.profile_not_found')) : OPEN);
    const api = fakeApi({ 'tutors.own': own, 'catalogue.subjects': () => [], 'daysOff.own': () => [] });
    await render(<ProfileEditorPage now={NOW} photo={null} />, { api });
    await shown('Tutor profile not found');
    isAway = false;
    await press('Try Again');
    await shown('Personal information');
  });
});

describe('what is wrong in the editor', () => {
  // spec profile.7 | D Errors | Beside the field when it is left, and no longer once it is right; whole on saving, with the focus on the first |
  //   src/client/features/tutor-profile/use-profile-errors.ts
  it('is said beside the field when it is left, and no longer once it is right', async () => {
    await editor();
    await fill('Phone number', '077111');
    await until(() => expect(errorAt('phone')).toBe('Phone number must be 10 digits'));
    await fill('Phone number', '');
    await until(() => expect(errorAt('phone')).toBeUndefined());
  });

  // spec profile.7
  it('holds back the saving, whole, with the focus on the first of it', async () => {
    const { saves } = await editor();
    await press('Add education');
    await press('Add experience');
    await fill('Phone number', '1');
    await save();
    await until(() => expect(document.activeElement).toBe(field('Phone number')));
    expect(errorAt('education.1.degree')).toBe('Degree, institution and year are required');
    expect(errorAt('experience.1.description')).toBe('All experience fields are required');
    expect(
      texts('#education p').filter((text) => text === 'Degree, institution and year are required'),
      'once per entry',
    ).toHaveLength(1);
    expect([...document.querySelectorAll('#education [aria-invalid]')].map((input) => input.getAttribute('data-path'))).toEqual([
      'education.1.degree',
      'education.1.institution',
      'education.1.year',
    ]);
    expect(saves()).toEqual([]);
    await fill('Phone number', '0771112223');
    await save();
    await until(() => expect(document.activeElement?.getAttribute('data-path')).toBe('education.1.degree'));
  });

  // spec profile.7
  it('is what the server says, at the field, until that is changed', async () => {
    const { failure } = await editor(OPEN, {
      'tutors.saveProfile': () => Promise.reject(refused('tutor.education_year', { field: 'education.0.year' })),
    });
    await write(BIO, 'New.');
    await save();
    await until(() => expect(errorAt('education.0.year')).toBe('Please enter a valid year'));
    await until(() => expect(document.activeElement?.getAttribute('data-path')).toBe('education.0.year'));
    expect(failure).toHaveBeenCalledWith('Please enter a valid year');
    await fill('Year', '2014');
    expect(errorAt('education.0.year')).toBeUndefined();
  });

  // spec profile.33
  it('stands at a subject that was deactivated meanwhile', async () => {
    const { failure } = await editor(aProfileView({ revision: 1 }), {
      'tutors.saveProfile': () => Promise.reject(refused('tutor.subject_unknown', { field: 'subjects.0.subject' })),
    });
    await write(BIO, 'New.');
    await save('Save Changes');
    await until(() => expect(failure).toHaveBeenCalledWith('Selected subject not found'));
    await until(() => expect(document.querySelector('#teaching')?.textContent).toContain('Selected subject not found'));
    await until(() => expect(document.activeElement?.closest('#teaching')).not.toBeNull());
  });

  // spec profile.7
  it('stands below the buttons where it belongs to no field, and nothing typed is lost', async () => {
    await editor(OPEN, { 'tutors.saveProfile': () => Promise.reject(silence()) });
    await write(BIO, 'New.');
    await save();
    await shown('Failed to update profile. Please try again.');
    expect([area(BIO).value, button('Save Draft').disabled]).toEqual(['New.', false]);
    expect(said()).toContain('Failed to update profile. Please try again.');
    await write(BIO, 'Newer.');
    expect(said()).not.toContain('Failed to update profile. Please try again.');
  });

  // spec profile.25 | S3, D Errors | Without a network the editor says so, until it is there again |
  //   src/client/features/tutor-profile/use-save-profile.ts
  it('is the missing network, until it is there again', async () => {
    const { failure } = await editor(OPEN, { 'tutors.saveProfile': () => Promise.reject(silence()) });
    await write(BIO, 'New.');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await save();
    await until(() => expect(said()).toContain(OFFLINE));
    expect(failure).toHaveBeenCalledWith(OFFLINE);
    await act(async () => void window.dispatchEvent(new Event('online')));
    expect(said()).not.toContain(OFFLINE);
  });
});

// spec profile.8 | P §2 Tutor area, R §2.10 | Education and experience: add, remove, at most 20 | src/client/features/tutor-profile/entry-list.tsx
describe('the lists of the editor', () => {
  it('put the focus into an added entry, and on to the next when one goes', async () => {
    await editor();
    await press('Add education');
    expect(document.activeElement?.getAttribute('data-path')).toBe('education.1.degree');
    await press('Add education');
    await press('Remove education 2');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove education 2');
    await press('Remove education 2');
    await press('Remove education 1');
    expect(document.activeElement?.textContent).toBe('Add education');
    await shown('Degrees, diplomas and certificates that show what you know.');
  });

  it('end at twenty, and say so', async () => {
    const education = Array.from({ length: 19 }, (_, index) => ({ degree: `Degree ${index}`, institution: 'Colombo', year: 2000 + index }));
    await editor({ ...OPEN, education });
    await press('Add education');
    expect(button('Add education').disabled).toBe(true);
    await shown('Education cannot have more than 20 entries');
  });

  it('keep the other entries as they were typed', async () => {
    const { saves } = await editor();
    await press('Add education');
    await fill('Degree or qualification', 'Changed');
    await press('Remove education 2');
    await save();
    await until(() => expect(saves()[0]?.education).toEqual([{ degree: 'Changed', institution: 'University of Moratuwa', year: 2015 }]));
  });
});

describe('the bottom bar', () => {
  // spec profile.21 | P §2 Tutor area | Bottom bar: percentage, and a checklist whose items lead to their section |
  //   src/client/features/tutor-profile/editor-bar.tsx
  it('shows how complete the draft is, and leads to what is missing', async () => {
    await editor({ ...OPEN, bio: '' });
    await press('40% complete, checklist');
    const items = texts('[data-met] > span');
    expect(items).toHaveLength(4);
    await act(async () =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith('Personal information'))?.click(),
    );
    expect(document.activeElement).toBe(area(BIO));
    await write(BIO, 'Here I am.');
    expect(button('50% complete, checklist')).toBeDefined();
  });

  // spec profile.26 | P §2 Tutor area | Discard asks first, and takes along what was uploaded for nothing |
  //   src/client/features/tutor-profile/editor-notices.tsx
  // spec s8-last.8 | P §2, S8b 8 | Discard and Clear are always there, and say why while they do nothing | src/client/ui/explained-button.tsx,
  //   src/client/features/tutor-search/search-box.tsx
  it('discards after a question, and only where something was changed', async () => {
    await editor();
    expect([
      button('Discard').getAttribute('aria-disabled'),
      document.getElementById(button('Discard').getAttribute('aria-describedby') ?? '')?.textContent,
    ]).toEqual(['true', 'There are no unsaved changes.']);
    await press('Discard');
    expect(document.querySelector('[role="dialog"]')).toBeNull();
    await write(BIO, 'New.');
    await press('Discard');
    await until(() => expect(dialogText()).toContain('Discard Changes'));
    await pressInDialog('Keep editing');
    expect(area(BIO).value).toBe('New.');
    await press('Discard');
    await pressInDialog('Discard');
    await shown('All changes saved');
    expect(area(BIO).value).toBe(OPEN.bio);
  });
});

// spec profile.31 | D Tutor profile and verification | What was stored meanwhile can be loaded, or replaced, after a question |
//   src/client/features/tutor-profile/editor-notices.tsx
// spec profile.29
describe('a profile that another tab has saved', () => {
  async function behind() {
    const page = await editor();
    await write(BIO, 'Mine.');
    page.server.become({ bio: 'Theirs.', phone: '0700000000' });
    await save();
    await shown('This profile was changed in another tab');
    expect(area(BIO).value).toBe('Mine.');
    return page;
  }

  it('can be loaded in place of what was typed, after a question', async () => {
    await behind();
    expect(texts('button'), 'one way to save').not.toContain('Save Draft');
    await press('Load the saved profile');
    await pressInDialog('Load it');
    await until(() => expect(area(BIO).value).toBe('Theirs.'));
    await shown('All changes saved');
    expect(document.body.textContent).not.toContain('This profile was changed in another tab');
  });

  it('can be replaced by what was typed', async () => {
    const { saves, server } = await behind();
    await act(async () => button('Save mine anyway').focus());
    await press('Save mine anyway');
    await shown('All changes saved');
    expect(document.activeElement).toBe(button('Save Draft'));
    expect(saves().map(({ revision }) => revision)).toEqual([1, 2]);
    expect(server.stored()).toMatchObject({ bio: 'Mine.', revision: 3 });
  });

  it('is told as soon as it is heard of, and shown at once where nothing was typed', async () => {
    const { server, readAgain } = await editor();
    server.become({ bio: 'Theirs.' });
    await readAgain();
    await until(() => expect(area(BIO).value).toBe('Theirs.'));
    await write(BIO, 'Mine.');
    server.become({ bio: 'Theirs again.' });
    await readAgain();
    await shown('This profile was changed in another tab');
    expect(area(BIO).value).toBe('Mine.');
  });
});

describe('what was typed and not saved', () => {
  const typed: ProfileDraft = { ...toDraft(OPEN), bio: 'Typed before the crash.' };

  // spec profile.28 | S3, D Errors | What was typed outlives the tab, a session that ran out, and no logout; per person, without links |
  //   src/client/features/tutor-profile/use-kept-draft.ts
  it('outlives the tab, until it is saved', async () => {
    await editor();
    await write(BIO, 'Typed before the crash.');
    await leave();
    expect(kept()).toContain('Typed before the crash.');
    await save();
    await shown('All changes saved');
    await leave();
    expect(kept()).toBeNull();
  });

  // spec profile.28
  it('is there on return, and can be discarded', async () => {
    storedDraft(TUTOR.id, typed).write({ revision: 1, draft: typed });
    const { saves } = await editor();
    await shown('We kept what you had not saved');
    expect(area(BIO).value).toBe('Typed before the crash.');
    await press('Discard');
    await pressInDialog('Discard');
    await until(() => expect(area(BIO).value).toBe(OPEN.bio));
    await leave();
    expect([kept(), saves()]).toEqual([null, []]);
  });

  it('comes with a warning where the profile was changed meanwhile', async () => {
    storedDraft(TUTOR.id, typed).write({ revision: 0, draft: typed });
    await editor();
    await shown('The profile was changed meanwhile, so look at it once more before you save.');
    await shown('This profile was changed in another tab');
  });

  // spec profile.28
  it('goes with the logout', async () => {
    await editor();
    await write(BIO, 'Typed.');
    await leave();
    await act(async () => session.end());
    expect(kept()).toBeNull();
    await leave();
    expect(kept()).toBeNull();
  });

  // spec profile.28
  it('waits for whoever has to log in again', async () => {
    await editor();
    await write(BIO, 'Typed.');
    const stop = session.start({ whoIs: () => Promise.reject(refused('auth.expired')), logOut: () => {} });
    await until(() => expect(session.viewer()).toBeNull());
    stop();
    expect(kept()).toContain('Typed.');
  });

  // spec profile.28
  it('of somebody else is not shown', async () => {
    storedDraft('tutor-2', typed).write({ revision: 1, draft: typed });
    await editor();
    expect(area(BIO).value).toBe(OPEN.bio);
  });
});

describe('a profile that is deleted', () => {
  // spec profile.34
  it('takes along what was typed over it', async () => {
    const { server } = await editor(OPEN, {
      'tutors.leavingProfile': () => ({ bookings: 0, blogs: 0, favourites: 0, documents: 0 }),
      'tutors.deleteProfile': () => {
        server.become({ ...OPEN, id: 'tutor-profile-2', bio: '', revision: -1 });
        return { message: 'done' };
      },
    });
    await write(BIO, 'Typed.');
    await leave();
    await press('Delete tutor profile');
    await until(() => expect(dialogText()).not.toBe(''));
    await pressInDialog('Delete my profile');
    await until(() => expect(area(BIO).value).toBe(''));
    await leave();
    expect(kept()).toBeNull();
  });
});

// spec verification.1 | P §4 Tutor verification | Not started, Under Review, rejected with the reason, verified: in the editor |
//   src/client/features/tutor-profile/verification-state.tsx
describe('the state of the verification', () => {
  it.each<[string, Partial<TutorProfileView>, string[]]>([
    ['not started', {}, ['Not submitted yet']],
    ['under review', { verificationStatus: 'pending' }, ['Under Review']],
    [
      'rejected',
      { verificationStatus: 'rejected', rejectionReason: 'The scan of the degree cannot be read.' },
      ['Your profile was not approved', 'The scan of the degree cannot be read.'],
    ],
    [
      'verified',
      { isVerified: true, verificationStatus: 'approved', verificationDate: NOW },
      ['Verified', 'Checked on Mon, 23 Nov 2026', 'Documentschecked', 'Interviewchecked'],
    ],
  ])('%s', async (_, part, sentences) => {
    const checks = { documents: false, education: false, experience: false, background: false, interview: false };
    await editor({ ...OPEN, verificationChecks: part.isVerified ? aProfileView().verificationChecks : checks, ...part });
    for (const sentence of sentences) await shown(sentence);
  });

  // spec verification.3 | S3 | Live when an admin decides, and what is being typed stays | src/client/features/tutor-profile/profile-editor.tsx
  it('changes live, and leaves what is typed alone', async () => {
    const { server, readAgain } = await editor({ ...OPEN, verificationStatus: 'pending' });
    await write(BIO, 'Typed.');
    server.become({ isVerified: true, verificationStatus: 'approved', verificationDate: NOW });
    await readAgain();
    await shown('Checked on Mon, 23 Nov 2026');
    expect([area(BIO).value, button('Save Changes').textContent]).toEqual(['Typed.', 'Save Changes']);
    expect(document.body.textContent).not.toContain('This profile was changed in another tab');
  });
});

describe('the guard of the editor', () => {
  async function tried(cause: 'preload' | 'enter' | 'stay' = 'enter') {
    const said = vi.spyOn(toast, 'error');
    const outcome = await requireProfileOwner({ session }, { href: '/tutor/profile', cause }).catch((thrown) => thrown.options ?? thrown);
    return [said.mock.calls.flat(), outcome];
  }

  // spec profile.2
  it('lets a tutor in', async () => {
    signIn(TUTOR);
    expect(await tried()).toEqual([[], { me: TUTOR }]);
  });

  // spec profile.1 | P §2 Tutor area, D Routes | Not logged in: "Please login to access this page", then /login and back |
  //   src/client/features/tutor-profile/profile-guard.ts
  // spec errors.64 | C §8 Guards | 'Please login to access this page', 'Only tutors can access this page' |
  //   src/client/features/tutor-profile/profile-guard.ts
  it('tells visitors to log in, and brings them back afterwards', async () => {
    const login = { to: '/login', search: { redirect: '/tutor/profile' }, replace: true };
    expect(await tried()).toEqual([['Please login to access this page'], expect.objectContaining(login)]);
  });

  // spec profile.2 | P §2 Tutor area | No tutor: "Only tutors can access this page", then / | src/client/features/tutor-profile/profile-guard.ts
  // spec errors.64
  it('sends others home with the reason', async () => {
    signIn(STUDENT);
    expect(await tried()).toEqual([['Only tutors can access this page'], expect.objectContaining({ to: '/', replace: true })]);
  });

  // spec profile.1
  it.each(['preload', 'stay'] as const)('says nothing on %s', async (cause) => {
    expect((await tried(cause))[0]).toEqual([]);
  });
});
