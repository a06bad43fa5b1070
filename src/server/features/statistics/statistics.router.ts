import { admin, anyone, router } from '#server/core/trpc.ts';
import { chartsInput, chartsView, dashboardStats, publicStats as publicStatsView, waitingView } from '#shared/contracts/statistics.ts';
import { chartsOf, dashboardStatsOf, waitingFor } from './dashboard.queries.ts';
import { publicStats } from './statistics.queries.ts';

const forAdmins = admin.meta({ failed: 'Failed to fetch dashboard stats', refused: 'Only admins can view dashboard stats' });

export const statisticsRouter = router({
  public: anyone.output(publicStatsView).query(({ ctx }) => publicStats(ctx)),
  dashboard: forAdmins.output(dashboardStats).query(({ ctx }) => dashboardStatsOf(ctx)),
  charts: forAdmins
    .input(chartsInput)
    .output(chartsView)
    .query(({ ctx, input }) => chartsOf(ctx, input)),
  waiting: forAdmins.output(waitingView).query(({ ctx }) => waitingFor(ctx)),
});
