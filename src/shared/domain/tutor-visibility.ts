import type { AccountStatus, Role, VerificationStatus } from '#shared/vocabulary/people.ts';

export type TutorStatus = { accountStatus: AccountStatus; verificationStatus: VerificationStatus };

export function isPublic({ accountStatus, verificationStatus }: TutorStatus): boolean {
  return accountStatus === 'active' && verificationStatus !== 'rejected';
}

export function canViewPrivateFields(viewer: { id: string; role: Role | null } | null, tutorUserId: string): boolean {
  return viewer !== null && (viewer.id === tutorUserId || viewer.role === 'admin');
}
