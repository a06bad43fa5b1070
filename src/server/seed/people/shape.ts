import type { SocialSite, TeachingMedium } from '#shared/vocabulary/people.ts';
import type { WeekName } from './weeks.ts';

/** Rates in rupees an hour; the week of the tutor where no other is named. */
export type TeachingSeed = { subject: string; online?: number; visit?: number; group?: number; week?: WeekName };

export type TutorSeed = {
  name: string;
  isWoman?: true;
  town: string;
  bio: string;
  mediums: readonly TeachingMedium[];
  week: WeekName;
  teaches: readonly TeachingSeed[];
  /** Degree, institution, year. */
  education: readonly (readonly [string, string, number])[];
  /** Title, company, duration, description. */
  experience: readonly (readonly [string, string, string, string])[];
  social?: Partial<Record<SocialSite, string>>;
  /** Approved where nothing else is said. */
  state?: 'pending' | 'rejected' | 'not_started';
  onVacation?: true;
  isSuspended?: true;
  /** Days since the profile was made. */
  joined: number;
  /** How many sessions a week, about. */
  busy: 0 | 1 | 2 | 3;
};

export type StudentSeed = {
  name: string;
  isWoman?: true;
  /** What the student is taught in and writes, beside English. */
  speaks: TeachingMedium;
  town: string;
  joined: number;
  hasPhoto?: true;
};
