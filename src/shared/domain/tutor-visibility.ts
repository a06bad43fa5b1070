import type { AccountStatus, Role, VerificationStatus } from '#shared/vocabulary/people.ts';

export type Standing = { accountStatus: AccountStatus; verificationStatus: VerificationStatus };

/** Whether visitors find this tutor; one who is rejected or suspended is there for the owner and admins only. */
export function canBeFound({ accountStatus, verificationStatus }: Standing): boolean {
  return accountStatus === 'active' && verificationStatus !== 'rejected';
}

/** Whether the viewer is the tutor or an admin, and so sees what others do not. */
export function seesEverything(viewer: { id: string; role: Role | null } | null, tutorUserId: string): boolean {
  return viewer !== null && (viewer.id === tutorUserId || viewer.role === 'admin');
}
