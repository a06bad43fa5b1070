import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { MODES } from './verification-words.ts';

type Education = TutorProfileView['education'][number];
type Experience = TutorProfileView['experience'][number];
type Mode = TutorProfileView['subjects'][number]['teachingModes'][number];

export const educationWords = ({ degree, institution, year }: Education): string => `${degree}, ${institution}, ${year}`;
export const experienceWords = ({ title, company, duration, description }: Experience): string =>
  `${title}, ${company} (${duration}): ${description}`;

/** How a subject is taught, with its price of an hour. */
export function modesWords(modes: readonly Mode[]): string {
  const offered = modes.filter(({ enabled }) => enabled);
  return offered.length === 0 ? 'no teaching mode' : offered.map(({ type, rate }) => `${MODES[type]} ${formatRupees(rate)}`).join(', ');
}

/** The same may be there twice. */
export const numbered = (entries: readonly string[]): { key: string; words: string }[] =>
  entries.map((words, index) => ({ key: `${index} ${words}`, words }));
