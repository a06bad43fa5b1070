import { msg } from '@lingui/core/macro';
import { type DraftField, flag, integer, list, oneOf, strictRecord, text } from '#client/lib/drafts/schema.ts';
import { i18nOfPage } from '#client/lib/i18n.ts';
import type { PlainProfile, PlainProfileField, SaveProfileInput, TutorProfileView } from '#shared/contracts/tutors.ts';
import { OWN_RULES } from '#shared/vocabulary/limits.ts';
import { CONTACT_EMAILS, GENDERS, TEACHING_MEDIUMS, TEACHING_MODES } from '#shared/vocabulary/people.ts';
import { videoLink } from '#shared/vocabulary/video.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';
import { withDerivedBase } from './subject-weeks.ts';

const PLAIN_FIELDS = {
  phone: text(),
  bio: text(),
  headline: text(),
  introductionVideo: text(),
  gender: oneOf(GENDERS, 'Male'),
  socialMedia: strictRecord({ instagram: text(), youtube: text(), facebook: text(), linkedin: text() }),
  teachingMediums: list(oneOf(TEACHING_MEDIUMS, 'english')),
  availableLocations: text(),
  minimumNoticeHours: integer(0, { min: 0, max: OWN_RULES.noticeHours }),
  bufferMinutes: integer(0, { min: 0, max: OWN_RULES.bufferMinutes }),
} satisfies { [Name in PlainProfileField]: DraftField<PlainProfile[Name]> };

const SLOTS = list(strictRecord({ start: text(), end: text() }));
const WEEK = strictRecord({ Monday: SLOTS, Tuesday: SLOTS, Wednesday: SLOTS, Thursday: SLOTS, Friday: SLOTS, Saturday: SLOTS, Sunday: SLOTS });
const MODE = strictRecord({ type: oneOf(TEACHING_MODES, 'online'), enabled: flag(), rate: text() });
const EDUCATION = strictRecord({ key: text(), degree: text(), institution: text(), year: text() });
const EXPERIENCE = strictRecord({ key: text(), title: text(), company: text(), duration: text(), description: text() });
const SUBJECT = strictRecord({
  key: text(),
  subject: strictRecord({ id: text(), name: text(), isActive: flag() }),
  topics: list(strictRecord({ id: text(), name: text() })),
  modes: list(MODE),
  week: WEEK,
  hasOwnWeek: flag(),
});
const DOCUMENT = strictRecord({ id: text(), url: text(), name: text(), isNew: flag() });

export const DRAFT_FIELDS = {
  ...PLAIN_FIELDS,
  contactEmail: strictRecord({ kind: oneOf(CONTACT_EMAILS, 'sign-in'), address: text() }),
  education: list(EDUCATION),
  experience: list(EXPERIENCE),
  subjects: list(SUBJECT),
  documents: list(DOCUMENT),
};

export type ProfileDraft = { [Name in keyof typeof DRAFT_FIELDS]: (typeof DRAFT_FIELDS)[Name]['defaultValue'] };
export type DraftFieldName = keyof ProfileDraft;
// `DRAFT_FIELDS` has no other keys.
export const FIELD_NAMES = Object.keys(DRAFT_FIELDS) as DraftFieldName[];

export type EducationDraft = ProfileDraft['education'][number];
export type ExperienceDraft = ProfileDraft['experience'][number];
export type SubjectDraft = ProfileDraft['subjects'][number];
export type ModeDraft = SubjectDraft['modes'][number];
export type DocumentDraft = ProfileDraft['documents'][number];

/** The keys of `errors` are paths of the contract, such as `subjects.0.teachingModes.1.rate`. */
export type SectionProps = {
  draft: ProfileDraft;
  errors: Readonly<Record<string, string>>;
  change: (part: Partial<ProfileDraft>) => void;
};

