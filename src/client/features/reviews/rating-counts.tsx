import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import classes from './rating-counts.module.css';

/** How many reviews gave each number of stars. Where they cannot be fetched there are none: the reviews themselves matter more. */
export function RatingCounts({ tutorId }: { tutorId: string }) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const { data, isError } = useQuery(trpc.reviews.ratings.queryOptions({ tutorId }));
  if (isError) return null;
  const counts = data?.counts ?? [null, null, null, null, null];
  const total = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  return (
    <ul className={classes.list} aria-label={t`Reviews by stars`}>
      {counts
        .map((count, index) => ({ count, stars: index + 1 }))
        .reverse()
        .map(({ count, stars }) => (
          <li key={stars} className={classes.row}>
            <span>
              <Plural value={stars} one="# star" other="# stars" />
            </span>
            <span className={classes.track} aria-hidden="true">
              <span className={classes.bar} style={{ width: `${(100 * (count ?? 0)) / Math.max(total, 1)}%` }} />
            </span>
            <span className={classes.count}>{count !== null && <Plural value={count} one="# review" other="# reviews" />}</span>
          </li>
        ))}
    </ul>
  );
}
