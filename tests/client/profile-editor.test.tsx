import { screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { handleSessionChanges } from '#client/app/session-changes.ts';
import { storedDraft } from '#client/features/tutor-profile/draft-state.ts';
import { type ProfileDraft, toDraft } from '#client/features/tutor-profile/profile-draft.ts';
import { ProfileEditorPage } from '#client/features/tutor-profile/profile-editor-page.tsx';
import { requireProfileOwner } from '#client/features/tutor-profile/profile-guard.ts';
import { makeI18n } from '#client/lib/i18n.ts';
import type { Inputs } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { toast } from '#client/ui/toasts.ts';
import type { SavedProfile, TutorProfileView } from '#shared/contracts/tutors.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { render, STUDENT, signIn, TUTOR } from '#tests/support/render.tsx';
import { aProfileView } from '#tests/support/views.ts';

type SaveProfileInput = Inputs['tutors']['saveProfile'];

const NOW = new Date('2026-11-23T04:30:00Z');
const DRAFT_SAVED = 'Profile draft saved successfully! Complete all sections to submit for review.';
const CONFLICT = 'This profile was changed in another tab';

const OPEN = aProfileView({ revision: 1, isVerified: false, verificationStatus: 'not_started', verificationDate: null, subjects: [] });
const COMPLETE: Partial<TutorProfileView> = {
  user: { ...OPEN.user, profileImage: '/files/me.webp' },
  subjects: aProfileView().subjects,
  documents: [{ id: 'doc-1', url: '/files/d?s=1', type: 'other', uploadedAt: NOW }],
};

/** Has one profile, and refuses a save that was begun from an older revision. */
function aServer(profile: TutorProfileView) {
  let saved = profile;
  const change = (part: Partial<TutorProfileView>) => {
    saved = { ...saved, ...part, revision: saved.revision + 1 };
    return saved;
  };
  const save = ({ revision, subjects: _, documents: __, contactEmail, ...part }: SaveProfileInput): SavedProfile => {
    if (revision !== saved.revision) throw apiError('tutor.profile_changed');
    const contact = contactEmail && { address: '', ...contactEmail };
    return { message: DRAFT_SAVED, tutor: change({ ...(part as Partial<TutorProfileView>), ...(contact && { contactEmail: contact }) }) };
  };
  return { change, save, getSaved: () => saved };
}

async function renderEditor(profile: TutorProfileView = OPEN, answers: Answers = {}) {
  const server = aServer(profile);
  const success = vi.spyOn(toast, 'success');
  const failure = vi.spyOn(toast, 'error');
  if (session.viewer() === null) signIn(TUTOR);
  const api = fakeApi({
    'tutors.own': () => server.getSaved(),
    'tutors.saveProfile': (input) => server.save(input),
    'catalogue.subjects': () => [],
    'daysOff.own': () => [],
    'catalogue.topicsOfSubject': () => [],
    ...answers,
  });
  const { user, queryClient, router } = await render(<ProfileEditorPage photo={<p>The photo of the account</p>} />, { api });
  await screen.findByRole('heading', { name: 'Personal information' });
  return {
    user,
    server,
    success,
    failure,
    press: async (name: string | RegExp) => user.click(await screen.findByRole('button', { name })),
    confirm: async (name: RegExp) => user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name })),
    choose: (role: 'radio' | 'checkbox', name: string) => user.click(screen.getByRole(role, { name })),
    /** Into the first field of that name, which is left then. */
    async fill(name: string, text: string) {
      await user.clear(getInput(name));
      if (text !== '') await user.paste(text);
      await user.tab();
    },
    getSaves: () => api.inputsOf('tutors.saveProfile') as SaveProfileInput[],
    followSession: () => handleSessionChanges({ session, queryClient, client: api.client }, router),
    refetch: () => act(async () => void (await queryClient.invalidateQueries())),
  };
}

/** Saving waits until the test calls `answer`. */
async function renderSlowEditor() {
  let answer = () => {};
  const editor = await renderEditor(OPEN, {
    'tutors.saveProfile': (input) => new Promise((resolve) => (answer = () => resolve(editor.server.save(input)))),
  });
  return { ...editor, answer: () => act(async () => answer()) };
}

const BIO = 'About you and your teaching';
const LOCATIONS = 'Where you teach';
const OFFLINE = 'You are offline. Your changes are stored in this browser.';
const FAILED = 'Failed to update profile. Please try again.';

