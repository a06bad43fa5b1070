import { SimpleGrid, Stack } from '@mantine/core';
import { BookOpen, CalendarCheck, Flag, GraduationCap, Hourglass, LayoutGrid, UsersRound, Wallet } from 'lucide-react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { Page } from '#client/ui/page.tsx';
import { LinkList, type ListedLink } from '#client/ui/row-link.tsx';
import { InlineError, SectionCard } from '#client/ui/section-card.tsx';
import { StatCard } from '#client/ui/stat-card.tsx';
import type { ChartPeriod } from '#shared/contracts/statistics.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import classes from './dashboard-page.module.css';
import { formatCount, GrowthCharts } from './growth-charts.tsx';
import { WaitingList } from './waiting-list.tsx';

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
  const { data, error, isFetching, refetch } = trpc.statistics.dashboard.useQuery(undefined, { refetchInterval: BOOKING.clockMs });
  const placeholder = error ? null : undefined;
  const format = (count: number | undefined) => (count === undefined ? placeholder : formatCount(count));

  return (
    <>
      <SimpleGrid component="ul" cols={{ base: 2, sm: 3 }} spacing={{ base: 'sm', sm: 'md' }}>
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
            link={{ to: '/admin/tutors', search: { filter: 'pending' } }}
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
