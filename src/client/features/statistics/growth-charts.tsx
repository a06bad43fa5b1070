import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { InlineError, SectionCard } from '#client/ui/section-card.tsx';
import { CHART_PERIODS, type ChartPeriod } from '#shared/contracts/statistics.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import classes from './growth-charts.module.css';
import { PeriodChart } from './period-chart.tsx';

const PERIODS = { days: '30 days', weeks: '12 weeks', months: '12 months' } as const satisfies Record<ChartPeriod, string>;

const FIGURES = new Intl.NumberFormat('en-IN');
const inFigures = (value: number): string => FIGURES.format(value);

export type GrowthChartsProps = { period: ChartPeriod };

/** Bookings, revenue and sign-ups over time. */
export function GrowthCharts({ period }: GrowthChartsProps) {
  const { data, error, isFetching, refetch } = trpc.statistics.charts.useQuery({ period }, { refetchInterval: BOOKING.clockMs });
  const switcher = (
    <nav aria-label="Period">
      <ul className={classes.periods}>
        {CHART_PERIODS.map((one) => (
          <li key={one}>
            <Link
              to="/admin/dashboard"
              search={{ period: one === 'days' ? undefined : one }}
              activeOptions={{ exact: true }}
              replace
              className={classes.period}
            >
              {PERIODS[one]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );

  return (
    <SectionCard title="Over time" aside={switcher}>
      {!data && !error && <Skeleton height={540} />}
      {!data && error && (
        <InlineError
          message={errorMessageWithReason(error, 'Failed to fetch dashboard stats')}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <>
          <PeriodChart
            title="Bookings made"
            period={period}
            points={data.points}
            parts={[{ name: 'Bookings', colour: 'primary', countOf: (point) => point.bookings }]}
            inWords={inFigures}
          />
          <PeriodChart
            title="Revenue of completed sessions"
            period={period}
            points={data.points}
            parts={[{ name: 'Revenue', colour: 'accent', countOf: (point) => point.revenue }]}
            inWords={formatRupees}
          />
          <PeriodChart
            title="Sign-ups"
            period={period}
            points={data.points}
            parts={[
              { name: 'Students', colour: 'primary', countOf: (point) => point.students },
              { name: 'Tutors', colour: 'accent', countOf: (point) => point.tutors },
            ]}
            inWords={inFigures}
          />
        </>
      )}
    </SectionCard>
  );
}
