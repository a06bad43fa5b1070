import { type CompletenessInput, type ProfileItem, profileChecklist } from '#shared/domain/profile-completeness.ts';
import { type ProfileDraft, toInput } from './profile-draft.ts';

const isFilled = ({ key: _, ...texts }: { key: string } & Record<string, string>) => Object.values(texts).every((text) => text.trim() !== '');

/** A draft as the shared function looks at it; an entry that cannot be saved yet does not count. */
export function completenessInput(draft: ProfileDraft, user: CompletenessInput['user']): CompletenessInput {
  return {
    ...draft,
    user,
    education: draft.education.filter(isFilled),
    experience: draft.experience.filter(isFilled),
    subjects: toInput(draft).subjects,
  };
}

export type ChecklistEntry = ReturnType<typeof profileChecklist>[number] & { place: string };

/** The ten items, each with the place in the editor where one goes on. */
export function checklistOf(draft: ProfileDraft, user: CompletenessInput['user']): ChecklistEntry[] {
  return profileChecklist(completenessInput(draft, user)).map((entry) => ({ ...entry, place: placeOf(entry.item, draft) }));
}

const field = (path: string) => `[data-path="${path}"]`;

const PLACES = {
  education: '#education',
  experience: '#experience',
  topics: '#teaching',
  photo: '#photo',
  locations: field('availableLocations'),
  documents: '#documents',
  mediums: '#languages',
  rates: '#teaching',
  hours: '#teaching',
} as const satisfies Record<Exclude<ProfileItem, 'personal'>, string>;

function placeOf(item: ProfileItem, { phone, bio }: ProfileDraft): string {
  if (item !== 'personal') return PLACES[item];
  if (phone.trim() === '') return field('phone');
  return bio.trim() === '' ? field('bio') : '#personal';
}
