import { describe, expect, it } from 'vitest';
import { checklistOf } from '#client/features/tutor-profile/checklist.ts';
import { checkedFiles } from '#client/features/tutor-profile/document-check.ts';
import { begun, caughtUp, isDirty, saved } from '#client/features/tutor-profile/draft-state.ts';
import { contentOf, emptyEducation, type ProfileDraft, toDraft } from '#client/features/tutor-profile/profile-draft.ts';
import { loadFindProblems } from '#client/features/tutor-profile/profile-problems.ts';
import { storedDraft } from '#client/features/tutor-profile/stored-draft.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { aProfileView, aSubjectView } from '#tests/support/views.ts';

const DOCUMENT = { id: 'doc-1', url: '/files/documents/1.webp?signature=a', type: 'other', uploadedAt: new Date() };
const PROFILE = aProfileView({ revision: 3, documents: [DOCUMENT] });
const typed = (part: Partial<ProfileDraft>, profile = PROFILE): ProfileDraft => ({ ...toDraft(profile), ...part });

describe('a draft', () => {
  it('begins as the stored profile, and differs from it only where it would be stored otherwise', () => {
    const state = begun(PROFILE);
    expect([isDirty(state), state.isRestored, state.isBehind]).toEqual([false, false, false]);
    expect(isDirty({ ...state, draft: typed({ bio: 'New.' }) })).toBe(true);
    const mediums = typed({ teachingMediums: ['sinhala', 'english'] });
    expect(contentOf(mediums), 'in whatever order they were ticked').toBe(contentOf(toDraft(PROFILE)));
  });

  it.each<[keyof ProfileDraft, Partial<ProfileDraft>]>([
    ['phone', { phone: '0700000000' }],
    ['availableLocations', { availableLocations: 'Jaffna' }],
    ['gender', { gender: 'Male' }],
    ['socialMedia', { socialMedia: { instagram: 'new', youtube: '', facebook: '', linkedin: '' } }],
    ['contactEmail', { contactEmail: { kind: 'none', address: '' } }],
  ])('is dirty when %s changes', (_, part) => {
    expect(isDirty({ ...begun(PROFILE), draft: typed(part) })).toBe(true);
  });

  it('that was kept is restored over the stored profile', () => {
    const state = begun(PROFILE, { revision: 3, draft: typed({ bio: 'Typed before the crash.' }) });
    expect([state.draft.bio, state.base.bio]).toEqual(['Typed before the crash.', PROFILE.bio]);
    expect([state.isRestored, state.isBehind, isDirty(state)]).toEqual([true, false, true]);
  });

  it('that was kept over an earlier revision says so', () => {
    const state = begun(PROFILE, { revision: 2, draft: typed({ bio: 'Typed before the crash.' }) });
    expect([state.isBehind, state.revision]).toEqual([true, 2]);
  });

  it('that was kept and is stored by now is forgotten', () => {
    expect(begun(PROFILE, { revision: 2, draft: typed({}) })).toMatchObject({ isRestored: false, isBehind: false, revision: 3 });
  });

  it('that was kept loses documents that the profile lost meanwhile, and keeps those that were never on it', () => {
    const draft = typed({
      bio: 'Typed.',
      documents: [
        { id: 'doc-1', url: '', name: 'Document 1', isNew: false },
        { id: 'doc-gone', url: '', name: 'Gone', isNew: false },
        { id: 'doc-new', url: '', name: 'new.png', isNew: true },
      ],
    });
    const { documents } = begun(PROFILE, { revision: 3, draft }).draft;
    expect(documents.map(({ id, url, isNew }) => [id, url, isNew])).toEqual([
      ['doc-1', DOCUMENT.url, false],
      ['doc-new', '', true],
    ]);
  });

  it('keeps what was typed while it was being saved', () => {
    const sent = typed({ bio: 'Sent.', phone: '0700000000' });
    const state = { ...begun(PROFILE), draft: { ...sent, bio: 'Typed meanwhile.' } };
    const after = saved(state, sent, { ...PROFILE, bio: 'Sent.', phone: '0700000000', revision: 4 });
    expect([after.draft.bio, after.base.bio, after.draft.phone, after.revision]).toEqual(['Typed meanwhile.', 'Sent.', '0700000000', 4]);
    expect(isDirty(after)).toBe(true);
  });

  it('keeps the places of its entries and the names of its documents when it is saved', () => {
    const education = [{ ...emptyEducation(), degree: 'BSc', institution: 'Colombo', year: '2012' }];
    const documents = [...toDraft(PROFILE).documents, { id: 'doc-2', url: '', name: 'nic.png', isNew: true }];
    const sent = typed({ education, documents });
    const stored = { education: [{ degree: 'BSc', institution: 'Colombo', year: 2012 }], documents: [DOCUMENT, { ...DOCUMENT, id: 'doc-2' }] };
    const after = saved({ ...begun(PROFILE), draft: sent }, sent, { ...PROFILE, ...stored, revision: 4 });
    expect(after.draft.education[0]?.key).toBe(education[0]?.key);
    expect(after.draft.documents.map(({ name, isNew }) => [name, isNew])).toEqual([
      ['Document 1', false],
      ['nic.png', false],
    ]);
    expect(isDirty(after)).toBe(false);
  });

  it('shows what another tab has saved where nothing was typed, and is behind where something was', () => {
    const elsewhere = { ...PROFILE, bio: 'From the other tab.', revision: 4 };
    expect(caughtUp(begun(PROFILE), elsewhere).draft.bio).toBe('From the other tab.');
    const behind = caughtUp({ ...begun(PROFILE), draft: typed({ bio: 'Mine.' }) }, elsewhere);
    expect([behind.draft.bio, behind.isBehind, behind.revision]).toEqual(['Mine.', true, 3]);
  });

  it('goes on where the stored profile has only a new revision, or an answer comes late', () => {
    const state = { ...begun(PROFILE), draft: typed({ bio: 'Mine.' }) };
    expect(caughtUp(state, { ...PROFILE, isVerified: false, revision: 9 })).toMatchObject({ revision: 9, isBehind: false });
    expect(caughtUp(state, { ...PROFILE, bio: 'Long ago.', revision: 2 })).toBe(state);
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
  it('is all that was typed, without links to documents, per person', () => {
    const draft = typed({ bio: '“Noted”, සිංහල', education: [{ key: 'new 1', degree: 'BSc', institution: '', year: '20' }] });
    stored.write({ revision: 3, draft });
    expect(localStorage.getItem(KEY)).not.toContain('signature');
    expect(stored.read()).toEqual({ revision: 3, draft: { ...draft, documents: draft.documents.map((document) => ({ ...document, url: '' })) } });
    expect(storedDraft('tutor-2', SAVED).read()).toBeNull();
    stored.remove();
    expect(stored.read()).toBeNull();
  });

  it.each(Object.keys(SAVED))('takes %s from the saved profile where it was stored before the field existed', (name) => {
    const draft = { ...typed({ phone: '0700000000', bio: 'Typed.' }), [name]: undefined };
    expect(readStored({ revision: 3, draft })?.draft).toEqual({ ...draft, [name]: Reflect.get(SAVED, name) });
  });

  it('reads an entry that was stored before one of its fields existed', () => {
    const draft = { ...SAVED, education: [{ key: 'new 1', degree: 'BSc', year: '20' }] };
    expect(readStored({ revision: 3, draft })?.draft.education).toEqual([{ key: 'new 1', degree: 'BSc', institution: '', year: '20' }]);
  });

  it.each([
    ['nothing', null],
    ['a text', 'draft'],
    ['a list that is none', { ...SAVED, education: 'BSc' }],
    ['a number in a text', { ...SAVED, phone: 771234567 }],
    ['an unknown language', { ...SAVED, teachingMediums: ['french'] }],
    ['a slot that is none', { ...SAVED, subjects: [{ ...SAVED.subjects[0], week: { Monday: [null] } }] }],
  ])('is dropped where it is %s', (_, draft) => {
    expect(readStored({ revision: 3, draft })).toBeNull();
  });

  it('is dropped where somebody has written over it', () => {
    localStorage.setItem(KEY, '{"revision":');
    expect(stored.read()).toBeNull();
    expect(readStored({ revision: 'three', draft: SAVED })).toBeNull();
  });
});

// spec profile.6 | P §5 Tutor profile, R §4.5 35 | Every rule of a field with its sentence: phone, bio, locations, year, education, experience,
//   topics, rates, slots | src/client/features/tutor-profile/profile-problems.ts
describe('what is wrong with a draft', () => {
  const YEAR = 2026;
  const entry = { key: 'k', degree: 'BSc', institution: 'Colombo', year: '2012' };
  const slot = (start: string, end: string) => ({ start, end });
  const subject = toDraft(PROFILE).subjects.map((one) => ({ ...one }))[0];
  const withMonday = (...slots: { start: string; end: string }[]) => subject && [{ ...subject, week: { ...subject.week, Monday: slots } }];
  const withRate = (rate: string) => subject && [{ ...subject, modes: [{ type: 'online' as const, enabled: true, rate }] }];
  const topics = (count: number) =>
    subject && [{ ...subject, topics: Array.from({ length: count }, (_, index) => ({ id: `topic-${index}`, name: `Topic ${index}` })) }];

  it.each<[string, Partial<ProfileDraft>, Record<string, string>]>([
    ['no phone', { phone: '' }, {}],
    ['nine digits', { phone: '071234567' }, { phone: 'Phone number must be 10 digits' }],
    ['a bio of 500 characters and blanks', { bio: ` ${'a'.repeat(500)} ` }, {}],
    ['a bio of 501', { bio: 'a'.repeat(501) }, { bio: 'Bio cannot be longer than 500 characters' }],
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
    ['a reversed slot', { subjects: withMonday(slot('10:00', '09:00')) }, { 'subjects.0.availability': 'Slot end must be later than its start' }],
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
  ])('%s', async (_, part, errors) => {
    const find = await loadFindProblems();
    expect(find(typed(part), YEAR)).toEqual(errors);
  });
});

// spec profile.16 | P §5 Documents | Documents: five images, each 2 MB, JPG or PNG, said file by file before anything is sent |
//   src/client/features/tutor-profile/document-check.ts
describe('files that were chosen', () => {
  const file = (name: string, type = 'image/png', size = 100) => ({ name, type, size });

  it('are sent where they are images of at most 2 MB', () => {
    const files = [file('a.png', 'image/png', LIMITS.imageBytes), file('b.jpg', 'image/jpeg')];
    expect(checkedFiles(files, 3)).toEqual({ fitting: files, problems: [] });
  });

  it('are refused one by one, and the others go', () => {
    const files = [file('a.png', 'image/png', LIMITS.imageBytes + 1), file('b.pdf', 'application/pdf'), file('c.png')];
    expect(checkedFiles(files, 0)).toEqual({
      fitting: [files[2]],
      problems: ['a.png is too large. Maximum file size is 2MB.', 'b.pdf is not a supported file type. Please upload JPG or PNG images only.'],
    });
  });

  it.each([
    [6, 0, 5],
    [2, 4, 1],
    [1, 5, 0],
  ])('are none where %i are added to %i', (chosen, present, room) => {
    const files = Array.from({ length: chosen }, (_, index) => file(`${index}.png`));
    const sentence = `You can only add ${room} more image(s). Maximum 5 images allowed total.`;
    expect(checkedFiles(files, present)).toEqual({ fitting: [], problems: [sentence] });
  });
});

// spec profile.21
describe('the checklist', () => {
  const places = (draft: ProfileDraft) =>
    Object.fromEntries(checklistOf(draft, PROFILE.user).map(({ item, isMet, place }) => [item, [isMet, place]]));

  it('leads to what is missing', () => {
    expect(places(typed({ phone: '', bio: '' })).personal).toEqual([false, '[data-path="phone"]']);
    expect(places(typed({ bio: ' ' })).personal).toEqual([false, '[data-path="bio"]']);
    expect(places(typed({ subjects: [] }))).toMatchObject({ topics: [false, '#teaching'], rates: [false, '#teaching'], hours: [false, '#teaching'] });
  });

  it('does not count an entry that cannot be saved yet', () => {
    expect(places(typed({ education: [emptyEducation()] })).education).toEqual([false, '#education']);
    expect(places(typed({})).education).toEqual([true, '#education']);
  });

  it('counts rates and hours that were typed', () => {
    const [one] = toDraft(aProfileView({ subjects: [aSubjectView()] })).subjects;
    const subjects = one ? [{ ...one, modes: one.modes.map((mode) => ({ ...mode, rate: '' })) }] : [];
    expect(places(typed({ subjects }))).toMatchObject({ rates: [false, '#teaching'], hours: [true, '#teaching'] });
  });
});
