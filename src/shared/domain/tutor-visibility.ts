import type { AccountStatus, Role, VerificationStatus } from '#shared/vocabulary/people.ts';
import type { TeachingMode } from './rates.ts';

export type TutorStatus = { accountStatus: AccountStatus; verificationStatus: VerificationStatus };

export function isPublic({ accountStatus, verificationStatus }: TutorStatus): boolean {
  return accountStatus === 'active' && verificationStatus !== 'rejected';
}

export function canViewPrivateFields(viewer: { id: string; role: Role | null } | null, tutorUserId: string): boolean {
  return viewer !== null && (viewer.id === tutorUserId || viewer.role === 'admin');
}

type HomeVisitPolicy = { unverifiedHomeVisits: boolean };

type Tutor = { isVerified: boolean };

export function canVisit({ isVerified }: Tutor, { unverifiedHomeVisits }: HomeVisitPolicy): boolean {
  return isVerified || unverifiedHomeVisits;
}

export function offeredModes(modes: readonly TeachingMode[], tutor: Tutor, policy: HomeVisitPolicy): TeachingMode[] {
  if (canVisit(tutor, policy)) return [...modes];
  return modes.map((mode) => (mode.type === 'home-visit' ? { ...mode, enabled: false } : mode));
}
