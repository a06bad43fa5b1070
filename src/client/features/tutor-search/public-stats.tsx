import { useEffect } from 'react';
import { trpc } from '#client/api/trpc.ts';
import classes from './public-stats.module.css';
import { STATS } from './search-calls.ts';

/** How good and how much; without an answer there is nothing to see. */
export function PublicStats() {
  const { data, error } = trpc.statistics.public.useQuery(...STATS);

  useEffect(() => {
    if (error) console.error('the public statistics could not be read', error);
  }, [error]);

  return (
    <dl className={classes.figures}>
      {data && data.averageRating > 0 && (
        <div>
          <dt>average rating</dt>
          <dd>{data.averageRating.toFixed(1)}</dd>
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
