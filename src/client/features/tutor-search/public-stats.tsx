import { Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import classes from './public-stats.module.css';
import { STATS_QUERY } from './search-state.ts';

const [INPUT, OPTIONS] = STATS_QUERY;

export type PublicStatsProps = {
  isFull?: boolean;
};

export function PublicStats({ isFull = false }: PublicStatsProps) {
  const { data, error } = trpc.statistics.public.useQuery(INPUT, OPTIONS);

  useEffect(() => {
    if (error) console.error('the public statistics could not be read', error);
  }, [error]);

  return (
    <Group component="dl" gap="0 1.75rem" className={classes.stats} mod={{ full: isFull }}>
      {isFull && data && <Stat label={data.totalTutors === 1 ? 'verified tutor' : 'verified tutors'} value={formatNumber(data.totalTutors)} />}
      {data && data.averageRating > 0 && <Stat label="average rating" value={data.averageRating.toFixed(1)} />}
      {isFull && data && data.totalReviews > 0 && (
        <Stat label={data.totalReviews === 1 ? 'review' : 'reviews'} value={formatNumber(data.totalReviews)} />
      )}
      {data && <Stat label="active subjects" value={formatNumber(data.activeSubjects)} />}
    </Group>
  );
}

function Stat({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.stat}>
      <Text component="dt" c="dimmed">
        {label}
      </Text>
      <Text component="dd" c="var(--vidya-accent)" ff="heading" fz="1.375rem" fw={600} lh="2rem">
        {value}
      </Text>
    </div>
  );
}
