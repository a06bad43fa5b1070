import type { SaveProfileInput, TutorProfileView } from '#shared/contracts/tutors.ts';
import type { Slot } from '#shared/domain/weekly-hours.ts';
import { WEEKDAYS, type Weekday } from '#shared/vocabulary/content.ts';
import {
  type ContactEmailKind,
  type Gender,
  type SocialSite,
  TEACHING_MEDIUMS,
  type TeachingMedium,
  type TeachingModeType,
} from '#shared/vocabulary/people.ts';

/** Entries of a list keep their place in the page by a key of their own. */
export type EducationDraft = { key: string; degree: string; institution: string; year: string };
export type ExperienceDraft = { key: string; title: string; company: string; duration: string; description: string };
/** The rate as it is typed. */
export type ModeDraft = { type: TeachingModeType; enabled: boolean; rate: string };
export type SubjectDraft = {
  key: string;
  subject: { id: string; name: string; isActive: boolean };
  topics: { id: string; name: string }[];
  modes: ModeDraft[];
  week: Record<Weekday, Slot[]>;
};
/** `isNew`: uploaded by this draft, and on no saved profile yet. */
export type DocumentDraft = { id: string; url: string; name: string; isNew: boolean };

/** A profile as it stands in the editor. */
export type ProfileDraft = {
  phone: string;
  /** The address as it is typed; sent only where the kind is `other`. */
  contactEmail: { kind: ContactEmailKind; address: string };
  bio: string;
  gender: Gender;
  socialMedia: Record<SocialSite, string>;
  teachingMediums: TeachingMedium[];
  education: EducationDraft[];
  experience: ExperienceDraft[];
  subjects: SubjectDraft[];
  availableLocations: string;
  documents: DocumentDraft[];
};

/** What a section of the editor is given; `errors` by the path of the contract, such as `subjects.0.teachingModes.1.rate`. */
export type SectionProps = {
  draft: ProfileDraft;
  errors: Readonly<Record<string, string>>;
  change: (part: Partial<ProfileDraft>) => void;
};

export function toDraft(profile: TutorProfileView): ProfileDraft {
  return {
    phone: profile.phone,
    contactEmail: profile.contactEmail ?? { kind: 'sign-in', address: '' },
    bio: profile.bio,
    gender: profile.gender,
    socialMedia: profile.socialMedia,
    teachingMediums: profile.teachingMediums,
    education: profile.education.map((entry, nth) => ({ key: `saved ${nth}`, ...entry, year: String(entry.year) })),
    experience: profile.experience.map((entry, nth) => ({ key: `saved ${nth}`, ...entry })),
    subjects: profile.subjects.map(({ subject, selectedTopics, teachingModes, availability }) => ({
      key: subject.id,
      subject: { id: subject.id, name: subject.name, isActive: subject.isActive },
      topics: selectedTopics.map(({ id, name }) => ({ id, name })),
      modes: teachingModes.map(({ type, enabled, rate }) => ({ type, enabled, rate: rate === 0 ? '' : String(rate) })),
      week: weekOf(availability),
    })),
    availableLocations: profile.availableLocations,
    documents: profile.documents.map(({ id, url }, nth) => ({ id, url, name: `Document ${nth + 1}`, isNew: false })),
  };
}

/** What is sent; a number that is none stays out of range of its contract, which then says so. */
export function toInput(draft: ProfileDraft): SaveProfileInput {
  return {
    phone: draft.phone,
    contactEmail: contactOf(draft.contactEmail),
    bio: draft.bio,
    gender: draft.gender,
    socialMedia: draft.socialMedia,
    teachingMediums: draft.teachingMediums,
    education: draft.education.map(({ degree, institution, year }) => ({ degree, institution, year: numberIn(year) })),
    experience: draft.experience.map(({ title, company, duration, description }) => ({ title, company, duration, description })),
    subjects: draft.subjects.map(({ subject, topics, modes, week }) => ({
      subject: subject.id,
      selectedTopics: topics.map(({ id }) => id),
      teachingModes: modes.map(({ type, enabled, rate }) => ({ type, enabled, rate: rate.trim() === '' ? 0 : numberIn(rate) })),
      availability: WEEKDAYS.map((day) => ({ day, slots: week[day] })),
    })),
    availableLocations: draft.availableLocations,
    documents: draft.documents.map(({ id }) => id),
  };
}

function contactOf({ kind, address }: ProfileDraft['contactEmail']): NonNullable<SaveProfileInput['contactEmail']> {
  return kind === 'other' ? { kind, address } : { kind };
}

/** A key for an entry that is added; no two are the same, in whatever tab they were made. */
export function newKey(): string {
  return `new ${Math.random().toString(36).slice(2)}`;
}

export function emptyEducation(): EducationDraft {
  return { key: newKey(), degree: '', institution: '', year: '' };
}

export function emptyExperience(): ExperienceDraft {
  return { key: newKey(), title: '', company: '', duration: '', description: '' };
}

/** The same text for two drafts that would be stored the same. */
export function contentOf(draft: ProfileDraft): string {
  return JSON.stringify({ ...toInput(draft), teachingMediums: TEACHING_MEDIUMS.filter((medium) => draft.teachingMediums.includes(medium)) });
}

export function emptyWeek(): Record<Weekday, Slot[]> {
  return { Monday: [], Tuesday: [], Wednesday: [], Thursday: [], Friday: [], Saturday: [], Sunday: [] };
}

function weekOf(availability: TutorProfileView['subjects'][number]['availability']): Record<Weekday, Slot[]> {
  const week = emptyWeek();
  for (const { day, slots } of availability) week[day] = [...slots];
  return week;
}

function numberIn(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