type Field = HTMLInputElement | HTMLTextAreaElement;
// By label, which is ten times as fast as by role on a page of this size.
const getInputs = (name: string) => screen.getAllByLabelText<Field>(name);
const getInput = (name: string, index = 0): Field => {
  const input = getInputs(name)[index];
  if (!input) throw new Error(`there is no field ${name} ${index}`);
  return input;
};
const getButton = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const getDescriptions = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '').split(/ +/).map((id) => document.getElementById(id)?.textContent);
const findText = (text: string | RegExp) => screen.findByText(text);
const listStatuses = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
const readDraft = () => localStorage.getItem(`draft:${TUTOR.id}:profile`);

// spec profile.35 | P §3, R §3 socialMedia | A social media entry that no profile can show says so beside its field | src/shared/domain/social-links.ts,
//   src/client/features/tutor-profile/personal-section.tsx
test('an entry of social media that leads nowhere says so once the field is left, and can be saved', async () => {
  const { fill, press, getSaves } = await renderEditor();
  const note = 'Your profile does not show this. Write your username, or the address of your page on Facebook.';
  await fill('Facebook', 'Dilini the teacher');
  expect(screen.getByLabelText('Facebook').getAttribute('aria-describedby')).toBe(screen.getByText(note).id);
  await fill('Facebook', 'facebook.com/dilini');
  expect(screen.queryByText(note)).toBeNull();
  await fill('Facebook', 'Dilini the teacher');
  await press('Save Draft');
  await waitFor(() => expect(getSaves()[0]?.socialMedia).toMatchObject({ facebook: 'Dilini the teacher' }));
});

