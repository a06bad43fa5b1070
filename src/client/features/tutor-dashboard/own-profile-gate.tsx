import { VisuallyHidden } from '@mantine/core';
import { UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';
import { ProfileReminder } from '#client/features/tutor-dashboard/profile-reminder.tsx';
import { useFollowedProfile, useOwnProfile } from '#client/features/tutor-dashboard/use-own-profile.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { Empty, ErrorState, Loading } from '#client/ui/page-state.tsx';

export type OwnProfileGateProps = {
  title: string;
  /**
   * `always`: a page that says by itself what it lacks. `found`: one that waits for the answer, whatever it is.
   * `there`: one that is nothing without a profile.
   */
  opens: 'always' | 'found' | 'there';
  /** Whether an incomplete profile is mentioned above the page. */
  reminds: boolean;
  /** Skeletons of the page. */
  waiting?: ReactNode;
  children: ReactNode;
};

/** What the pages of the tutor area have in common: the own profile, which they wait for and follow. */
export function OwnProfileGate({ title, opens, reminds, waiting, children }: OwnProfileGateProps) {
  const own = useOwnProfile();
  const profile = own.state === 'there' ? own.profile : null;
  useFollowedProfile(profile);

  if (opens !== 'always') {
    if (own.state === 'waiting') {
      return (
        <Titled title={title}>
          <Loading label="Loading your profile…">{waiting}</Loading>
        </Titled>
      );
    }
    if (own.state === 'failed') {
      return (
        <Titled title={title}>
          <ErrorState
            title="Error"
            message={errorMessageWithReason(own.error, 'Failed to fetch tutor profile')}
            isRetrying={own.isRetrying}
            onRetry={own.retry}
          />
        </Titled>
      );
    }
    if (own.state === 'none' && opens === 'there') {
      return (
        <Titled title={title}>
          <ProfileNotFound />
        </Titled>
      );
    }
  }
  return (
    <>
      {profile && <ProfileReminder profile={profile} isSilent={!reminds} />}
      {children}
    </>
  );
}

function ProfileNotFound() {
  return (
    <Empty
      title="Profile Not Found"
      text="Please complete your tutor profile to get started."
      icon={<UserRoundX size={26} />}
      action={<ButtonLink to="/tutor/profile">Complete Profile</ButtonLink>}
    />
  );
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <VisuallyHidden>
        <h1>{title}</h1>
      </VisuallyHidden>
      {children}
    </>
  );
}
