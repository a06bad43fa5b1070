import { Skeleton } from '@mantine/core';
import { Loading } from '#client/ui/page-state.tsx';
import classes from './profile-loading.module.css';

/** In the shape of the profile, so that nothing jumps. A route's pending component is in the first chunk: keep it small. */
export function ProfileLoading() {
  return (
    <div className={classes.page}>
      <Loading label="Loading profile…">
        <div className={classes.head}>
          <div className={classes.portrait}>
            <Skeleton height="100%" />
          </div>
          <div className={classes.lines}>
            <Skeleton height={34} width="60%" />
            <Skeleton height={18} width="80%" />
            <Skeleton height={18} width="45%" />
          </div>
          <div className={classes.offer}>
            <Skeleton height={20} />
            <Skeleton height={20} />
            <Skeleton height={44} />
          </div>
        </div>
        <div className={classes.columns}>
          <div className={classes.lines}>
            <Skeleton height={44} width="80%" />
            <Skeleton height={18} />
            <Skeleton height={18} width="94%" />
            <Skeleton height={18} width="88%" />
            <Skeleton height={18} width="52%" />
          </div>
          <Skeleton height={220} />
        </div>
      </Loading>
    </div>
  );
}