describe('the profile editor', () => {
  // spec s12-hours.9 | S12 E | A tutor chooses notice and time between sessions; a value that a program has saved stays a choice |
  //   src/client/features/tutor-profile/booking-rules-section.tsx
  test('saves the notice and the time between two sessions that are chosen', async () => {
    const { user, press, getSaves } = await renderEditor({ ...OPEN, bufferMinutes: 20 });
    const listOptions = (name: string) => [...screen.getByLabelText<HTMLSelectElement>(name).options].map(({ text }) => text);
    const notice = 'How long before a session must it be booked?';
    expect(listOptions(notice)).toEqual(['The next day', '24 hours', '2 days', '3 days', 'A week']);
    expect(listOptions('Time between two sessions')).toEqual(['None', '15 minutes', '20 minutes', '30 minutes', '45 minutes', '60 minutes']);
    await user.selectOptions(screen.getByLabelText(notice), '2 days');
    await user.selectOptions(screen.getByLabelText('Time between two sessions'), '15 minutes');
    await press(/^Save/);
    await waitFor(() => expect(getSaves()).toMatchObject([{ minimumNoticeHours: 48, bufferMinutes: 15 }]));
  });

  // spec profile.3 | P §2 Tutor area, S3 | Sections in their order; name, email and photo belong to the account |
  //   src/client/features/tutor-profile/editor-sections.tsx
  test('shows the sections in their order, and what belongs to the account to read', async () => {
    await renderEditor();
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Personal information',
      'Profile image',
      'Bio',
      'Education',
      'Experience',
      'Subjects, rates and hours',
      'Before and between sessions',
      'Available locations',
      'Verification documents',
      'Days off',
      'Delete profile',
    ]);
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([OPEN.user.name, OPEN.user.email]);
    expect(screen.getByRole('link', { name: 'account page' }).getAttribute('href')).toBe('/account');
    expect(screen.getByText('The photo of the account')).toBeDefined();
  });

  // spec s12-ways.62 | S12 Done when | Each section of the long page of a tutor's profile is one press away, and Back still leaves the page |
  //   src/client/features/tutor-profile/section-links.tsx
  test('leads to each section by a link, without a step of the history', async () => {
    const { user } = await renderEditor();
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    const links = within(screen.getByRole('navigation', { name: 'Sections of your profile' })).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(titles);
    const { length } = history;
    for (const link of links) {
      await user.click(link);
      expect(document.activeElement).toBe(screen.getByRole('region', { name: link.textContent ?? '' }));
    }
    expect(history.length).toBe(length);
  });

  // spec profile.32
  test('saves all fields with the revision they were loaded with, and shows the answer', async () => {
    const { fill, choose, press, getSaves, success } = await renderEditor();
    await fill('Phone number', '0771112223');
    await fill(BIO, 'New words.');
    await choose('checkbox', 'Tamil');
    await choose('radio', 'Other');
    await fill('YouTube', 'dilini.maths');
    await press('Save Draft');
    await waitFor(() => expect(success).toHaveBeenCalledWith(DRAFT_SAVED));
    expect(getSaves()).toEqual([
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
    await findText('All changes saved');
  });

  // spec s8-contact.8
  test('offers which address others see, and keeps what was typed', async () => {
    const { fill, choose, press, getSaves } = await renderEditor();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'My sign-in address' }).checked).toBe(true);
    expect(screen.getByText(`Anyone who opens your profile can read ${OPEN.user.email}.`)).toBeDefined();
    await choose('radio', 'Another address');
    await fill('Address to show', 'lessons');
    await press('Save Draft');
    await waitFor(() => expect(getDescriptions(getInput('Address to show'))).toEqual(['Please enter a valid email address']));
    expect(getSaves()).toEqual([]);
    await fill('Address to show', 'lessons@vidya.test');
    await choose('radio', 'No address');
    expect(screen.getByText(/^Your profile does not show an email address\./)).toBeDefined();
    await choose('radio', 'Another address');
    expect(getInput('Address to show').value).toBe('lessons@vidya.test');
    await press('Save Draft');
    await waitFor(() => expect(getSaves()).toHaveLength(1));
    expect(getSaves()[0]?.contactEmail).toEqual({ kind: 'other', address: 'lessons@vidya.test' });
    await findText('All changes saved');
    await choose('radio', 'No address');
    await press('Save Draft');
    await waitFor(() => expect(getSaves()).toHaveLength(2));
    expect(getSaves()[1]?.contactEmail).toEqual({ kind: 'none' });
  });

  // spec profile.32 | S3 | One saving, however often the button is pressed; what is typed meanwhile stays |
  //   src/client/features/tutor-profile/use-save-profile.ts
  test('saves once however often the button is pressed, and continues from the new revision', async () => {
    const { fill, press, getSaves } = await renderEditor();
    await fill('Phone number', '0771112223');
    const button = getButton('Save Draft');
    await act(async () => {
      button.click();
      button.click();
    });
    await findText('All changes saved');
    expect(getSaves()).toHaveLength(1);
    await fill('Phone number', '');
    await press('Save Draft');
    await waitFor(() => expect(getSaves().map(({ revision }) => revision)).toEqual([1, 2]));
  });

  // spec profile.32
  test('keeps what is typed while it saves', async () => {
    const { fill, press, answer, getSaves } = await renderSlowEditor();
    await fill(BIO, 'Sent.');
    await press('Save Draft');
    await waitFor(() => expect(getSaves()).toHaveLength(1));
    await fill(LOCATIONS, 'Kandy');
    await answer();
    await findText('Unsaved changes');
    expect([getInput(BIO).value, getInput(LOCATIONS).value, readDraft()]).toEqual(['Sent.', 'Kandy', expect.stringContaining('Kandy')]);
    await press('Save Draft');
    await waitFor(() => expect(getSaves()[1]).toMatchObject({ revision: 2, bio: 'Sent.', availableLocations: 'Kandy' }));
  });

  // spec profile.22 | P §2 Tutor area, D Tutor profile and verification | Save Draft, Submit for Review, or Save Changes of a tutor who is verified
  //   or under review | src/client/features/tutor-profile/profile-editor.tsx
  test.each<[string, Partial<TutorProfileView>]>([
    ['Save Draft', {}],
    ['Save Changes', { isVerified: true, verificationStatus: 'approved' }],
    ['Save Changes', { ...COMPLETE, verificationStatus: 'pending' }],
    ['Submit for Review', COMPLETE],
  ])('offers %s', async (label, part) => {
    await renderEditor({ ...OPEN, ...part });
    expect(getButton(label).type).toBe('submit');
  });

  // spec profile.23 | S3 | Without a change nothing is sent, unless a complete profile is submitted |
  //   src/client/features/tutor-profile/profile-editor.tsx
  test('sends nothing without a change, and says so', async () => {
    const { press, getSaves } = await renderEditor({ ...OPEN, verificationStatus: 'pending' });
    const info = vi.spyOn(toast, 'info');
    await press('Save Changes');
    expect(info).toHaveBeenCalledWith('No changes to save');
    expect(getSaves()).toEqual([]);
  });

  // spec profile.23
  test('submits a complete profile without a change', async () => {
    const { press, getSaves } = await renderEditor({ ...OPEN, ...COMPLETE });
    await press('Submit for Review');
    await waitFor(() => expect(getSaves()).toHaveLength(1));
  });

  // spec profile.24
  test('returns the focus to the button after saving', async () => {
    const { fill, press, answer } = await renderSlowEditor();
    await fill(BIO, 'New.');
    await press('Save Draft');
    // Browsers blur a button that becomes disabled.
    await act(async () => {
      getInput(BIO).focus();
      getInput(BIO).blur();
    });
    expect(document.activeElement).toBe(document.body);
    await answer();
    await findText('All changes saved');
    expect(document.activeElement).toBe(getButton('Save Draft'));
  });

  // spec profile.10 | P §5 Tutor profile | Saving waits for the subjects: "Please wait for subjects to load before saving." |
  //   src/client/features/tutor-profile/profile-editor.tsx
  test('says that subjects are still loading instead of saving', async () => {
    const { fill, press, getSaves, failure } = await renderEditor(OPEN, { 'catalogue.subjects': () => new Promise(() => {}) });
    await fill('Phone number', '0771112223');
    await press('Save Draft');
    expect(failure).toHaveBeenCalledWith('Please wait for subjects to load before saving.');
    expect(getSaves()).toEqual([]);
  });

  // spec profile.5 | P §2, §5 Tutor profile | Bio with a counter, which counts as the server does |
  //   src/client/features/tutor-profile/editor-sections.tsx
  test('counts characters as the server does', async () => {
    const { fill } = await renderEditor();
    await fill(BIO, `  ${'a'.repeat(499)}\n`);
    expect(screen.getByText('499 of 500 characters')).toBeDefined();
    await fill(BIO, 'a'.repeat(501));
    expect(screen.getByText('501 of 500 characters')).toBeDefined();
    await waitFor(() => expect(getDescriptions(getInput(BIO))).toContain('Bio cannot be longer than 500 characters'));
  });

  test('describes a text by its purpose and its length to screen readers', async () => {
    const { fill } = await renderEditor();
    await fill(LOCATIONS, 'Galle');
    expect(getDescriptions(getInput(LOCATIONS))).toEqual([
      expect.stringMatching(/^Towns and areas, such as Nugegoda, Maharagama\..*5 of \d+ characters$/),
    ]);
    await fill(LOCATIONS, 'x'.repeat(101));
    await waitFor(() =>
      expect(getDescriptions(getInput(LOCATIONS))).toEqual([
        expect.stringContaining('cannot be longer than 100'),
        expect.stringContaining('101 of 100 characters'),
      ]),
    );
  });

  test('can be loaded again after an error', async () => {
    let isMissing = true;
    signIn(TUTOR);
    const own = () => (isMissing ? Promise.reject(apiError('tutor.profile_not_found')) : OPEN);
    const api = fakeApi({ 'tutors.own': own, 'catalogue.subjects': () => [], 'daysOff.own': () => [] });
    const { user } = await render(<ProfileEditorPage photo={null} />, { api });
    expect(await findText('Tutor profile not found')).toBeDefined();
    isMissing = false;
    await user.click(getButton('Try Again'));
    expect(await screen.findByRole('heading', { name: 'Personal information' })).toBeDefined();
  });
});

