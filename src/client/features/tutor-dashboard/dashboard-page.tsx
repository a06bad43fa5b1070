import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Group, SimpleGrid, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, BookOpen, CalendarCheck, Hourglass, Search, Star, UserRoundPen } from 'lucide-react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { useAccount } from '#client/lib/session/session.ts';
import { getFirstName } from '#client/ui/first-name.ts';
import { LastSeenNote } from '#client/ui/last-seen-note.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import { Empty } from '#client/ui/page-state.tsx';
import { LinkList, type ListedLink } from '#client/ui/row-link.tsx';
import { InlineError, SectionCard } from '#client/ui/section-card.tsx';
import { StatCard } from '#client/ui/stat-card.tsx';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import classes from './dashboard-page.module.css';
import { EarningsCard } from './earnings-card.tsx';
import { NextSessions } from './next-sessions.tsx';
import { useOwnProfile } from './use-own-profile.ts';
import { VacationSwitch } from './vacation-switch.tsx';
import { VerificationProgress } from './verification-progress.tsx';

export function DashboardPage() {
  const { t } = useLingui();
  const { name } = useAccount();
  const own = useOwnProfile();
  if (own.state === 'loaded') return <Dashboard profile={own.profile} />;
  return (
    <>
      <Welcome name={name} />
      <Empty
        title={t`Students cannot find you yet`}
        text={t`You have no tutor profile yet. Add what you teach, when and at what rate, and students can find and book you.`}
        icon={<UserRoundPen size={26} />}
        action={
          <ButtonLink to="/tutor/profile">
            <Trans>Complete Your Profile</Trans>
          </ButtonLink>
        }
      />
    </>
  );
}

function Dashboard({ profile }: { profile: TutorProfileView }) {
  const { t } = useLingui();
  const quickActions: readonly ListedLink[] = [
    { label: t`Edit Profile`, icon: UserRoundPen, link: { to: '/tutor/profile' } },
    { label: t`View Bookings`, icon: CalendarCheck, link: { to: '/tutor/bookings' } },
    { label: t`Browse Tutors`, icon: Search, link: { to: '/tutors' } },
  ];
  return (
    <Stack>
      <div className={classes.top}>
        <Welcome name={profile.user.name} isVerified={profile.isVerified} />
        <VacationSwitch isOn={profile.vacationMode} />
      </div>
      <LastSeenNote />
      {!profile.isVerified && <VerificationProgress profile={profile} />}
      <StatCards profile={profile} />
      <div className={classes.columns}>
        <Stack>
          <NextSessions />
          <EarningsCard />
        </Stack>
        <Stack>
          <SectionCard title={t`Quick actions`}>
            <LinkList links={quickActions} />
          </SectionCard>
          {profile.isVerified && <VerificationProgress profile={profile} />}
        </Stack>
      </div>
    </Stack>
  );
}

type WelcomeProps = { name: string; isVerified?: boolean };

function Welcome({ name, isVerified = false }: WelcomeProps) {
  const firstName = getFirstName(name);
  return (
    <Group component="header" gap="0.5rem 0.875rem">
      <Title order={1} miw={0}>
        <Trans>Welcome, {firstName}</Trans>
      </Title>
      {isVerified && (
        <Badge color="teal" leftSection={<BadgeCheck size={16} aria-hidden="true" />}>
          <Trans>Verified</Trans>
        </Badge>
      )}
    </Group>
  );
}

function StatCards({ profile }: { profile: TutorProfileView }) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const counts = useQuery(trpc.bookings.counts.queryOptions(undefined, { refetchInterval: BOOKING.clockMs }));
  const { data, error } = counts;
  const placeholder = error ? null : undefined;
  const { totalReviews } = profile;

  return (
    <>
      <SimpleGrid component="ul" cols={{ base: 2, md: 4 }} spacing={{ base: 'sm', md: 'md' }}>
        <li>
          <StatCard
            name={t`Total bookings`}
            value={data ? data.pending + data.completed : placeholder}
            hint={t`Pending and completed`}
            icon={CalendarCheck}
            link={{ to: '/tutor/bookings', search: { filter: 'all' } }}
          />
        </li>
        <li>
          <StatCard
            name={t`Pending`}
            value={data?.pending ?? placeholder}
            hint={data?.pending === 0 ? t`Nobody is waiting` : t`Waiting for your answer`}
            icon={Hourglass}
            link={{ to: '/tutor/bookings', search: { filter: 'pending' } }}
          />
        </li>
        <li>
          <StatCard
            name={t`Rating`}
            value={profile.rating.toFixed(1)}
            hint={totalReviews === 0 ? t`No reviews yet` : t`${plural(totalReviews, { one: 'From # review', other: 'From # reviews' })}`}
            icon={Star}
            link={{ to: '/tutors/$id', params: { id: profile.id }, search: { tab: 'reviews' } }}
          />
        </li>
        <li>
          <StatCard
            name={t`Subjects`}
            value={profile.subjects.length}
            hint={profile.subjects.length === 0 ? t`Add what you teach` : t`In your profile`}
            icon={BookOpen}
            link={{ to: '/tutor/profile' }}
          />
        </li>
      </SimpleGrid>
      {!data && error && <InlineError message={errorMessageWithReason(error, t`Failed to fetch bookings`)} query={counts} />}
    </>
  );
}
