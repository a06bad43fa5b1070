import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { SOCIAL_SITES, type TeachingModeType } from '#shared/vocabulary/people.ts';

const MODES = { online: 'Online', 'home-visit': 'Home Visit', group: 'Group' } as const satisfies Record<TeachingModeType, string>;
const DOCUMENTS: Record<string, string> = { qualification: 'Qualification', identity: 'Identity' };

type Education = TutorProfileView['education'][number];
type Experience = TutorProfileView['experience'][number];
type Mode = TutorProfileView['subjects'][number]['teachingModes'][number];

export const formatEducation = ({ degree, institution, year }: Education): string => `${degree}, ${institution}, ${year}`;
export const formatExperience = ({ title, company, duration, description }: Experience): string =>
  `${title}, ${company} (${duration}): ${description}`;

export function formatModes(modes: readonly Mode[]): string {
  const offered = modes.filter(({ enabled }) => enabled);
  return offered.length === 0 ? 'no teaching mode' : offered.map(({ type, rate }) => `${MODES[type]} ${formatRupees(rate)}`).join(', ');
}

export function formatSocialMedia(handles: TutorProfileView['socialMedia']): string {
  return SOCIAL_SITES.flatMap((site) => (handles[site] ? [`${site}: ${handles[site]}`] : [])).join(', ') || 'Not provided';
}

export const formatDocument = (type: string, index: number): string => `${DOCUMENTS[type] ?? 'Document'} ${index + 1}`;

/** What a document is to prove. */
export function formatClaim(type: string, { user, education }: Pick<TutorProfileView, 'user' | 'education'>): string {
  if (type === 'identity') return `Should show the name ${user.name}`;
  if (type !== 'qualification') return `Uploaded by ${user.name}`;
  return education.length > 0 ? `Should prove ${education.map(formatEducation).join('; ')}` : 'No education is named that it could prove';
}

/** Entries may be equal, so a text alone is no key. */
export const withKeys = (texts: readonly string[]): { key: string; text: string }[] =>
  texts.map((text, index) => ({ key: `${index} ${text}`, text }));
