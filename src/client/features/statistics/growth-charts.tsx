import { Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { InlineError, SectionCard } from '#client/ui/section-card.tsx';
import { CHART_PERIODS, type ChartPeriod } from '#shared/contracts/statistics.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { PeriodChart } from './period-chart.tsx';

const PERIODS = { days: '30 days', weeks: '12 weeks', months: '12 months' } as const satisfies Record<ChartPeriod, string>;

const COUNT = new Intl.NumberFormat('en-IN');
export const formatCount = (count: number): string => COUNT.format(count);

export type GrowthChartsProps = { period: ChartPeriod };

export function GrowthCharts({ period }: GrowthChartsProps) {
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.statistics.charts.queryOptions({ period }, { refetchInterval: BOOKING.clockMs }));
  const switcher = (
    <nav aria-label="Period">
      <Group component="ul" gap={6}>
        {CHART_PERIODS.map((value) => (
          <li key={value}>
            <ButtonLink
              to="/admin/dashboard"
              search={{ period: value === 'days' ? undefined : value }}
              activeOptions={{ exact: true }}
              replace
              variant="chip"
              h={{ base: '2.75rem', sm: '2.25rem' }}
              px="sm"
              fz="sm"
            >
              {PERIODS[value]}
            </ButtonLink>
          </li>
        ))}
      </Group>
    </nav>
  );

  return (
    <SectionCard title="Over time" aside={switcher}>
      {!data && !error && <Skeleton height={540} />}
      {!data && error && <InlineError message={errorMessageWithReason(error, 'Failed to fetch dashboard stats')} query={{ isFetching, refetch }} />}
      {data && (
        <>
          <PeriodChart
            title="Bookings made"
            period={period}
            points={data.points}
            parts={[{ name: 'Bookings', colour: 'primary', getValue: (point) => point.bookings }]}
            format={formatCount}
          />
          <PeriodChart
            title="Revenue of completed sessions"
            period={period}
            points={data.points}
            parts={[{ name: 'Revenue', colour: 'accent', getValue: (point) => point.revenue }]}
            format={formatRupees}
          />
          <PeriodChart
            title="Sign-ups"
            period={period}
            points={data.points}
            parts={[
              { name: 'Students', colour: 'primary', getValue: (point) => point.students },
              { name: 'Tutors', colour: 'accent', getValue: (point) => point.tutors },
            ]}
            format={formatCount}
          />
        </>
      )}
    </SectionCard>
  );
}
