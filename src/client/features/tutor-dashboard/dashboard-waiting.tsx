import { Skeleton } from '@mantine/core';
import classes from '#client/features/tutor-dashboard/dashboard-page.module.css';

/** In the shape of the dashboard. */
export function DashboardWaiting() {
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <Skeleton height={48} width="min(20rem, 80%)" />
        <Skeleton height={82} radius="lg" />
      </div>
      <div className={classes.stats}>
        {['bookings', 'pending', 'rating', 'subjects'].map((card) => (
          <Skeleton key={card} height={116} radius="lg" />
        ))}
      </div>
      <div className={classes.columns}>
        <div className={classes.column}>
          <Skeleton height={280} radius="lg" />
          <Skeleton height={380} radius="lg" />
        </div>
        <div className={classes.column}>
          <Skeleton height={230} radius="lg" />
        </div>
      </div>
    </div>
  );
}
