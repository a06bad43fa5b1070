import { describe, expect, test } from 'vitest';
import { createChecklist } from '#client/features/tutor-profile/checklist.ts';
import { createDraftState, isDirty, mergeSaved, storedDraft, updateDraftState } from '#client/features/tutor-profile/draft-state.ts';
import { changedFields, createEducation, type ProfileDraft, serializeContent, toDraft } from '#client/features/tutor-profile/profile-draft.ts';
import { checkFiles } from '#client/features/tutor-profile/use-document-uploads.ts';
import { loadFindErrors } from '#client/features/tutor-profile/use-profile-errors.ts';
import { makeI18n } from '#client/lib/i18n.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { aProfileView, aSubjectView } from '#tests/support/views.ts';

const DOCUMENT = { id: 'doc-1', url: '/files/documents/1.webp?signature=a', type: 'other', uploadedAt: new Date() };
const PROFILE = aProfileView({ revision: 3, documents: [DOCUMENT] });
const toTyped = (part: Partial<ProfileDraft>, profile = PROFILE): ProfileDraft => ({ ...toDraft(profile), ...part });

describe('the state of a draft', () => {
  test('begins as the saved profile, and is dirty only where it would be saved otherwise', () => {
    const state = createDraftState(PROFILE);
    expect([isDirty(state), state.isRestored, state.hasConflict]).toEqual([false, false, false]);
    expect(isDirty({ ...state, draft: toTyped({ bio: 'New.' }) })).toBe(true);
    const mediums = toTyped({ teachingMediums: ['sinhala', 'english'] });
    expect(serializeContent(mediums), 'in any order').toBe(serializeContent(toDraft(PROFILE)));
  });

  test.each<[keyof ProfileDraft, Partial<ProfileDraft>]>([
    ['phone', { phone: '0700000000' }],
    ['headline', { headline: 'Physics in Tamil' }],
    ['introductionVideo', { introductionVideo: 'https://youtu.be/dQw4w9WgXcQ' }],
    ['availableLocations', { availableLocations: 'Jaffna' }],
    ['gender', { gender: 'Male' }],
    ['socialMedia', { socialMedia: { instagram: 'new', youtube: '', facebook: '', linkedin: '' } }],
    ['contactEmail', { contactEmail: { kind: 'none', address: '' } }],
  ])('is dirty when %s changes', (_, part) => {
    expect(isDirty({ ...createDraftState(PROFILE), draft: toTyped(part) })).toBe(true);
  });

  test('restores a stored draft over the saved profile', () => {
    const state = createDraftState(PROFILE, { revision: 3, draft: toTyped({ bio: 'Typed before the crash.' }), changed: null });
    expect([state.draft.bio, state.saved.bio]).toEqual(['Typed before the crash.', PROFILE.bio]);
    expect([state.isRestored, state.hasConflict, isDirty(state)]).toEqual([true, false, true]);
  });

  test('has a conflict where the stored draft was begun from an earlier revision', () => {
    const state = createDraftState(PROFILE, { revision: 2, draft: toTyped({ bio: 'Typed before the crash.' }), changed: null });
    expect([state.hasConflict, state.revision]).toEqual([true, 2]);
  });

  test('ignores a stored draft that is saved by now', () => {
    expect(createDraftState(PROFILE, { revision: 2, draft: toTyped({}), changed: null })).toMatchObject({
      isRestored: false,
      hasConflict: false,
      revision: 3,
    });
  });

  test('drops documents of a stored draft that the profile has lost since, and keeps those that were never on it', () => {
    const draft = toTyped({
      bio: 'Typed.',
      documents: [
        { id: 'doc-1', url: '', name: 'Document 1', isNew: false },
        { id: 'doc-gone', url: '', name: 'Gone', isNew: false },
        { id: 'doc-new', url: '', name: 'new.png', isNew: true },
      ],
    });
    const { documents } = createDraftState(PROFILE, { revision: 3, draft, changed: null }).draft;
    expect(documents.map(({ id, url, isNew }) => [id, url, isNew])).toEqual([
      ['doc-1', DOCUMENT.url, false],
      ['doc-new', '', true],
    ]);
  });

  test('keeps what was typed while it was being saved', () => {
    const sent = toTyped({ bio: 'Sent.', phone: '0700000000' });
    const state = { ...createDraftState(PROFILE), draft: { ...sent, bio: 'Typed meanwhile.' } };
    const after = mergeSaved(state, sent, { ...PROFILE, bio: 'Sent.', phone: '0700000000', revision: 4 });
    expect([after.draft.bio, after.saved.bio, after.draft.phone, after.revision]).toEqual(['Typed meanwhile.', 'Sent.', '0700000000', 4]);
    expect(isDirty(after)).toBe(true);
  });

  test('keeps the keys of entries and the names of documents after saving', () => {
    const education = [{ ...createEducation(), degree: 'BSc', institution: 'Colombo', year: '2012' }];
    const documents = [...toDraft(PROFILE).documents, { id: 'doc-2', url: '', name: 'nic.png', isNew: true }];
    const sent = toTyped({ education, documents });
    const stored = { education: [{ degree: 'BSc', institution: 'Colombo', year: 2012 }], documents: [DOCUMENT, { ...DOCUMENT, id: 'doc-2' }] };
    const after = mergeSaved({ ...createDraftState(PROFILE), draft: sent }, sent, { ...PROFILE, ...stored, revision: 4 });
    expect(after.draft.education[0]?.key).toBe(education[0]?.key);
    expect(after.draft.documents.map(({ name, isNew }) => [name, isNew])).toEqual([
      ['Document 1', false],
      ['nic.png', false],
    ]);
    expect(isDirty(after)).toBe(false);
  });

  test('shows what another tab has saved where nothing was typed, and has a conflict where something was', () => {
    const elsewhere = { ...PROFILE, bio: 'From the other tab.', revision: 4 };
    expect(updateDraftState(createDraftState(PROFILE), elsewhere).draft.bio).toBe('From the other tab.');
    const conflicting = updateDraftState({ ...createDraftState(PROFILE), draft: toTyped({ bio: 'Mine.' }) }, elsewhere);
    expect([conflicting.draft.bio, conflicting.hasConflict, conflicting.revision]).toEqual(['Mine.', true, 3]);
  });

  const NEW = { id: 'doc-2', url: '', name: 'nic.png', isNew: true };
  const SAVED_NEW = { ...DOCUMENT, id: 'doc-2' };
  const withNew = (part: Partial<ProfileDraft> = {}) => ({
    ...createDraftState(PROFILE),
    draft: toTyped({ documents: [...toDraft(PROFILE).documents, NEW], ...part }),
  });

  // spec profile.36
  test.each([false, true])('is saved where a newer profile has the same content, also after a conflict: %s', (hasConflict) => {
    const state = { ...withNew({ bio: 'Mine.' }), hasConflict };
    const after = updateDraftState(state, { ...PROFILE, bio: 'Mine.', documents: [DOCUMENT, SAVED_NEW], revision: 4 });
    expect(after).toMatchObject({ hasConflict: false, otherVersion: null, revision: 4 });
    expect(after.draft.documents.map(({ name, isNew }) => [name, isNew])).toEqual([
      ['Document 1', false],
      ['nic.png', false],
    ]);
    expect(isDirty(after)).toBe(false);
  });

  // spec profile.36
  test.each([false, true])('knows which documents are saved by now, also after a conflict: %s', (hasConflict) => {
    const documents = [...toDraft(PROFILE).documents, NEW, { ...NEW, id: 'doc-3' }];
    const state = { ...withNew({ documents, bio: 'Mine.' }), hasConflict };
    const after = updateDraftState(state, { ...PROFILE, bio: 'Theirs.', documents: [DOCUMENT, SAVED_NEW], revision: 4 });
    expect(after).toMatchObject({ hasConflict: true, revision: 3, draft: { bio: 'Mine.' } });
    expect(after.draft.documents.map(({ id, isNew }) => [id, isNew])).toEqual([
      ['doc-1', false],
      ['doc-2', false],
      ['doc-3', true],
    ]);
    expect(changedFields({ ...after.draft, documents: toDraft(PROFILE).documents }, after.saved), 'a removal is a change').toContain('documents');
  });

  // spec profile.36
  test('has no conflict where documents alone were saved, and keeps what was typed since', () => {
    const after = updateDraftState(withNew({ bio: 'Typed since.' }), { ...PROFILE, documents: [DOCUMENT, SAVED_NEW], revision: 4 });
    expect(after).toMatchObject({ hasConflict: false, revision: 4, draft: { bio: 'Typed since.' } });
    expect(changedFields(after.draft, after.saved)).toEqual(['bio']);
  });

  test('has no conflict where only the revision is new, or an answer comes late', () => {
    const state = { ...createDraftState(PROFILE), draft: toTyped({ bio: 'Mine.' }) };
    expect(updateDraftState(state, { ...PROFILE, isVerified: false, revision: 9 })).toMatchObject({ revision: 9, hasConflict: false });
    expect(updateDraftState(state, { ...PROFILE, bio: 'Long ago.', revision: 2 })).toBe(state);
  });
});