describe('an error in the editor', () => {
  // spec profile.7 | D Errors | Beside the field when it is left, and no longer once it is right; whole on saving, with the focus on the first |
  //   src/client/features/tutor-profile/use-profile-errors.ts
  test('is shown beside the field when it is left, until it is corrected', async () => {
    const { fill } = await renderEditor();
    await fill('Phone number', '077111');
    await waitFor(() => expect(getDescriptions(getInput('Phone number'))).toContain('Phone number must be 10 digits'));
    await fill('Phone number', '');
    await waitFor(() => expect(screen.queryByText('Phone number must be 10 digits')).toBeNull());
  });

  // spec profile.7
  test('prevents saving, and is shown with all others, with the focus on the first', async () => {
    const { fill, press, getSaves } = await renderEditor();
    await press('Add education');
    await press('Add experience');
    await fill('Phone number', '1');
    await press('Save Draft');
    await waitFor(() => expect(document.activeElement).toBe(getInput('Phone number')));
    expect(getDescriptions(getInput('Degree or qualification', 1))).toEqual(['Degree, institution and year are required']);
    expect(getDescriptions(getInput('Description', 1))).toEqual(['All experience fields are required']);
    expect(screen.getAllByText('Degree, institution and year are required'), 'once per entry').toHaveLength(1);
    const education = within(screen.getByRole('region', { name: 'Education' })).getAllByRole<Field>('textbox');
    expect(education.filter((input) => input.ariaInvalid || input.getAttribute('aria-invalid')).map(({ dataset }) => dataset.path)).toEqual([
      'education.1.degree',
      'education.1.institution',
      'education.1.year',
    ]);
    expect(getSaves()).toEqual([]);
    await fill('Phone number', '0771112223');
    await press('Save Draft');
    await waitFor(() => expect(document.activeElement).toBe(getInput('Degree or qualification', 1)));
  });

  // spec profile.7
  test('of the server is shown at the field until that is changed', async () => {
    const { fill, press, failure } = await renderEditor(OPEN, {
      'tutors.saveProfile': () => Promise.reject(apiError('tutor.education_year', { field: 'education.0.year' })),
    });
    await fill(BIO, 'New.');
    await press('Save Draft');
    await waitFor(() => expect(getDescriptions(getInput('Year'))).toEqual(['Please enter a valid year']));
    await waitFor(() => expect(document.activeElement).toBe(getInput('Year')));
    expect(failure).toHaveBeenCalledWith('Please enter a valid year');
    await fill('Year', '2014');
    expect(screen.queryByText('Please enter a valid year')).toBeNull();
  });

  // spec profile.33
  test('of a subject that was deactivated meanwhile is shown at the subject', async () => {
    const { fill, press, failure } = await renderEditor(aProfileView({ revision: 1 }), {
      'tutors.saveProfile': () => Promise.reject(apiError('tutor.subject_unknown', { field: 'subjects.0.subject' })),
    });
    await fill(BIO, 'New.');
    await press('Save Changes');
    await waitFor(() => expect(failure).toHaveBeenCalledWith('Selected subject not found'));
    const section = screen.getByRole('region', { name: 'Subjects, rates and hours' });
    expect(await within(section).findByText('Selected subject not found')).toBeDefined();
    await waitFor(() => expect(section.contains(document.activeElement)).toBe(true));
  });

  // spec profile.7
  test('of no field is shown in the bar, and nothing typed is lost', async () => {
    const { fill, press } = await renderEditor(OPEN, { 'tutors.saveProfile': () => Promise.reject(networkError()) });
    await fill(BIO, 'New.');
    await press('Save Draft');
    await waitFor(() => expect(listStatuses()).toContain(FAILED));
    expect([getInput(BIO).value, getButton('Save Draft').disabled]).toEqual(['New.', false]);
    await fill(BIO, 'Newer.');
    expect(listStatuses()).not.toContain(FAILED);
  });

  // spec profile.25 | S3, D Errors | Without a network the editor says so, until it is there again |
  //   src/client/features/tutor-profile/use-save-profile.ts
  test('says that the network is missing, until it is back', async () => {
    const { fill, press, failure } = await renderEditor(OPEN, { 'tutors.saveProfile': () => Promise.reject(networkError()) });
    await fill(BIO, 'New.');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await press('Save Draft');
    await waitFor(() => expect(listStatuses()).toContain(OFFLINE));
    expect(failure).toHaveBeenCalledWith(OFFLINE);
    await act(async () => void window.dispatchEvent(new Event('online')));
    expect(listStatuses()).not.toContain(OFFLINE);
  });
});