export function toDraft(profile: TutorProfileView): ProfileDraft {
  return {
    ...pickPlainFields(profile),
    introductionVideo: profile.introductionVideo && videoLink(profile.introductionVideo),
    contactEmail: profile.contactEmail ?? { kind: 'sign-in', address: '' },
    education: profile.education.map((entry, index) => ({ key: `saved ${index}`, ...entry, year: String(entry.year) })),
    experience: profile.experience.map((entry, index) => ({ key: `saved ${index}`, ...entry })),
    subjects: withDerivedBase(profile.subjects.map(toSubjectDraft)),
    documents: profile.documents.map(({ id, url }, index) => ({ id, url, name: nameOfDocument(index + 1), isNew: false })),
  };
}

function nameOfDocument(number: number): string {
  return i18nOfPage()._(msg`Document ${number}`);
}

function toSubjectDraft({ subject, selectedTopics, teachingModes, availability }: TutorProfileView['subjects'][number]): SubjectDraft {
  return {
    key: subject.id,
    subject: { id: subject.id, name: subject.name, isActive: subject.isActive },
    topics: selectedTopics.map(({ id, name }) => ({ id, name })),
    modes: teachingModes.map(({ type, enabled, rate }) => ({ type, enabled, rate: rate === 0 ? '' : String(rate) })),
    week: toWeek(availability),
    hasOwnWeek: false,
  };
}

/** Text that is not a number becomes NaN, which the contract rejects with its own message. */
export function toInput(draft: ProfileDraft): Required<Omit<SaveProfileInput, 'revision'>> {
  return {
    ...pickPlainFields(draft),
    contactEmail: toContactEmail(draft.contactEmail),
    education: draft.education.map(({ degree, institution, year }) => ({ degree, institution, year: parseNumber(year) })),
    experience: draft.experience.map(({ title, company, duration, description }) => ({ title, company, duration, description })),
    subjects: draft.subjects.map(({ subject, topics, modes, week }) => ({
      subject: subject.id,
      selectedTopics: topics.map(({ id }) => id),
      teachingModes: modes.map(({ type, enabled, rate }) => ({ type, enabled, rate: rate.trim() === '' ? 0 : parseNumber(rate) })),
      availability: WEEKDAYS.map((day) => ({ day, slots: week[day] })),
    })),
    documents: draft.documents.map(({ id }) => id),
  };
}

function pickPlainFields(profile: PlainProfile): PlainProfile {
  const values: Partial<Record<string, unknown>> = profile;
  // One entry for each name in `PLAIN_FIELDS`.
  return Object.fromEntries(Object.keys(PLAIN_FIELDS).map((name) => [name, values[name]])) as PlainProfile;
}

function toContactEmail({ kind, address }: ProfileDraft['contactEmail']): NonNullable<SaveProfileInput['contactEmail']> {
  return kind === 'other' ? { kind, address } : { kind };
}

export function serializeContent(draft: ProfileDraft): string {
  return JSON.stringify(toContent(draft));
}

export function changedFields(draft: ProfileDraft, other: ProfileDraft): DraftFieldName[] {
  const [content, otherContent] = [toContent(draft), toContent(other)];
  return FIELD_NAMES.filter((name) => JSON.stringify(content[name]) !== JSON.stringify(otherContent[name]));
}

function toContent(draft: ProfileDraft): ReturnType<typeof toInput> {
  return { ...toInput(draft), teachingMediums: TEACHING_MEDIUMS.filter((medium) => draft.teachingMediums.includes(medium)) };
}

export function createKey(): string {
  return `new ${Math.random().toString(36).slice(2)}`;
}

export function createEducation(): EducationDraft {
  return { key: createKey(), degree: '', institution: '', year: '' };
}

export function createExperience(): ExperienceDraft {
  return { key: createKey(), title: '', company: '', duration: '', description: '' };
}

export function createWeek(): SubjectDraft['week'] {
  return { ...WEEK.defaultValue };
}

function toWeek(availability: TutorProfileView['subjects'][number]['availability']): SubjectDraft['week'] {
  const week = createWeek();
  for (const { day, slots } of availability) week[day] = [...slots];
  return week;
}

function parseNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
