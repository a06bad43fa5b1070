import { describe, expect, it } from 'vitest';
import {
  type AdminCompletenessInput,
  adminChecklist,
  adminCompleteness,
  type CompletenessInput,
  completeness,
  completenessColour,
  profileChecklist,
  statusAfterDocumentChange,
  statusAfterSave,
} from '#shared/domain/profile-completeness.ts';
import type { VerificationStatus } from '#shared/vocabulary/people.ts';

const SUBJECT = {
  selectedTopics: [{ name: 'Algebra' }],
  teachingModes: [{ enabled: true, rate: 1500 }],
  availability: [{ slots: [{ start: '09:00', end: '10:00' }] }],
};
const FULL: CompletenessInput = {
  user: { name: 'Nimal Perera', email: 'nimal@vidya.test', profileImage: '/uploads/nimal.webp' },
  phone: '0771234567',
  bio: 'I teach mathematics.',
  gender: 'Male',
  availableLocations: 'Kandy',
  teachingMediums: ['sinhala'],
  education: [{ degree: 'BSc' }],
  experience: [{ title: 'Teacher' }],
  documents: [{ id: '1' }],
  subjects: [SUBJECT],
};
const EMPTY: CompletenessInput = {
  user: { name: '', email: '', profileImage: '' },
  phone: '',
  bio: '',
  gender: '',
  availableLocations: '',
  teachingMediums: [],
  education: [],
  experience: [],
  documents: [],
  subjects: [],
};
const missing = (changes: Partial<CompletenessInput>) => {
  const items = profileChecklist({ ...FULL, ...changes });
  return items.filter(({ isMet }) => !isMet).map(({ item }) => item);
};

// spec validation.36 | P §5 Profile completeness | Ten items make a profile complete; the percentage is the rounded share |
//   src/shared/domain/profile-completeness.ts
// spec s3.1 | S3 | Ten items and the percentage, from one function for editor, reminder and server | src/shared/domain/profile-completeness.ts
describe('ten items make a profile complete', () => {
  it('all ten are complete', () => {
    expect(completeness(FULL)).toEqual({ percentage: 100, isComplete: true, missing: [] });
    expect(profileChecklist(FULL)).toHaveLength(10);
  });

  // spec s12-ways.4 | S12 A | Completeness counts a phone that is valid, however it is written, not one that is merely filled |
  //   src/shared/domain/profile-completeness.ts
  it.each([
    ['+94 77 123 4567', []],
    ['077', ['personal']],
  ])('with the phone %s, %j is missing', (phone, items) => {
    expect(missing({ phone })).toEqual(items);
  });

  it('none is nothing', () => {
    const { percentage, isComplete, missing: labels } = completeness(EMPTY);
    expect([percentage, isComplete, labels.length]).toEqual([0, false, 10]);
  });

  it('nine are 90 percent, and the one that is missing is named', () => {
    expect(completeness({ ...FULL, documents: [] })).toEqual({ percentage: 90, isComplete: false, missing: ['Verification documents'] });
  });

  it.each<[string, Partial<CompletenessInput>, string]>([
    ['phone', { phone: '' }, 'personal'],
    ['phone that is no number', { phone: '077 123' }, 'personal'],
    ['bio', { bio: ' ' }, 'personal'],
    ['bio that is too long to be saved', { bio: 'x'.repeat(501) }, 'personal'],
    ['gender', { gender: '' }, 'personal'],
    ['name', { user: { ...FULL.user, name: '' } }, 'personal'],
    ['email', { user: { ...FULL.user, email: '' } }, 'personal'],
    ['education', { education: [] }, 'education'],
    ['experience', { experience: [] }, 'experience'],
    ['topic', { subjects: [{ ...SUBJECT, selectedTopics: [] }] }, 'topics'],
    ['photo', { user: { ...FULL.user, profileImage: '' } }, 'photo'],
    ['location', { availableLocations: '' }, 'locations'],
    ['document', { documents: [] }, 'documents'],
    ['medium', { teachingMediums: [] }, 'mediums'],
    ['enabled mode', { subjects: [{ ...SUBJECT, teachingModes: [{ enabled: false, rate: 1500 }] }] }, 'rates'],
    ['rate above 0', { subjects: [{ ...SUBJECT, teachingModes: [{ enabled: true, rate: 0 }] }] }, 'rates'],
    ['slot', { subjects: [{ ...SUBJECT, availability: [{ slots: [] }] }] }, 'hours'],
  ])('without a %s', (_, changes, item) => {
    expect(missing(changes)).toEqual([item]);
  });

  it('without a subject three are missing', () => {
    expect(missing({ subjects: [] })).toEqual(['topics', 'rates', 'hours']);
  });

  it('topic, rate and slot may belong to different subjects', () => {
    const none = { selectedTopics: [], teachingModes: [], availability: [] };
    const subjects = [
      { ...none, selectedTopics: SUBJECT.selectedTopics },
      { ...none, teachingModes: SUBJECT.teachingModes },
      { ...none, availability: SUBJECT.availability },
    ];
    expect(missing({ subjects })).toEqual([]);
  });
});

