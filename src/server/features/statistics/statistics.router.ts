import { adminProcedure, router, sharedProcedure } from '#server/core/trpc.ts';
import { chartsInput, chartsView, dashboardStats, publicStats as publicStatsView, waitingView } from '#shared/contracts/statistics.ts';
import { getCharts, getDashboardStats, getPublicStats, getWaiting } from './statistics.queries.ts';

const forAdmins = adminProcedure.meta({ failed: 'Failed to fetch dashboard stats', refused: 'Only admins can view dashboard stats' });

export const statisticsRouter = router({
  public: sharedProcedure.output(publicStatsView).query(({ ctx }) => getPublicStats(ctx)),
  dashboard: forAdmins.output(dashboardStats).query(({ ctx }) => getDashboardStats(ctx)),
  charts: forAdmins
    .input(chartsInput)
    .output(chartsView)
    .query(({ ctx, input }) => getCharts(ctx, input)),
  waiting: forAdmins.output(waitingView).query(({ ctx }) => getWaiting(ctx)),
});
