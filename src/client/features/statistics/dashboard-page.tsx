import { Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { BookOpen, CalendarCheck, ChevronRight, CircleCheck, Flag, GraduationCap, Hourglass, LayoutGrid, UsersRound, Wallet } from 'lucide-react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { useMinuteClock } from '#client/ui/clock.ts';
import { DividedList } from '#client/ui/divided-list.tsx';
import { Page } from '#client/ui/page.tsx';
import { LinkList, type ListedLink } from '#client/ui/row-link.tsx';
import { InlineError, SectionCard } from '#client/ui/section-card.tsx';
import { StatCard } from '#client/ui/stat-card.tsx';
import type { ChartPeriod, WaitingCount, WaitingView } from '#shared/contracts/statistics.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { relativeTime } from '#shared/domain/relative-time.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import classes from './dashboard-page.module.css';
import { formatCount, GrowthCharts } from './growth-charts.tsx';

const SHORTCUTS: readonly ListedLink[] = [
  { label: 'Manage Tutors', icon: GraduationCap, link: { to: '/admin/tutors' } },
  { label: 'Manage Students', icon: UsersRound, link: { to: '/admin/students' } },
  { label: 'Manage Bookings', icon: CalendarCheck, link: { to: '/admin/bookings' } },
  { label: 'Manage Categories', icon: LayoutGrid, link: { to: '/admin/subject-categories' } },
  { label: 'Manage Subjects', icon: BookOpen, link: { to: '/admin/subjects' } },
  { label: 'Reports', icon: Flag, link: { to: '/admin/reports' } },
];

export type DashboardPageProps = { period: ChartPeriod };

export function DashboardPage({ period }: DashboardPageProps) {
  return (
    <Page title="Admin Dashboard">
      <StatCards />
      <div className={classes.columns}>
        <Stack>
          <WaitingList />
          <GrowthCharts period={period} />
        </Stack>
        <div>
          <SectionCard title="Shortcuts">
            <LinkList links={SHORTCUTS} />
          </SectionCard>
        </div>
      </div>
    </Page>
  );
}

function StatCards() {
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.statistics.dashboard.queryOptions(undefined, { refetchInterval: BOOKING.clockMs }));
  const placeholder = error ? null : undefined;
  const format = (count: number | undefined) => (count === undefined ? placeholder : formatCount(count));

  return (
    <>
      <SimpleGrid component="ul" cols={{ base: 2, md: 3 }} spacing={{ base: 'sm', sm: 'md' }}>
        <li>
          <StatCard name="Tutors" value={format(data?.totalTutors)} hint="Verified or not" icon={GraduationCap} link={{ to: '/admin/tutors' }} />
        </li>
        <li>
          <StatCard name="Students" value={format(data?.totalStudents)} hint="With an account" icon={UsersRound} link={{ to: '/admin/students' }} />
        </li>
        <li>
          <StatCard
            name="Active subjects"
            value={format(data?.activeSubjects)}
            hint="In the catalogue"
            icon={BookOpen}
            link={{ to: '/admin/subjects' }}
          />
        </li>
        <li>
          <StatCard
            name="Pending verifications"
            value={format(data?.pendingVerifications)}
            hint={data?.pendingVerifications === 0 ? 'Nobody is waiting' : 'Waiting for your decision'}
            icon={Hourglass}
            link={{ to: '/admin/verification' }}
          />
        </li>
        <li>
          <StatCard
            name="Bookings"
            value={format(data?.totalBookings)}
            hint="Of every status"
            icon={CalendarCheck}
            link={{ to: '/admin/bookings' }}
          />
        </li>
        <li>
          <StatCard
            name="Revenue"
            value={data ? formatRupees(data.totalRevenue) : placeholder}
            hint="Of completed sessions"
            icon={Wallet}
            link={{ to: '/admin/bookings', search: { status: 'completed' } }}
          />
        </li>
      </SimpleGrid>
      {!data && error && <InlineError message={errorMessageWithReason(error, 'Failed to fetch dashboard stats')} query={{ isFetching, refetch }} />}
    </>
  );
}

type Kind = { name: keyof WaitingView; singular: string; plural: string; link: LinkProps };

const KINDS: readonly Kind[] = [
  { name: 'toReview', singular: 'tutor to review', plural: 'tutors to review', link: { to: '/admin/verification' } },
  {
    name: 'changed',
    singular: 'verified profile that changed',
    plural: 'verified profiles that changed',
    link: { to: '/admin/verification', search: { show: 'changed' } },
  },
  { name: 'reports', singular: 'open report', plural: 'open reports', link: { to: '/admin/reports', search: { state: 'open' } } },
  {
    name: 'deadJobs',
    singular: 'background job that failed for good',
    plural: 'background jobs that failed for good',
    link: { to: '/admin/failed-jobs' },
  },
];

function WaitingList() {
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.statistics.waiting.queryOptions(undefined, { refetchInterval: BOOKING.clockMs }));
  const waiting = data ? KINDS.filter(({ name }) => data[name].count > 0) : [];

  return (
    <SectionCard title="Needs attention">
      {!data && !error && <Skeleton height={112} />}
      {!data && error && <InlineError message={errorMessageWithReason(error, 'Failed to fetch dashboard stats')} query={{ isFetching, refetch }} />}
      {data && waiting.length === 0 && (
        <Group component="p" gap="0.5rem" c="dimmed">
          <CircleCheck size={20} color="var(--vidya-success-ink)" aria-hidden="true" />
          Nothing waits for you.
        </Group>
      )}
      {data && waiting.length > 0 && (
        <DividedList>
          {waiting.map((kind) => (
            <li key={kind.name}>
              <Entry kind={kind} waiting={data[kind.name]} />
            </li>
          ))}
        </DividedList>
      )}
    </SectionCard>
  );
}

function Entry({ kind: { singular, plural, link }, waiting: { count, isMore, since } }: { kind: Kind; waiting: WaitingCount }) {
  const now = useMinuteClock();
  return (
    <Link {...link} className={classes.entry}>
      <Text span px="xs" py={2} bdrs={999} bg="var(--vidya-accent-tint)" c="var(--vidya-accent-ink)" fw={650} ta="center" data-tabular>
        {isMore ? `${count}+` : count}
      </Text>
      <Text span fw={550} lh={1.4} className={classes.label}>
        {count === 1 && !isMore ? singular : plural}
        {since && <Text span display="block" size="sm" c="dimmed">{`The first came ${relativeTime(since, now)}`}</Text>}
      </Text>
      <ChevronRight size={18} aria-hidden="true" />
    </Link>
  );
}