describe('a stored draft', () => {
  const SAVED = toDraft(PROFILE);
  const KEY = 'draft:tutor-1:profile';
  const stored = storedDraft('tutor-1', SAVED);
  const readStored = (value: unknown) => {
    localStorage.setItem(KEY, JSON.stringify(value));
    return stored.read();
  };

  // spec profile.28
  test('contains all that was typed, without links to documents, of one user', () => {
    const draft = toTyped({ bio: '“Noted”, සිංහල', education: [{ key: 'new 1', degree: 'BSc', institution: '', year: '20' }] });
    stored.write({ revision: 3, draft, changed: ['bio'] });
    expect(localStorage.getItem(KEY)).not.toContain('signature');
    expect(stored.read()).toEqual({
      revision: 3,
      changed: ['bio'],
      draft: { ...draft, documents: draft.documents.map((document) => ({ ...document, url: '' })) },
    });
    expect(storedDraft('tutor-2', SAVED).read()).toBeNull();
    stored.remove();
    expect(stored.read()).toBeNull();
  });

  test.each(Object.keys(SAVED))('takes %s from the saved profile where it was stored before the field existed', (name) => {
    const draft = { ...toTyped({ phone: '0700000000', bio: 'Typed.' }), [name]: undefined };
    expect(readStored({ revision: 3, draft })?.draft).toEqual({ ...draft, [name]: Reflect.get(SAVED, name) });
  });

  test('reads an entry that was stored before one of its fields existed', () => {
    const draft = { ...SAVED, education: [{ key: 'new 1', degree: 'BSc', year: '20' }] };
    expect(readStored({ revision: 3, draft })?.draft.education).toEqual([{ key: 'new 1', degree: 'BSc', institution: '', year: '20' }]);
  });

  test.each([
    ['nothing', null],
    ['a text', 'draft'],
    ['a list that is none', { ...SAVED, education: 'BSc' }],
    ['a number in a text', { ...SAVED, phone: 771234567 }],
    ['an unknown language', { ...SAVED, teachingMediums: ['french'] }],
    ['a slot that is none', { ...SAVED, subjects: [{ ...SAVED.subjects[0], week: { Monday: [null] } }] }],
  ])('is dropped where it is %s', (_, draft) => {
    expect(readStored({ revision: 3, draft })).toBeNull();
  });

  test('is dropped where it is no JSON, or its revision is no number', () => {
    localStorage.setItem(KEY, '{"revision":');
    expect(stored.read()).toBeNull();
    expect(readStored({ revision: 'three', draft: SAVED })).toBeNull();
  });
});

