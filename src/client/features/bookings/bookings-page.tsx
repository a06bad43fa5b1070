import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { LastSeenNote } from '#client/ui/last-seen-note.tsx';
import { useMinuteClock } from '#client/ui/use-minute-clock.ts';
import { ZoneNote } from '#client/ui/zoned-time.tsx';
import { BookingsFilter, type BookingsFilterProps } from './bookings-filter.tsx';
import classes from './bookings-page.module.css';

export type BookingsPageProps<F extends string> = BookingsFilterProps<F> & { title: string; zone: string; children: ReactNode };

/** Heading and filter above a list of bookings. */
export function BookingsPage<F extends string>({ title, zone, children, ...filter }: BookingsPageProps<F>) {
  const now = useMinuteClock();
  return (
    <>
      <div className={classes.head}>
        <Title order={1}>{title}</Title>
        <ZoneNote zone={zone} now={now} />
      </div>
      <LastSeenNote zone={zone} />
      <BookingsFilter {...filter} />
      {children}
    </>
  );
}