// spec profile.8 | P §2 Tutor area, R §2.10 | Education and experience: add, remove, at most 20 | src/client/features/tutor-profile/background-sections.tsx
describe('the lists of the editor', () => {
  test('focus an added entry, and the next one when one is removed', async () => {
    const { press } = await renderEditor();
    await press('Add education');
    expect(document.activeElement).toBe(getInput('Degree or qualification', 1));
    await press('Add education');
    await press('Remove education 2');
    expect(document.activeElement).toBe(getButton('Remove education 2'));
    await press('Remove education 2');
    await press('Remove education 1');
    expect(document.activeElement).toBe(getButton('Add education'));
    expect(screen.getByText('Degrees, diplomas and certificates that show what you know.')).toBeDefined();
  });

  test('end at twenty, and say so', async () => {
    const education = Array.from({ length: 19 }, (_, index) => ({ degree: `Degree ${index}`, institution: 'Colombo', year: 2000 + index }));
    const { press } = await renderEditor({ ...OPEN, education });
    await press('Add education');
    expect(getButton('Add education').disabled).toBe(true);
    expect(screen.getByText('Education cannot have more than 20 entries')).toBeDefined();
  });

  test('keep the other entries as they were typed', async () => {
    const { fill, press, getSaves } = await renderEditor();
    await press('Add education');
    await fill('Degree or qualification', 'Changed');
    await press('Remove education 2');
    await press('Save Draft');
    await waitFor(() => expect(getSaves()[0]?.education).toEqual([{ degree: 'Changed', institution: 'University of Moratuwa', year: 2015 }]));
  });
});