// spec profile.6 | P §5 Tutor profile, R §4.5 35 | Every rule of a field with its sentence: phone, bio, locations, year, education, experience,
//   topics, rates, slots | src/client/features/tutor-profile/use-profile-errors.ts
describe('the errors of a draft', () => {
  const YEAR = 2026;
  const entry = { key: 'k', degree: 'BSc', institution: 'Colombo', year: '2012' };
  const slot = (start: string, end: string) => ({ start, end });
  const subject = toDraft(PROFILE).subjects[0];
  const withMonday = (...slots: { start: string; end: string }[]) => subject && [{ ...subject, week: { ...subject.week, Monday: slots } }];
  const withRate = (rate: string) => subject && [{ ...subject, modes: [{ type: 'online' as const, enabled: true, rate }] }];
  const topics = (count: number) =>
    subject && [{ ...subject, topics: Array.from({ length: count }, (_, index) => ({ id: `topic-${index}`, name: `Topic ${index}` })) }];

  test.each<[string, Partial<ProfileDraft>, Record<string, string>]>([
    ['no phone', { phone: '' }, {}],
    ['nine digits', { phone: '071234567' }, { phone: 'Phone number must be 10 digits' }],
    ['a bio of 500 characters and blanks', { bio: ` ${'a'.repeat(500)} ` }, {}],
    ['a bio of 501', { bio: 'a'.repeat(501) }, { bio: 'Bio cannot be longer than 500 characters' }],
    ['a headline of 81 letters', { headline: 'a'.repeat(81) }, { headline: 'Headline cannot be longer than 80 characters' }],
    ['a video elsewhere', { introductionVideo: 'https://vimeo.com/1' }, { introductionVideo: 'Please enter the link of a video on YouTube' }],
    ['locations of 101', { availableLocations: 'a'.repeat(101) }, { availableLocations: 'Locations cannot be longer than 100 characters' }],
    ['the year 1900', { education: [{ ...entry, year: '1900' }] }, {}],
    ['the year 1899', { education: [{ ...entry, year: '1899' }] }, { 'education.0.year': 'Please enter a valid year' }],
    ['this year', { education: [{ ...entry, year: '2026' }] }, {}],
    ['next year', { education: [entry, { ...entry, year: '2027' }] }, { 'education.1.year': 'Please enter a valid year' }],
    ['a word for a year', { education: [{ ...entry, year: 'abc' }] }, { 'education.0.year': 'Please enter a valid year' }],
    ['no year', { education: [{ ...entry, year: ' ' }] }, { 'education.0.year': 'Degree, institution and year are required' }],
    ['no degree', { education: [{ ...entry, degree: ' ' }] }, { 'education.0.degree': 'Degree, institution and year are required' }],
    [
      'an experience without a duration',
      { experience: [{ key: 'k', title: 'Teacher', company: 'Royal College', duration: '', description: 'Taught.' }] },
      { 'experience.0.duration': 'All experience fields are required' },
    ],
    ['five topics', { subjects: topics(5) }, {}],
    ['six topics', { subjects: topics(6) }, { 'subjects.0.selectedTopics': 'You can select maximum 5 topics per subject' }],
    ['a rate of -1', { subjects: withRate('-1') }, { 'subjects.0.teachingModes.0.rate': 'Rate cannot be negative' }],
    ['a rate of 1e12', { subjects: withRate('1e12') }, { 'subjects.0.teachingModes.0.rate': 'Rate cannot be more than Rs. 1,00,000' }],
    ['a rate of abc', { subjects: withRate('abc') }, { 'subjects.0.teachingModes.0.rate': 'Rate must be a number' }],
    ['slots side by side', { subjects: withMonday(slot('09:00', '10:00'), slot('10:00', '11:00')) }, {}],
    [
      'four slots',
      { subjects: withMonday(slot('01:00', '02:00'), slot('03:00', '04:00'), slot('05:00', '06:00'), slot('07:00', '08:00')) },
      { 'subjects.0.availability': 'Maximum 3 time slots allowed per day' },
    ],
    ['24:00', { subjects: withMonday(slot('23:00', '24:00')) }, { 'subjects.0.availability': 'Please use HH:MM times' }],
    ['a reversed slot', { subjects: withMonday(slot('10:00', '09:00')) }, { 'subjects.0.availability': 'The end must be later than the start' }],
    [
      'slots that overlap',
      { subjects: withMonday(slot('09:00', '11:00'), slot('10:00', '12:00')) },
      { 'subjects.0.availability': 'Time slots on the same day must not overlap' },
    ],
    ['a subject twice', { subjects: subject && [subject, subject] }, { 'subjects.1.subject': 'Subject already added' }],
    [
      'nothing at all',
      { phone: '', bio: '', education: [], experience: [], subjects: [], teachingMediums: [], availableLocations: '', documents: [] },
      {},
    ],
  ])('of %s', async (_, part, errors) => {
    const findErrors = await loadFindErrors(makeI18n('en'));
    expect(findErrors(toTyped(part), YEAR)).toEqual(errors);
  });
});

