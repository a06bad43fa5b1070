import type { TeachingMode } from './rates.ts';

/** `false` where the operator offers home visits of verified tutors only. */
export type HomeVisitPolicy = { unverifiedHomeVisits: boolean };

type Tutor = { isVerified: boolean };

/** Whether home visits of this tutor can be booked, as far as that is up to the platform. */
export function canVisit({ isVerified }: Tutor, { unverifiedHomeVisits }: HomeVisitPolicy): boolean {
  return isVerified || unverifiedHomeVisits;
}

/** The modes of a tutor as students may book them. */
export function offeredModes(modes: readonly TeachingMode[], tutor: Tutor, policy: HomeVisitPolicy): TeachingMode[] {
  if (canVisit(tutor, policy)) return [...modes];
  return modes.map((mode) => (mode.type === 'home-visit' ? { ...mode, enabled: false } : mode));
}
