import { Badge } from '@mantine/core';
import { CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from '#client/features/tutor-dashboard/verification-progress.module.css';
import { ButtonLink } from '#client/ui/links.tsx';
import { SectionCard } from '#client/ui/section-card.tsx';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { completeness } from '#shared/domain/profile-completeness.ts';
import { formatDay } from '#shared/domain/zone.ts';
import { VERIFICATION_CHECKS, type VerificationCheck } from '#shared/vocabulary/people.ts';

const CHECKS = {
  documents: 'Documents',
  education: 'Education',
  experience: 'Experience',
  background: 'Background',
  interview: 'Interview',
} as const satisfies Record<VerificationCheck, string>;

const STATES = {
  not_started: { label: 'Not started', color: 'gray' },
  pending: { label: 'Under Review', color: 'yellow' },
  rejected: { label: 'Rejected', color: 'red' },
  verified: { label: 'Verified', color: 'teal' },
} as const;
type State = keyof typeof STATES;

export type VerificationProgressProps = { profile: TutorProfileView; zone: string };

/** Where the profile stands on its way to the badge, and what is checked on that way. */
export function VerificationProgress({ profile, zone }: VerificationProgressProps) {
  const state = stateOf(profile);
  const { label, color } = STATES[state];
  const decidedOn = profile.verificationDate && formatDay(profile.verificationDate, zone);

  return (
    <SectionCard title="Verification" aside={<Badge color={color}>{label}</Badge>}>
      <Explanation state={state} profile={profile} decidedOn={decidedOn} />
      <ul className={classes.checks}>
        {VERIFICATION_CHECKS.map((check) => (
          <Check key={check} name={CHECKS[check]} isPassed={profile.verificationChecks[check]} passedOn={decidedOn} />
        ))}
      </ul>
    </SectionCard>
  );
}

type ExplanationProps = { state: State; profile: TutorProfileView; decidedOn: string | null };

function Explanation({ state, profile, decidedOn }: ExplanationProps): ReactNode {
  switch (state) {
    case 'verified':
      return <p className={classes.text}>Students see the badge on your profile and in the search.</p>;
    case 'pending':
      return <p className={classes.text}>We are checking your profile. You are told here and by mail as soon as it is decided.</p>;
    case 'rejected':
      return (
        <div className={classes.reason}>
          <p className={classes.text}>{decidedOn ? `Your profile was not approved on ${decidedOn}.` : 'Your profile was not approved.'}</p>
          {profile.rejectionReason && <blockquote>{profile.rejectionReason}</blockquote>}
          <ButtonLink to="/tutor/profile" size="sm">
            Update Profile
          </ButtonLink>
        </div>
      );
    case 'not_started': {
      const { percentage, isComplete } = completeness(profile);
      return (
        <>
          <p className={classes.text}>
            {isComplete
              ? 'Your profile is complete. Submit it for review to get the badge.'
              : 'Complete your profile and submit it for review to get the badge.'}
          </p>
          <div className={classes.progress}>
            <span className={classes.track} aria-hidden="true">
              <span style={{ width: `${percentage}%` }} />
            </span>
            <span className={classes.share}>{`${percentage}% complete`}</span>
          </div>
        </>
      );
    }
  }
}

type CheckProps = { name: string; isPassed: boolean; passedOn: string | null };

function Check({ name, isPassed, passedOn }: CheckProps) {
  const passed = passedOn ? `Passed on ${passedOn}` : 'Passed';
  return (
    <li data-passed={isPassed || undefined}>
      {isPassed ? <CircleCheck size={20} aria-hidden="true" /> : <CircleDashed size={20} aria-hidden="true" />}
      <span className={classes.check}>{name}</span>
      <span className={classes.result}>{isPassed ? passed : 'Not checked yet'}</span>
    </li>
  );
}

function stateOf({ isVerified, verificationStatus }: TutorProfileView): State {
  if (isVerified) return 'verified';
  return verificationStatus === 'pending' || verificationStatus === 'rejected' ? verificationStatus : 'not_started';
}