// spec profile.16 | P §5 Documents | Documents: five images, each 2 MB, JPG or PNG, said file by file before anything is sent |
//   src/client/features/tutor-profile/use-document-uploads.ts
describe('checkFiles', () => {
  const file = (name: string, type = 'image/png', size = 100) => ({ name, type, size });

  test('accepts images of at most 2 MB', () => {
    const files = [file('a.png', 'image/png', LIMITS.imageBytes), file('b.jpg', 'image/jpeg')];
    expect(checkFiles(makeI18n('en'), files, 3)).toEqual({ accepted: files, errors: [] });
  });

  test('refuses files one by one, and accepts the others, with those that are made smaller first', () => {
    const files = [file('a.gif', 'image/gif'), file('b.pdf', 'application/pdf'), file('c.png'), file('d.png', 'image/png', LIMITS.imageBytes + 1)];
    expect(checkFiles(makeI18n('en'), files, 0)).toEqual({
      accepted: [files[2], files[3]],
      errors: ['a.gif', 'b.pdf'].map((name) => `${name} is not a supported file type. Please upload JPG or PNG images only.`),
    });
  });

  test.each([
    [6, 0, 5],
    [2, 4, 1],
    [1, 5, 0],
  ])('accepts none where %i are added to %i', (chosen, present, room) => {
    const files = Array.from({ length: chosen }, (_, index) => file(`${index}.png`));
    const message = `You can only add ${room} more image(s). Maximum 5 images allowed total.`;
    expect(checkFiles(makeI18n('en'), files, present)).toEqual({ accepted: [], errors: [message] });
  });
});

