import { VisuallyHidden } from '@mantine/core';
import { CircleCheck, CircleDashed } from 'lucide-react';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { formatDay } from '#shared/domain/zone.ts';
import { VERIFICATION_CHECKS, type VerificationCheck } from '#shared/vocabulary/people.ts';
import { EditorNotice } from './editor-notice.tsx';
import classes from './verification-state.module.css';

const CHECKS = {
  documents: 'Documents',
  education: 'Education',
  experience: 'Experience',
  background: 'Background',
  interview: 'Interview',
} as const satisfies Record<VerificationCheck, string>;

export type VerificationStateProps = { profile: TutorProfileView; zone: string };

/** Where the profile stands with the admins. */
export function VerificationState({ profile, zone }: VerificationStateProps) {
  const { isVerified, verificationStatus, verificationDate, rejectionReason } = profile;
  if (isVerified)
    return (
      <EditorNotice tone="success" title="Verified" role="status">
        <p>{verificationDate ? `Checked on ${formatDay(verificationDate, zone)}` : 'Your profile has been checked.'}</p>
        <Checks profile={profile} />
        <p>You keep the badge when you change education, experience or documents, and we look at them again.</p>
      </EditorNotice>
    );
  if (verificationStatus === 'pending')
    return (
      <EditorNotice tone="waiting" title="Under Review" role="status">
        <p>We are looking at your profile and tell you as soon as it is decided. You can go on editing it.</p>
        <Checks profile={profile} />
      </EditorNotice>
    );
  if (verificationStatus === 'rejected')
    return (
      <EditorNotice tone="danger" title="Your profile was not approved" role="status">
        <p className={classes.reason}>{rejectionReason}</p>
        <p>Change what is asked for, then submit it for review again.</p>
        <Checks profile={profile} />
      </EditorNotice>
    );
  return (
    <EditorNotice tone="info" title="Not submitted yet" role="status">
      <p>Complete every item of the checklist below and submit your profile. We check it before it carries the verified badge.</p>
    </EditorNotice>
  );
}

/** Nothing to say before the first of them is done. */
function Checks({ profile: { verificationChecks } }: Pick<VerificationStateProps, 'profile'>) {
  if (!VERIFICATION_CHECKS.some((check) => verificationChecks[check])) return null;
  return (
    <ul className={classes.checks} aria-label="Checks">
      {VERIFICATION_CHECKS.map((check) => {
        const isDone = verificationChecks[check];
        const Icon = isDone ? CircleCheck : CircleDashed;
        return (
          <li key={check}>
            <Icon size={18} aria-hidden="true" />
            {CHECKS[check]}
            {isDone ? <VisuallyHidden>checked</VisuallyHidden> : <span className={classes.state}>not checked yet</span>}
          </li>
        );
      })}
    </ul>
  );
}