describe('what becomes of a profile', () => {
  const of = (verificationStatus: VerificationStatus) => ({ verificationStatus, isVerified: verificationStatus === 'approved' });

  it.each<[VerificationStatus, boolean, VerificationStatus]>([
    ['not_started', true, 'pending'],
    ['not_started', false, 'not_started'],
    ['pending', true, 'pending'],
    ['pending', false, 'not_started'],
    ['rejected', true, 'pending'],
    ['rejected', false, 'rejected'],
    ['approved', true, 'approved'],
    ['approved', false, 'approved'],
  ])('that is %s and saved, complete: %s, is %s', (status, isComplete, after) => {
    expect(statusAfterSave(of(status), isComplete)).toBe(after);
  });

  // spec validation.12
  it('beside a saving is the same, but a rejected one stays rejected', () => {
    for (const isComplete of [true, false]) {
      for (const status of ['not_started', 'pending', 'approved'] as const) {
        expect(statusAfterDocumentChange(of(status), isComplete)).toBe(statusAfterSave(of(status), isComplete));
      }
      expect(statusAfterDocumentChange(of('rejected'), isComplete)).toBe('rejected');
    }
  });
});

// spec manage-tutors.3 | P §5 Admin completeness checklist | Nine items for admins, five required and four optional, with their share; green from
//   80%, yellow from 60%, else red | src/shared/domain/profile-completeness.ts
describe('nine items of admins', () => {
  const NO_ACCOUNTS = { instagram: '', youtube: '', facebook: '', linkedin: '' };
  const WHOLE: AdminCompletenessInput = { ...FULL, socialMedia: { ...NO_ACCOUNTS, youtube: 'nimal' } };
  const lacking = (changes: Partial<AdminCompletenessInput>) =>
    adminChecklist({ ...WHOLE, ...changes }).flatMap(({ item, isMet }) => (isMet ? [] : [item]));
  const mode = (enabled: boolean, rate: number) => [{ teachingModes: [{ enabled, rate }] }];

  // spec manage-tutors.3
  it('five are required, four are not', () => {
    expect(adminChecklist(WHOLE).map(({ isRequired }) => isRequired)).toEqual([true, true, true, true, true, false, false, false, false]);
    expect(adminCompleteness(WHOLE)).toBe(100);
    expect(adminCompleteness({ ...EMPTY, socialMedia: NO_ACCOUNTS })).toBe(0);
    expect(adminCompleteness({ ...WHOLE, documents: [] })).toBe(89);
  });

  // spec manage-tutors.3
  it.each<[Partial<AdminCompletenessInput>, string[]]>([
    [{ user: { name: '', email: 'a@vidya.test' } }, ['personal']],
    [{ user: { name: 'Nimal', email: ' ' } }, ['personal']],
    [{ gender: '' }, ['personal']],
    [{ phone: '' }, ['personal']],
    [{ bio: ' ' }, ['personal']],
    [{ education: [] }, ['education']],
    [{ documents: [] }, ['documents']],
    [{ subjects: [] }, ['subjects', 'rates']],
    [{ subjects: mode(false, 100) }, ['subjects', 'rates']],
    [{ subjects: mode(true, 0) }, ['rates']],
    [{ experience: [] }, ['experience']],
    [{ socialMedia: { ...NO_ACCOUNTS, linkedin: ' ' } }, ['social']],
    [{ teachingMediums: [] }, ['mediums']],
    [{ availableLocations: '' }, ['locations']],
  ])('%j lacks %j', (changes, expected) => {
    expect(lacking(changes)).toEqual(expected);
  });

  it.each([
    [100, 'green'],
    [80, 'green'],
    [79, 'yellow'],
    [60, 'yellow'],
    [59, 'red'],
    [0, 'red'],
  ] as const)('%i percent are %s', (percentage, colour) => {
    expect(completenessColour(percentage)).toBe(colour);
  });
});
