import { createFileRoute } from '@tanstack/react-router';
import { DashboardPage } from '#client/features/statistics/dashboard-page.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { oneOf, searchParams } from '#client/lib/search-params.ts';
import type { ChartPeriod } from '#shared/contracts/statistics.ts';

const search = searchParams({ period: oneOf(['weeks', 'months']) });
const periodIn = ({ period }: { period?: ChartPeriod }): ChartPeriod => period ?? 'days';

export const Route = createFileRoute('/admin/dashboard')({
  validateSearch: search,
  loaderDeps: ({ search }) => ({ period: periodIn(search) }),
  loader: ({ context: { api, queryClient }, deps: { period } }) => {
    void queryClient.prefetchQuery(api.statistics.dashboard.queryOptions());
    void queryClient.prefetchQuery(api.statistics.waiting.queryOptions());
    void queryClient.prefetchQuery(api.statistics.charts.queryOptions({ period }));
  },
  head: () => pageTitle('Admin Dashboard'),
  component: AdminDashboard,
});

function AdminDashboard() {
  return <DashboardPage period={periodIn(Route.useSearch())} />;
}
