import { Badge } from '@mantine/core';
import { BadgeCheck, UserRoundPen } from 'lucide-react';
import classes from '#client/features/tutor-dashboard/dashboard-page.module.css';
import { EarningsCard } from '#client/features/tutor-dashboard/earnings-card.tsx';
import { NextSessions } from '#client/features/tutor-dashboard/next-sessions.tsx';
import { QuickActions } from '#client/features/tutor-dashboard/quick-actions.tsx';
import { StatCards } from '#client/features/tutor-dashboard/stat-cards.tsx';
import { useOwnProfile } from '#client/features/tutor-dashboard/use-own-profile.ts';
import { VacationSwitch } from '#client/features/tutor-dashboard/vacation-switch.tsx';
import { VerificationProgress } from '#client/features/tutor-dashboard/verification-progress.tsx';
import { getFirstName } from '#client/ui/first-name.ts';
import { LastSeenNote } from '#client/ui/last-seen-note.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import { Empty } from '#client/ui/page-state.tsx';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';

export type DashboardPageProps = { name: string; zone: string };

/** Below `OwnProfileGate`, which has waited for the profile. */
export function DashboardPage({ name, zone }: DashboardPageProps) {
  const own = useOwnProfile();
  if (own.state === 'there') return <Desk profile={own.profile} zone={zone} />;
  return (
    <>
      <Welcome name={name} />
      <Empty
        title="Students cannot find you yet"
        text="You have no tutor profile. Say what you teach, when, and at which rate: then students can find and book you."
        icon={<UserRoundPen size={26} />}
        action={<ButtonLink to="/tutor/profile">Complete Your Profile</ButtonLink>}
      />
    </>
  );
}

function Desk({ profile, zone }: { profile: TutorProfileView; zone: string }) {
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <Welcome name={profile.user.name} isVerified={profile.isVerified} />
        <VacationSwitch isOn={profile.vacationMode} />
      </div>
      <LastSeenNote zone={zone} />
      {!profile.isVerified && <VerificationProgress profile={profile} zone={zone} />}
      <StatCards profile={profile} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <NextSessions zone={zone} />
          <EarningsCard />
        </div>
        <div className={classes.column}>
          <QuickActions />
          {profile.isVerified && <VerificationProgress profile={profile} zone={zone} />}
        </div>
      </div>
    </div>
  );
}

type WelcomeProps = { name: string; isVerified?: boolean };

function Welcome({ name, isVerified = false }: WelcomeProps) {
  return (
    <header className={classes.welcome}>
      <h1>{`Welcome, ${getFirstName(name)}`}</h1>
      {isVerified && (
        <Badge color="teal" leftSection={<BadgeCheck size={16} aria-hidden="true" />}>
          Verified
        </Badge>
      )}
    </header>
  );
}
