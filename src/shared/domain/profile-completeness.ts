import type { VerificationStatus } from '#shared/vocabulary/people.ts';
import type { TeachingMode } from './rates.ts';
import type { AvailabilityDay } from './weekly-hours.ts';

type CompletenessSubject = {
  selectedTopics: readonly unknown[];
  teachingModes: readonly Pick<TeachingMode, 'enabled' | 'rate'>[];
  availability: readonly Pick<AvailabilityDay, 'slots'>[];
};

export type CompletenessInput = {
  user: { name: string; email: string; profileImage: string };
  phone: string;
  bio: string;
  gender: string;
  availableLocations: string;
  teachingMediums: readonly unknown[];
  education: readonly unknown[];
  experience: readonly unknown[];
  documents: readonly unknown[];
  subjects: readonly CompletenessSubject[];
};

const ITEMS = [
  {
    item: 'personal',
    label: 'Personal information',
    isMet: ({ user, phone, bio, gender }) => [phone, bio, gender, user.name, user.email].every(isGiven),
  },
  { item: 'education', label: 'Education', isMet: ({ education }) => education.length > 0 },
  { item: 'experience', label: 'Experience', isMet: ({ experience }) => experience.length > 0 },
  { item: 'topics', label: 'Subjects and topics', isMet: ({ subjects }) => subjects.some(({ selectedTopics }) => selectedTopics.length > 0) },
  { item: 'photo', label: 'Profile image', isMet: ({ user }) => isGiven(user.profileImage) },
  { item: 'locations', label: 'Available locations', isMet: ({ availableLocations }) => isGiven(availableLocations) },
  { item: 'documents', label: 'Verification documents', isMet: ({ documents }) => documents.length > 0 },
  { item: 'mediums', label: 'Teaching mediums', isMet: ({ teachingMediums }) => teachingMediums.length > 0 },
  { item: 'rates', label: 'Teaching modes and rates', isMet: ({ subjects }) => subjects.some(hasRate) },
  { item: 'hours', label: 'Weekly availability', isMet: ({ subjects }) => subjects.some(hasSlot) },
] as const satisfies readonly { item: string; label: string; isMet: (profile: CompletenessInput) => boolean }[];

export type ProfileItem = (typeof ITEMS)[number]['item'];
export type ChecklistItem = { item: ProfileItem; label: string; isMet: boolean };
export type Completeness = { percentage: number; isComplete: boolean; missing: string[] };

/** The ten items that decide whether a profile is submitted. */
export function profileChecklist(profile: CompletenessInput): ChecklistItem[] {
  return ITEMS.map(({ item, label, isMet }) => ({ item, label, isMet: isMet(profile) }));
}

/** The share of the ten that is met; `missing` are the labels of the others. */
export function completeness(profile: CompletenessInput): Completeness {
  const checklist = profileChecklist(profile);
  const missing = checklist.filter(({ isMet }) => !isMet).map(({ label }) => label);
  const met = checklist.length - missing.length;
  return { percentage: Math.round((100 * met) / checklist.length), isComplete: missing.length === 0, missing };
}

export type Submission = { isVerified: boolean; verificationStatus: VerificationStatus };

/** By saving it, a complete profile is submitted; one that is verified stays so, whatever becomes of it. */
export function statusAfter({ isVerified, verificationStatus }: Submission, isComplete: boolean): VerificationStatus {
  if (isVerified) return verificationStatus;
  if (isComplete) return 'pending';
  return verificationStatus === 'pending' ? 'not_started' : verificationStatus;
}

/** What comes and goes beside a saving may submit a profile and take it back; one that was rejected comes back by saving it only. */
export function statusBesideSaving(submission: Submission, isComplete: boolean): VerificationStatus {
  return submission.verificationStatus === 'rejected' ? 'rejected' : statusAfter(submission, isComplete);
}

function isGiven(text: string): boolean {
  return text.trim() !== '';
}

function hasRate({ teachingModes }: CompletenessSubject): boolean {
  return teachingModes.some(({ enabled, rate }) => enabled && rate > 0);
}

function hasSlot({ availability }: CompletenessSubject): boolean {
  return availability.some(({ slots }) => slots.length > 0);
}
