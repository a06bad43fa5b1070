import type { Slot } from '#shared/domain/weekly-hours.ts';
import { WEEKDAYS } from '#shared/vocabulary/content.ts';
import { CONTACT_EMAILS, GENDERS, TEACHING_MEDIUMS, TEACHING_MODES } from '#shared/vocabulary/people.ts';
import { emptyWeek, type ProfileDraft, type SubjectDraft } from './profile-draft.ts';

type Value = Record<string, unknown>;

class NoDraft extends Error {}

/** A draft as an earlier visit wrote it; null for anything else, for whoever uses the browser may have written it. */
export function draftIn(value: unknown): ProfileDraft | null {
  try {
    return draftOf(record(value));
  } catch (error) {
    if (error instanceof NoDraft) return null;
    throw error;
  }
}

function draftOf(value: Value): ProfileDraft {
  const handles = record(value.socialMedia);
  return {
    phone: text(value.phone),
    contactEmail: contactOf(value.contactEmail),
    bio: text(value.bio),
    gender: oneOf(GENDERS, value.gender),
    socialMedia: {
      instagram: text(handles.instagram),
      youtube: text(handles.youtube),
      facebook: text(handles.facebook),
      linkedin: text(handles.linkedin),
    },
    teachingMediums: list(value.teachingMediums, (medium) => oneOf(TEACHING_MEDIUMS, medium)),
    education: entries(value.education, ({ degree, institution, year }) => ({
      degree: text(degree),
      institution: text(institution),
      year: text(year),
    })),
    experience: entries(value.experience, ({ title, company, duration, description }) => ({
      title: text(title),
      company: text(company),
      duration: text(duration),
      description: text(description),
    })),
    subjects: entries(value.subjects, subjectOf),
    availableLocations: text(value.availableLocations),
    documents: list(value.documents, (document) => {
      const { id, name, isNew } = record(document);
      return { id: text(id), url: '', name: text(name), isNew: flag(isNew) };
    }),
  };
}

/** An earlier version of this page kept none. */
function contactOf(value: unknown): ProfileDraft['contactEmail'] {
  if (value === undefined) return { kind: 'sign-in', address: '' };
  const { kind, address } = record(value);
  return { kind: oneOf(CONTACT_EMAILS, kind), address: text(address) };
}

function subjectOf({ subject, topics, modes, week }: Value): Omit<SubjectDraft, 'key'> {
  const { id, name, isActive } = record(subject);
  return {
    subject: { id: text(id), name: text(name), isActive: flag(isActive) },
    topics: list(topics, (topic) => ({ id: text(record(topic).id), name: text(record(topic).name) })),
    modes: list(modes, (mode) => {
      const { type, enabled, rate } = record(mode);
      return { type: oneOf(TEACHING_MODES, type), enabled: flag(enabled), rate: text(rate) };
    }),
    week: weekOf(record(week)),
  };
}

function weekOf(days: Value): SubjectDraft['week'] {
  const week = emptyWeek();
  for (const day of WEEKDAYS) {
    week[day] = list(days[day], (slot): Slot => ({ start: text(record(slot).start), end: text(record(slot).end) }));
  }
  return week;
}

function entries<T extends object>(value: unknown, of: (entry: Value) => T): (T & { key: string })[] {
  return list(value, (entry) => ({ ...of(record(entry)), key: text(record(entry).key) }));
}

function record(value: unknown): Value {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new NoDraft();
  return { ...value };
}

function list<T>(value: unknown, of: (item: unknown) => T): T[] {
  if (!Array.isArray(value)) throw new NoDraft();
  return value.map(of);
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new NoDraft();
  return value;
}

function flag(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new NoDraft();
  return value;
}

function oneOf<T extends string>(known: readonly T[], value: unknown): T {
  const found = known.find((one) => one === value);
  if (found === undefined) throw new NoDraft();
  return found;
}
