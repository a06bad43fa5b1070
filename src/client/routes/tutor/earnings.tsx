import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { EarningsPage } from '#client/features/tutor-dashboard/earnings-page.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { searchParams, text } from '#client/lib/search-params.ts';

const search = searchParams({ month: text('2026-11'.length) });

export const Route = createFileRoute('/tutor/earnings')({
  validateSearch: search,
  head: ({ match }) => pageTitle(match.context.i18n._(msg`Earnings`)),
  component: EarningsRoute,
});

function EarningsRoute() {
  return <EarningsPage month={Route.useSearch().month} />;
}
