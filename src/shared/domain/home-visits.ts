import type { TeachingMode } from './rates.ts';

/** `false`: home visits of verified tutors only (`HOME_VISITS_UNVERIFIED`). */
export type HomeVisitPolicy = { unverifiedHomeVisits: boolean };

type Tutor = { isVerified: boolean };

export function canVisit({ isVerified }: Tutor, { unverifiedHomeVisits }: HomeVisitPolicy): boolean {
  return isVerified || unverifiedHomeVisits;
}

export function offeredModes(modes: readonly TeachingMode[], tutor: Tutor, policy: HomeVisitPolicy): TeachingMode[] {
  if (canVisit(tutor, policy)) return [...modes];
  return modes.map((mode) => (mode.type === 'home-visit' ? { ...mode, enabled: false } : mode));
}
