import { COMPLETENESS_COLOURS, LIMITS } from '#shared/vocabulary/limits.ts';
import type { SocialSite, VerificationStatus } from '#shared/vocabulary/people.ts';
import { isPhone } from '#shared/vocabulary/phone.ts';
import type { TeachingMode } from './rates.ts';

type CompletenessSubject = {
  selectedTopics: readonly unknown[];
  teachingModes: readonly Pick<TeachingMode, 'enabled' | 'rate'>[];
  availability: readonly { slots: readonly unknown[] }[];
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
    isMet: hasPersonalInfo,
  },
  { item: 'education', label: 'Education', isMet: ({ education }) => education.length > 0 },
  { item: 'experience', label: 'Experience', isMet: ({ experience }) => experience.length > 0 },
  { item: 'topics', label: 'Subjects and topics', isMet: ({ subjects }) => subjects.some(({ selectedTopics }) => selectedTopics.length > 0) },
  { item: 'photo', label: 'Profile image', isMet: ({ user }) => isFilled(user.profileImage) },
  { item: 'locations', label: 'Available locations', isMet: ({ availableLocations }) => isFilled(availableLocations) },
  { item: 'documents', label: 'Verification documents', isMet: ({ documents }) => documents.length > 0 },
  { item: 'mediums', label: 'Teaching languages', isMet: ({ teachingMediums }) => teachingMediums.length > 0 },
  { item: 'rates', label: 'Teaching modes and rates', isMet: ({ subjects }) => subjects.some(hasRate) },
  { item: 'hours', label: 'Weekly hours', isMet: ({ subjects }) => subjects.some(hasSlot) },
] as const satisfies readonly { item: string; label: string; isMet: (profile: CompletenessInput) => boolean }[];

export type ProfileItem = (typeof ITEMS)[number]['item'];
export type ChecklistItem = { item: ProfileItem; label: string; isMet: boolean };
export type Completeness = { percentage: number; isComplete: boolean; missing: string[] };

export function profileChecklist(profile: CompletenessInput): ChecklistItem[] {
  return ITEMS.map(({ item, label, isMet }) => ({ item, label, isMet: isMet(profile) }));
}

export function completeness(profile: CompletenessInput): Completeness {
  const checklist = profileChecklist(profile);
  const missing = checklist.filter(({ isMet }) => !isMet).map(({ label }) => label);
  const met = checklist.length - missing.length;
  return { percentage: Math.round((100 * met) / checklist.length), isComplete: missing.length === 0, missing };
}

export type AdminCompletenessInput = Omit<CompletenessInput, 'user' | 'subjects'> & {
  user: Pick<CompletenessInput['user'], 'name' | 'email'>;
  subjects: readonly Pick<CompletenessSubject, 'teachingModes'>[];
  socialMedia: Readonly<Record<SocialSite, string>>;
};

const ADMIN_ITEMS = [
  {
    item: 'personal',
    label: 'Required personal info',
    isRequired: true,
    isMet: hasPersonalInfo,
  },
  { item: 'education', label: 'Education records', isRequired: true, isMet: ({ education }) => education.length > 0 },
  { item: 'documents', label: 'ID documents', isRequired: true, isMet: ({ documents }) => documents.length > 0 },
  {
    item: 'subjects',
    label: 'Subjects with a teaching mode',
    isRequired: true,
    isMet: ({ subjects }) => subjects.some(({ teachingModes }) => teachingModes.some(({ enabled }) => enabled)),
  },
  { item: 'rates', label: 'Teaching modes with a rate', isRequired: true, isMet: ({ subjects }) => subjects.some(hasRate) },
  { item: 'experience', label: 'Experience', isRequired: false, isMet: ({ experience }) => experience.length > 0 },
  { item: 'social', label: 'Social media', isRequired: false, isMet: ({ socialMedia }) => Object.values(socialMedia).some(isFilled) },
  { item: 'mediums', label: 'Teaching languages', isRequired: false, isMet: ({ teachingMediums }) => teachingMediums.length > 0 },
  { item: 'locations', label: 'Locations', isRequired: false, isMet: ({ availableLocations }) => isFilled(availableLocations) },
] as const satisfies readonly { item: string; label: string; isRequired: boolean; isMet: (profile: AdminCompletenessInput) => boolean }[];

export type AdminItem = { item: (typeof ADMIN_ITEMS)[number]['item']; label: string; isRequired: boolean; isMet: boolean };
export type CompletenessColour = 'green' | 'yellow' | 'red';

export function adminChecklist(profile: AdminCompletenessInput): AdminItem[] {
  return ADMIN_ITEMS.map(({ isMet, ...item }) => ({ ...item, isMet: isMet(profile) }));
}

export function adminCompleteness(profile: AdminCompletenessInput): number {
  const checklist = adminChecklist(profile);
  return Math.round((100 * checklist.filter(({ isMet }) => isMet).length) / checklist.length);
}

export function completenessColour(percentage: number): CompletenessColour {
  if (percentage >= COMPLETENESS_COLOURS.green) return 'green';
  return percentage >= COMPLETENESS_COLOURS.yellow ? 'yellow' : 'red';
}

export type Submission = { isVerified: boolean; verificationStatus: VerificationStatus };

export function statusAfterSave({ isVerified, verificationStatus }: Submission, isComplete: boolean): VerificationStatus {
  if (isVerified) return verificationStatus;
  if (isComplete) return 'pending';
  return verificationStatus === 'pending' ? 'not_started' : verificationStatus;
}

export function statusAfterDocumentChange(submission: Submission, isComplete: boolean): VerificationStatus {
  return submission.verificationStatus === 'rejected' ? 'rejected' : statusAfterSave(submission, isComplete);
}

type PersonalInfo = Pick<AdminCompletenessInput, 'user' | 'phone' | 'bio' | 'gender'>;

/** An invalid phone number or a text that is too long counts as missing, because it cannot be saved. */
function hasPersonalInfo({ user, phone, bio, gender }: PersonalInfo): boolean {
  return [bio, gender, user.name, user.email].every(isFilled) && isPhone(phone) && bio.trim().length <= LIMITS.bio;
}

function isFilled(text: string): boolean {
  return text.trim() !== '';
}

function hasRate({ teachingModes }: Pick<CompletenessSubject, 'teachingModes'>): boolean {
  return teachingModes.some(({ enabled, rate }) => enabled && rate > 0);
}

function hasSlot({ availability }: CompletenessSubject): boolean {
  return availability.some(({ slots }) => slots.length > 0);
}
