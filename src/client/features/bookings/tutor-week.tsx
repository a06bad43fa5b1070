import { Link } from '@tanstack/react-router';
import { CalendarClock, ChevronLeft, ChevronRight } from 'lucide-react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { Empty, ErrorState } from '#client/ui/page-state.tsx';
import { useMinuteClock } from '#client/ui/use-minute-clock.ts';
import { addDays } from '#shared/domain/zone.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import classes from './tutor-week.module.css';
import { daysOfWeek, mondayOf, weekInWords } from './week-days.ts';
import { WeekGrid, WeekLoading } from './week-grid.tsx';

const WEEK = 7;

export type TutorWeekProps = {
  /** A date of the week, as the address has it. */
  week?: string;
  zone: string;
};

export function TutorWeek({ week, zone }: TutorWeekProps) {
  const now = useMinuteClock();
  const monday = mondayOf(week, now, zone);

  return (
    <section aria-labelledby="week">
      <div className={classes.head}>
        <h2 id="week" className={classes.title} aria-live="polite">
          {weekInWords(monday)}
        </h2>
        <nav className={classes.turns} aria-label="Week">
          <Link to="/tutor/bookings" search={{ view: 'week', week: addDays(monday, -WEEK) }} className={classes.turn} aria-label="Previous week">
            <ChevronLeft size={20} aria-hidden="true" />
          </Link>
          <Link to="/tutor/bookings" search={{ view: 'week' }} activeOptions={{ exact: true }} className={classes.turn}>
            This week
          </Link>
          <Link to="/tutor/bookings" search={{ view: 'week', week: addDays(monday, WEEK) }} className={classes.turn} aria-label="Next week">
            <ChevronRight size={20} aria-hidden="true" />
          </Link>
        </nav>
      </div>
      <Sessions monday={monday} now={now} zone={zone} />
    </section>
  );
}

type SessionsProps = { monday: string; now: Date; zone: string };

function Sessions({ monday, now, zone }: SessionsProps) {
  const { data, error, isFetching, refetch } = trpc.bookings.week.useQuery({ from: monday }, { refetchInterval: BOOKING.clockMs });
  // Without them the week still says what it is for.
  const { data: daysOff = [] } = trpc.daysOff.own.useQuery();

  if (!data) {
    if (!error) return <WeekLoading />;
    return (
      <ErrorState
        title="Error fetching bookings."
        message={errorMessage(error, 'Failed to fetch bookings')}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }

  const days = daysOfWeek({ monday, bookings: data, daysOff, now, zone });
  const isEmpty = days.every(({ sessions }) => sessions.length === 0);
  if (isEmpty && days.every(({ off }) => off.length === 0)) {
    return (
      <Empty
        title="No sessions in this week"
        text="Requests and confirmed sessions stand here at their time, as soon as there are any."
        icon={<CalendarClock size={26} />}
      />
    );
  }
  return (
    <>
      {isEmpty && <p className={classes.none}>No sessions in this week</p>}
      <WeekGrid days={days} now={now} zone={zone} />
    </>
  );
}