describe('the bottom bar', () => {
  // spec profile.21 | P §2 Tutor area | Bottom bar: percentage, and a checklist whose items lead to their section |
  //   src/client/features/tutor-profile/editor-bar.tsx
  test('shows how complete the draft is, and leads to what is missing', async () => {
    const { fill, press } = await renderEditor({ ...OPEN, bio: '' });
    await press('40% complete, checklist');
    expect(screen.getAllByRole('button', { name: /, done$/ })).toHaveLength(4);
    await press(/^Personal information.*missing$/);
    expect(document.activeElement).toBe(getInput(BIO));
    await fill(BIO, 'Here I am.');
    expect(getButton('50% complete, checklist')).toBeDefined();
  });

  // spec profile.26 | P §2 Tutor area | Discard asks first, and takes along what was uploaded for nothing |
  //   src/client/features/tutor-profile/editor-notices.tsx
  // spec s8-last.8 | P §2, S8b 8 | Discard and Clear are always there, and say why while they do nothing | src/client/ui/explained-button.tsx,
  //   src/client/features/tutor-search/search-box.tsx
  test('discards changes after a question, and says where there are none', async () => {
    const { fill, press, confirm } = await renderEditor();
    const discard = screen.getByRole('button', { name: 'Discard', description: 'There are no unsaved changes.' });
    expect(discard.getAttribute('aria-disabled')).toBe('true');
    await press('Discard');
    expect(screen.queryByRole('dialog')).toBeNull();
    await fill(BIO, 'New.');
    await press('Discard');
    expect(await screen.findByRole('dialog', { name: 'Discard Changes' })).toBeDefined();
    await confirm(/^Keep editing/);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getInput(BIO).value).toBe('New.');
    await press('Discard');
    await confirm(/^Discard/);
    await findText('All changes saved');
    expect(getInput(BIO).value).toBe(OPEN.bio);
  });
});

// spec profile.31 | D Tutor profile and verification | What was stored meanwhile can be loaded, or replaced, after a question |
//   src/client/features/tutor-profile/editor-notices.tsx
// spec profile.29
describe('a profile that another tab has saved', () => {
  async function renderConflict() {
    const editor = await renderEditor();
    await editor.fill(BIO, 'Mine.');
    editor.server.change({ bio: 'Theirs.', phone: '0700000000' });
    await editor.press('Save Draft');
    await findText(CONFLICT);
    expect(getInput(BIO).value).toBe('Mine.');
    return editor;
  }

  test('is announced also where it cannot be read', async () => {
    let canRead = true;
    const editor: Awaited<ReturnType<typeof renderEditor>> = await renderEditor(OPEN, {
      'tutors.own': () => {
        if (!canRead) throw networkError();
        return OPEN;
      },
    });
    await editor.fill(BIO, 'Mine.');
    editor.server.change({ bio: 'Theirs.' });
    canRead = false;
    await editor.press('Save Draft');
    await findText(CONFLICT);
    expect(getInput(BIO).value).toBe('Mine.');
  });

  test('can be loaded in place of what was typed, after a question', async () => {
    const { press, confirm } = await renderConflict();
    expect(screen.queryByRole('button', { name: 'Save Draft' }), 'one way to save').toBeNull();
    await press('Load the saved profile');
    await confirm(/^Load it/);
    await waitFor(() => expect(getInput(BIO).value).toBe('Theirs.'));
    await findText('All changes saved');
    expect(screen.queryByText(CONFLICT)).toBeNull();
  });

  test('can be replaced by what was typed', async () => {
    const { press, getSaves, server } = await renderConflict();
    await press('Save mine anyway');
    await findText('All changes saved');
    expect(document.activeElement).toBe(getButton('Save Draft'));
    expect(getSaves().map(({ revision }) => revision)).toEqual([1, 2]);
    expect(server.getSaved()).toMatchObject({ bio: 'Mine.', revision: 3 });
  });

  // spec s12-seen.2 | S12 E | "Save mine anyway" sends what this tab changed alone, and names what was changed in both |
  //   src/client/features/tutor-profile/draft-state.ts, src/client/features/tutor-profile/use-save-profile.ts
  test('keeps what was saved in the fields that were not touched here', async () => {
    const { press, getSaves, server } = await renderConflict();
    await findText('Changed in both: about you.');
    await press('Save mine anyway');
    await findText('All changes saved');
    expect(getSaves().at(-1)).toEqual({ bio: 'Mine.', revision: 2 });
    expect(server.getSaved()).toMatchObject({ bio: 'Mine.', phone: '0700000000' });
    expect(getInput('Phone number').value).toBe('0700000000');
  });

  // spec s12-seen.2
  test('keeps them also where the draft was stored before a reload', async () => {
    storedDraft(TUTOR.id, toDraft(OPEN)).write({ revision: 0, draft: { ...toDraft(OPEN), bio: 'Mine.', phone: '0711111111' }, changed: ['bio'] });
    const { press, getSaves } = await renderEditor();
    expect(getInput('Phone number').value).toBe(OPEN.phone);
    await press('Save mine anyway');
    await findText('All changes saved');
    expect(getSaves()).toEqual([{ bio: 'Mine.', revision: 1 }]);
  });

  test('is announced as soon as it is read, and shown at once where nothing was typed', async () => {
    const { fill, server, refetch } = await renderEditor();
    server.change({ bio: 'Theirs.' });
    await refetch();
    await waitFor(() => expect(getInput(BIO).value).toBe('Theirs.'));
    await fill(BIO, 'Mine.');
    server.change({ bio: 'Theirs again.' });
    await refetch();
    expect(await findText(CONFLICT)).toBeDefined();
    expect(getInput(BIO).value).toBe('Mine.');
  });
});