// spec profile.21
describe('the checklist of a profile', () => {
  const listTargets = (draft: ProfileDraft) =>
    Object.fromEntries(createChecklist(draft, PROFILE.user).map(({ item, isMet, target }) => [item, [isMet, target]]));

  test('leads to what is missing', () => {
    expect(listTargets(toTyped({ phone: '', bio: '' })).personal).toEqual([false, '[data-path="phone"]']);
    expect(listTargets(toTyped({ bio: ' ' })).personal).toEqual([false, '[data-path="bio"]']);
    expect(listTargets(toTyped({ subjects: [] }))).toMatchObject({
      topics: [false, '#teaching'],
      rates: [false, '#teaching'],
      hours: [false, '#teaching'],
    });
  });

  test('does not count an entry that cannot be saved yet', () => {
    expect(listTargets(toTyped({ education: [createEducation()] })).education).toEqual([false, '#education']);
    expect(listTargets(toTyped({})).education).toEqual([true, '#education']);
  });

  test('counts rates and hours that were typed', () => {
    const [subject] = toDraft(aProfileView({ subjects: [aSubjectView()] })).subjects;
    const subjects = subject ? [{ ...subject, modes: subject.modes.map((mode) => ({ ...mode, rate: '' })) }] : [];
    expect(listTargets(toTyped({ subjects }))).toMatchObject({ rates: [false, '#teaching'], hours: [true, '#teaching'] });
  });
});
