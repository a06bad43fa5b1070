import { VisuallyHidden } from '@mantine/core';
import { UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { Empty, ErrorState, Loading } from '#client/ui/page-state.tsx';
import { ProfileReminder } from './profile-reminder.tsx';
import { useOwnProfile, useProfileUpdates } from './use-own-profile.ts';

export type OwnProfileGateProps = {
  title: string;
  requires: 'nothing' | 'loaded' | 'profile';
  showsReminder: boolean;
  skeleton?: ReactNode;
  children: ReactNode;
};

export function OwnProfileGate({ title, requires, showsReminder, skeleton, children }: OwnProfileGateProps) {
  const own = useOwnProfile();
  const profile = own.state === 'loaded' ? own.profile : null;
  useProfileUpdates(profile);

  if (requires !== 'nothing') {
    if (own.state === 'loading') {
      return (
        <WithTitle title={title}>
          <Loading label="Loading your profile…">{skeleton}</Loading>
        </WithTitle>
      );
    }
    if (own.state === 'failed') {
      return (
        <WithTitle title={title}>
          <ErrorState
            title="Error"
            message={errorMessageWithReason(own.error, 'Failed to fetch tutor profile')}
            isRetrying={own.isRetrying}
            onRetry={own.retry}
          />
        </WithTitle>
      );
    }
    if (own.state === 'missing' && requires === 'profile') {
      return (
        <WithTitle title={title}>
          <Empty
            title="Profile Not Found"
            text="Please complete your tutor profile to get started."
            icon={<UserRoundX size={26} />}
            action={<ButtonLink to="/tutor/profile">Complete Profile</ButtonLink>}
          />
        </WithTitle>
      );
    }
  }
  return (
    <>
      {profile && <ProfileReminder profile={profile} isSilent={!showsReminder} />}
      {children}
    </>
  );
}

function WithTitle({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <VisuallyHidden>
        <h1>{title}</h1>
      </VisuallyHidden>
      {children}
    </>
  );
}
