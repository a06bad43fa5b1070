import { type CompletenessInput, type ProfileItem, profileChecklist } from '#shared/domain/profile-completeness.ts';
import { isPhone } from '#shared/vocabulary/phone.ts';
import { type ProfileDraft, toInput } from './profile-draft.ts';

const isFilled = ({ key: _, ...texts }: { key: string } & Record<string, string>) => Object.values(texts).every((text) => text.trim() !== '');

export function toCompletenessInput(draft: ProfileDraft, user: CompletenessInput['user']): CompletenessInput {
  return {
    ...draft,
    user,
    education: draft.education.filter(isFilled),
    experience: draft.experience.filter(isFilled),
    subjects: toInput(draft).subjects,
  };
}

export type ChecklistEntry = ReturnType<typeof profileChecklist>[number] & { target: string };

export function createChecklist(draft: ProfileDraft, user: CompletenessInput['user']): ChecklistEntry[] {
  return profileChecklist(toCompletenessInput(draft, user)).map((entry) => ({ ...entry, target: findTarget(entry.item, draft) }));
}

const toSelector = (path: string) => `[data-path="${path}"]`;

const TARGETS = {
  education: '#education',
  experience: '#experience',
  topics: '#teaching',
  photo: '#photo',
  locations: toSelector('availableLocations'),
  documents: '#documents',
  mediums: '#languages',
  rates: '#teaching',
  hours: '#teaching',
} as const satisfies Record<Exclude<ProfileItem, 'personal'>, string>;

function findTarget(item: ProfileItem, { phone, bio }: ProfileDraft): string {
  if (item !== 'personal') return TARGETS[item];
  if (!isPhone(phone)) return toSelector('phone');
  return bio.trim() === '' ? toSelector('bio') : '#personal';
}

const CONTROL = 'input, textarea, select, button';

export function focusTarget(target: string): void {
  const element = document.querySelector<HTMLElement>(target);
  if (element) focusElement(element);
}

export function focusFirstError(errors: Readonly<Record<string, string>>): void {
  const paths = Object.keys(errors);
  for (const section of document.querySelectorAll<HTMLElement>('[data-sections] > section')) {
    const fields = [...section.querySelectorAll<HTMLElement>('[data-path]:not(:disabled)')];
    const field = fields.find(({ dataset }) => paths.some((path) => path === dataset.path));
    const target = field ?? (paths.some((path) => SECTION_BY_FIELD[path.split('.')[0] ?? ''] === section.id) ? section : null);
    if (!target) continue;
    focusElement(target);
    return;
  }
}

const SECTION_BY_FIELD: Record<string, string | undefined> = {
  contactEmail: 'personal',
  gender: 'personal',
  socialMedia: 'personal',
  teachingMediums: 'personal',
  education: 'education',
  experience: 'experience',
  subjects: 'teaching',
  minimumNoticeHours: 'booking-rules',
  bufferMinutes: 'booking-rules',
  documents: 'documents',
};

function focusElement(element: HTMLElement): void {
  const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const isControl = element.matches(CONTROL);
  const target = isControl || element.hasAttribute('tabindex') ? element : element.querySelector<HTMLElement>(CONTROL);
  target?.focus({ preventScroll: true });
  element.scrollIntoView({ block: isControl ? 'center' : 'start', behavior: isReduced ? 'instant' : 'smooth' });
}
