import { Page } from '#client/ui/page.tsx';
import type { ChartPeriod } from '#shared/contracts/statistics.ts';
import classes from './dashboard-page.module.css';
import { DashboardStatCards } from './dashboard-stat-cards.tsx';
import { GrowthCharts } from './growth-charts.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { WaitingList } from './waiting-list.tsx';

export type DashboardPageProps = { period: ChartPeriod };

/** What an admin sees first. */
export function DashboardPage({ period }: DashboardPageProps) {
  return (
    <Page title="Admin Dashboard">
      <DashboardStatCards />
      <div className={classes.columns}>
        <div className={classes.column}>
          <WaitingList />
          <GrowthCharts period={period} />
        </div>
        <div className={classes.column}>
          <Shortcuts />
        </div>
      </div>
    </Page>
  );
}