describe('a draft that is not saved', () => {
  const typed: ProfileDraft = { ...toDraft(OPEN), bio: 'Typed before the crash.' };

  // spec profile.28 | S3, D Errors | What was typed outlives the tab, a session that ran out, and no logout; per person, without links |
  //   src/client/features/tutor-profile/use-profile-draft.ts
  test('outlives the tab, until it is saved', async () => {
    const { fill, press } = await renderEditor();
    await fill(BIO, 'Typed before the crash.');
    expect(readDraft()).toContain('Typed before the crash.');
    await press('Save Draft');
    await findText('All changes saved');
    expect(readDraft()).toBeNull();
  });

  // spec profile.28
  test('is there on return, and can be discarded', async () => {
    storedDraft(TUTOR.id, typed).write({ revision: 1, draft: typed, changed: null });
    const { user, confirm, getSaves } = await renderEditor();
    const notice = screen.getByRole('status', { name: 'We restored your unsaved changes' });
    expect(getInput(BIO).value).toBe('Typed before the crash.');
    await user.click(within(notice).getByRole('button', { name: 'Discard' }));
    await confirm(/^Discard/);
    await waitFor(() => expect(getInput(BIO).value).toBe(OPEN.bio));
    expect([readDraft(), getSaves()]).toEqual([null, []]);
  });

  test('comes with a warning where the profile was changed meanwhile', async () => {
    storedDraft(TUTOR.id, typed).write({ revision: 0, draft: typed, changed: null });
    await renderEditor();
    expect(screen.getByText('The profile was changed meanwhile, so look at it once more before you save.')).toBeDefined();
    expect(screen.getByText(CONFLICT)).toBeDefined();
  });

  // spec profile.28
  test('is removed at logout', async () => {
    const { fill, followSession } = await renderEditor();
    await fill(BIO, 'Typed.');
    expect(readDraft()).toContain('Typed.');
    onTestFinished(followSession());
    await act(async () => session.end());
    expect(readDraft()).toBeNull();
  });

  // spec profile.28
  test('stays for a tutor who has to log in again', async () => {
    const { fill } = await renderEditor();
    await fill(BIO, 'Typed.');
    const stop = session.start({ fetchAccount: () => Promise.reject(apiError('auth.expired')), logOut: () => {} });
    await waitFor(() => expect(session.viewer()).toBeNull());
    stop();
    expect(readDraft()).toContain('Typed.');
  });

  // spec profile.28
  test('of another tutor is not shown', async () => {
    storedDraft('tutor-2', typed).write({ revision: 1, draft: typed, changed: null });
    await renderEditor();
    expect(getInput(BIO).value).toBe(OPEN.bio);
  });
});

describe('a profile that is deleted', () => {
  // spec profile.34
  test('removes its draft', async () => {
    const { fill, press, confirm, server } = await renderEditor(OPEN, {
      'tutors.leavingProfile': () => ({ bookings: 0, blogs: 0, favourites: 0, documents: 0 }),
      'tutors.deleteProfile': () => {
        server.change({ ...OPEN, id: 'tutor-profile-2', bio: '', revision: -1 });
        return { message: 'done' };
      },
    });
    await fill(BIO, 'Typed.');
    await press('Delete tutor profile');
    await confirm(/^Delete my profile/);
    await waitFor(() => expect(getInput(BIO).value).toBe(''));
    expect(readDraft()).toBeNull();
  });

  // spec profile.37
  test.each([
    ['at once', false],
    ['after the page has shown the fresh one', true],
  ])('and whose answer was lost leaves nothing typed in the fresh one, read %s', async (_, isLate) => {
    let isOffline = false;
    let current = OPEN;
    const { fill, press, confirm, success, refetch } = await renderEditor(OPEN, {
      'tutors.own': () => {
        if (isOffline) throw networkError();
        return current;
      },
      'tutors.leavingProfile': () => ({ bookings: 0, blogs: 0, favourites: 0, documents: 0 }),
      'tutors.deleteProfile': () => {
        current = { ...OPEN, id: 'tutor-profile-2', bio: '', revision: 0 };
        isOffline = isLate;
        throw networkError();
      },
    });
    await fill(BIO, 'Typed.');
    await press('Delete tutor profile');
    await confirm(/^Delete my profile/);
    if (isLate) {
      await screen.findByText('Failed to delete tutor profile. Please try again.');
      isOffline = false;
      await refetch();
    }
    await waitFor(() => expect(success).toHaveBeenCalledWith('Your tutor profile was deleted successfully'));
    await waitFor(() => expect(getInput(BIO).value).toBe(''));
    expect(readDraft()).toBeNull();
  });

  // spec profile.34
  test('stores nothing that is typed before the new profile is there', async () => {
    let answer: (profile: TutorProfileView) => void = () => {};
    const newProfile = new Promise<TutorProfileView>((resolve) => {
      answer = resolve;
    });
    let reads = 0;
    const { fill, press, confirm, success } = await renderEditor(OPEN, {
      'tutors.own': () => {
        reads += 1;
        return reads === 1 ? OPEN : newProfile;
      },
      'tutors.leavingProfile': () => ({ bookings: 0, blogs: 0, favourites: 0, documents: 0 }),
      'tutors.deleteProfile': () => ({ message: 'done' }),
    });
    await fill(BIO, 'Typed.');
    await press('Delete tutor profile');
    await confirm(/^Delete my profile/);
    await waitFor(() => expect(success).toHaveBeenCalledWith('Your tutor profile was deleted successfully'));
    await fill(BIO, 'Typed again.');
    expect(readDraft()).toBeNull();
    await act(async () => answer({ ...OPEN, id: 'tutor-profile-2', bio: '', revision: 0 }));
    await waitFor(() => expect(getInput(BIO).value).toBe(''));
    expect(screen.queryByText('We restored your unsaved changes')).toBeNull();
    await fill(BIO, 'Typed into the new one.');
    expect(readDraft()).toContain('Typed into the new one.');
  });
});

