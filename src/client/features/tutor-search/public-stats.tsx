import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import classes from './public-stats.module.css';
import { STATS_QUERY } from './search-state.ts';

const [INPUT, OPTIONS] = STATS_QUERY;

export type PublicStatsProps = {
  isFull?: boolean;
};

export function PublicStats({ isFull = false }: PublicStatsProps) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const { data, error } = useQuery(trpc.statistics.public.queryOptions(INPUT, OPTIONS));

  useEffect(() => {
    if (error) console.error('the public statistics could not be read', error);
  }, [error]);

  return (
    <dl className={classes.stats} data-full={isFull || undefined}>
      {isFull && data && (
        <Stat label={t`${plural(data.totalTutors, { one: 'verified tutor', other: 'verified tutors' })}`} value={formatNumber(data.totalTutors)} />
      )}
      {data && data.averageRating > 0 && <Stat label={t`average rating`} value={data.averageRating.toFixed(1)} />}
      {isFull && data && data.totalReviews > 0 && (
        <Stat label={t`${plural(data.totalReviews, { one: 'review', other: 'reviews' })}`} value={formatNumber(data.totalReviews)} />
      )}
      {data && <Stat label={t`active subjects`} value={formatNumber(data.activeSubjects)} />}
    </dl>
  );
}

function Stat({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.stat}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
