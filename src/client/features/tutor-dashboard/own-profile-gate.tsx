import { Trans, useLingui } from '@lingui/react/macro';
import { SimpleGrid, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { Empty, ErrorState, Loading } from '#client/ui/page-state.tsx';
import classes from './dashboard-page.module.css';
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
  const { t } = useLingui();
  const own = useOwnProfile();
  const profile = own.state === 'loaded' ? own.profile : null;
  useProfileUpdates(profile);

  if (requires !== 'nothing') {
    if (own.state === 'loading') {
      return (
        <WithTitle title={title}>
          <Loading label={t`Loading your profile…`}>{skeleton}</Loading>
        </WithTitle>
      );
    }
    if (own.state === 'failed') {
      return (
        <WithTitle title={title}>
          <ErrorState
            title={t`Error`}
            message={errorMessageWithReason(own.error, t`Failed to fetch tutor profile`)}
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
            title={t`Profile Not Found`}
            text={t`Please complete your tutor profile to get started.`}
            icon={<UserRoundX size={26} />}
            action={
              <ButtonLink to="/tutor/profile">
                <Trans>Complete Profile</Trans>
              </ButtonLink>
            }
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

/** In a file of its own: the gate shows it while the page is being loaded. */
export function DashboardSkeleton() {
  return (
    <Stack>
      <div className={classes.top}>
        <Skeleton height={48} width="min(20rem, 80%)" />
        <Skeleton height={82} radius="lg" />
      </div>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: 'sm', md: 'md' }}>
        {['bookings', 'pending', 'rating', 'subjects'].map((card) => (
          <Skeleton key={card} height={116} radius="lg" />
        ))}
      </SimpleGrid>
      <div className={classes.columns}>
        <Stack>
          <Skeleton height={280} radius="lg" />
          <Skeleton height={380} radius="lg" />
        </Stack>
        <Skeleton height={230} radius="lg" />
      </div>
    </Stack>
  );
}
