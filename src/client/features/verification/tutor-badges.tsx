import { Badge } from '@mantine/core';
import type { AccountStatus, VerificationStatus } from '#shared/vocabulary/people.ts';
import classes from './tutor-badges.module.css';
import { STATUSES } from './verification-words.ts';

export type TutorBadgesProps = { status: AccountStatus; verificationStatus: VerificationStatus; isChanged: boolean };

/** Where a tutor stands. */
export function TutorBadges({ status, verificationStatus, isChanged }: TutorBadgesProps) {
  const { label, color } = STATUSES[verificationStatus];
  return (
    <span className={classes.badges}>
      <Badge color={color}>{label}</Badge>
      {isChanged && <Badge color="terracotta">Changed</Badge>}
      {status === 'suspended' && (
        <Badge color="red" variant="filled">
          Suspended
        </Badge>
      )}
    </span>
  );
}
