import { useEffect } from 'react';
import { trpc } from '#client/lib/rpc/trpc.ts';
import classes from './public-stats.module.css';
import { STATS } from './search-calls.ts';

export type PublicStatsProps = {
  /** Beside those of the search page, how many tutors and reviews there are. */
  isFull?: boolean;
};

/** How good and how much; without an answer there is nothing to see. */
export function PublicStats({ isFull = false }: PublicStatsProps) {
  const { data, error } = trpc.statistics.public.useQuery(...STATS);

  useEffect(() => {
    if (error) console.error('the public statistics could not be read', error);
  }, [error]);

  return (
    <dl className={classes.figures} data-full={isFull || undefined}>
      {isFull && data && (
        <div>
          <dt>{data.totalTutors === 1 ? 'verified tutor' : 'verified tutors'}</dt>
          <dd>{data.totalTutors.toLocaleString('en-IN')}</dd>
        </div>
      )}
      {data && data.averageRating > 0 && (
        <div>
          <dt>average rating</dt>
          <dd>{data.averageRating.toFixed(1)}</dd>
        </div>
      )}
      {isFull && data && data.totalReviews > 0 && (
        <div>
          <dt>{data.totalReviews === 1 ? 'review' : 'reviews'}</dt>
          <dd>{data.totalReviews.toLocaleString('en-IN')}</dd>
        </div>
      )}
      {data && (
        <div>
          <dt>active subjects</dt>
          <dd>{data.activeSubjects.toLocaleString('en-IN')}</dd>
        </div>
      )}
    </dl>
  );
}
