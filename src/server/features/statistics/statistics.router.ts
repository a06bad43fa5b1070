import { anyone, router } from '#server/core/trpc.ts';
import { publicStats as publicStatsView } from '#shared/contracts/statistics.ts';
import { publicStats } from './statistics.queries.ts';

export const statisticsRouter = router({
  public: anyone.output(publicStatsView).query(({ ctx }) => publicStats(ctx)),
});
