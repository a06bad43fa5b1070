import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import classes from './dashboard-page.module.css';

/** In a file of its own: the gate shows it while the page is being loaded. */
export function DashboardSkeleton() {
  return (
    <Stack>
      <div className={classes.top}>
        <Skeleton height={48} width="min(20rem, 80%)" />
        <Skeleton height={82} radius="lg" />
      </div>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: 'sm', md: 'md' }}>
        {['bookings', 'pending', 'rating', 'subjects'].map((card) => (
          <Skeleton key={card} height={116} radius="lg" />
        ))}
      </SimpleGrid>
      <div className={classes.columns}>
        <Stack>
          <Skeleton height={280} radius="lg" />
          <Skeleton height={380} radius="lg" />
        </Stack>
        <Skeleton height={230} radius="lg" />
      </div>
    </Stack>
  );
}