// spec verification.1 | P §4 Tutor verification | Not started, Under Review, rejected with the reason, verified: in the editor |
//   src/client/features/tutor-profile/editor-notices.tsx
describe('the state of verification', () => {
  test.each<[string, Partial<TutorProfileView>, string[]]>([
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
  ])('%s is shown', async (_, part, texts) => {
    const checks = { documents: false, education: false, experience: false, background: false, interview: false };
    await renderEditor({ ...OPEN, verificationChecks: part.isVerified ? aProfileView().verificationChecks : checks, ...part });
    const notice = screen.getByRole('status', { name: texts[0] });
    for (const text of texts) expect(notice.textContent).toContain(text);
  });

  // spec verification.3 | S3 | Live when an admin decides, and what is being typed stays | src/client/features/tutor-profile/profile-editor.tsx
  test('changes live, and keeps what is typed', async () => {
    const { fill, server, refetch } = await renderEditor({ ...OPEN, verificationStatus: 'pending' });
    await fill(BIO, 'Typed.');
    server.change({ isVerified: true, verificationStatus: 'approved', verificationDate: NOW });
    await refetch();
    expect(await findText('Checked on Mon, 23 Nov 2026')).toBeDefined();
    expect([getInput(BIO).value, getButton('Save Changes').textContent]).toEqual(['Typed.', 'Save Changes']);
    expect(screen.queryByText(CONFLICT)).toBeNull();
  });
});

describe('the guard of the editor', () => {
  /** The messages of toasts, and what it returns, or where it redirects to. */
  async function run(cause: 'preload' | 'enter' | 'stay' = 'enter') {
    const failure = vi.spyOn(toast, 'error');
    const result = await requireProfileOwner({ session, i18n: makeI18n('en') }, { href: '/tutor/profile', cause }).catch(
      (thrown) => thrown.options ?? thrown,
    );
    return [failure.mock.calls.flat(), result];
  }

  // spec profile.2
  test('lets a tutor in', async () => {
    signIn(TUTOR);
    expect(await run()).toEqual([[], { me: TUTOR }]);
  });

  // spec profile.1 | P §2 Tutor area, D Routes | Not logged in: "Please login to access this page", then /login and back |
  //   src/client/features/tutor-profile/profile-guard.ts
  // spec errors.64 | C §8 Guards | 'Please login to access this page', 'Only tutors can access this page' |
  //   src/client/features/tutor-profile/profile-guard.ts
  test('tells visitors to log in, and brings them back afterwards', async () => {
    const login = { to: '/login', search: { redirect: '/tutor/profile' }, replace: true };
    expect(await run()).toEqual([['Please login to access this page'], expect.objectContaining(login)]);
  });

  // spec profile.2 | P §2 Tutor area | No tutor: "Only tutors can access this page", then / | src/client/features/tutor-profile/profile-guard.ts
  // spec errors.64
  test('sends others home with the reason', async () => {
    signIn(STUDENT);
    expect(await run()).toEqual([['Only tutors can access this page'], expect.objectContaining({ to: '/', replace: true })]);
  });

  // spec profile.1
  test.each(['preload', 'stay'] as const)('says nothing on %s', async (cause) => {
    expect((await run(cause))[0]).toEqual([]);
  });
});
