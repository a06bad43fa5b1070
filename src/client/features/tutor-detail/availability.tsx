import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import type { Outputs } from '#client/lib/rpc/trpc.ts';
import { ErrorState } from '#client/ui/page-state.tsx';
import { ZoneNote } from '#client/ui/zoned-time.tsx';
import type { SubjectEntryView, TutorProfileView } from '#shared/contracts/tutors.ts';
import { bookableDates } from '#shared/domain/booking-window.ts';
import { listTimesOfDay } from '#shared/domain/free-times.ts';
import { isBookable } from '#shared/domain/on-offer.ts';
import { addDays } from '#shared/domain/zone.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import classes from './availability.module.css';
import { AvailabilityLoading } from './availability-loading.tsx';
import type { Booking } from './book-button.tsx';
import { FreeDays, freeIn, type ShownDay } from './free-days.tsx';
import { FreeHours } from './free-hours.tsx';
import { useLiveCalendar } from './use-live-calendar.ts';
import { WeekHours } from './week-hours.tsx';

type Calendar = Outputs['tutors']['availability'];

export type AvailabilityProps = {
  tutor: TutorProfileView;
  calendar: { data: Calendar | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  /** The subject to begin with, by id or name. */
  wanted: string | undefined;
  booking: Booking;
  now: Date;
  zone: string;
};

/** Which of the days that can be booked have free hours, which hours of one they are, and the hours of every week. */
export function Availability({ tutor, calendar, wanted, booking, now, zone }: AvailabilityProps) {
  useLiveCalendar(tutor.id, calendar.refetch);
  const [chosen, setChosen] = useState(wanted);
  const [shown, setShown] = useState<string>();
  const entry = subjectOf(tutor, chosen);
  if (!entry) return <p className={classes.none}>No times published yet</p>;

  const { id, name } = entry.subject;
  const days = calendar.data && daysOf({ calendar: calendar.data, subjectId: id, now, zone });
  const day = days?.find(({ date }) => date === shown) ?? days?.find((one) => freeIn(one).length > 0);

  return (
    <div className={classes.availability}>
      {tutor.subjects.length > 1 ? (
        <label className={classes.subject}>
          <span className={classes.hidden}>Subject</span>
          <select value={id} onChange={(event) => setChosen(event.currentTarget.value)}>
            {tutor.subjects.map(({ subject }) => (
              <option key={subject.id} value={subject.id}>
                {subject.name}
              </option>
            ))}
          </select>
          <ChevronDown size={18} aria-hidden="true" />
        </label>
      ) : (
        <p className={classes.name}>{name}</p>
      )}

      {!days && !calendar.error && <AvailabilityLoading />}
      {!days && Boolean(calendar.error) && (
        <ErrorState
          title="Error Loading Times"
          message={errorMessage(calendar.error, 'Failed to fetch availability')}
          isRetrying={calendar.isFetching}
          onRetry={() => void calendar.refetch()}
        />
      )}
      {calendar.data?.vacationMode && <p className={classes.none}>On vacation: nothing can be booked at present.</p>}
      {days && !calendar.data?.vacationMode && (
        <>
          {day ? (
            <>
              <FreeDays days={days} shown={day.date} onShow={setShown} />
              <FreeHours day={day} zone={zone} onBook={booking.problem || !canBeBooked(entry) ? undefined : (start) => booking.onBook(id, start)} />
            </>
          ) : (
            <p className={classes.none}>{`No free times in the next ${BOOKING.daysAhead} days`}</p>
          )}
          <ZoneNote zone={zone} now={now} />
        </>
      )}

      <details className={classes.weekly}>
        <summary>Hours of every week</summary>
        <WeekHours week={entry.availability} />
      </details>
    </div>
  );
}

function subjectOf({ subjects }: TutorProfileView, wanted: string | undefined) {
  const name = wanted?.toLowerCase();
  return subjects.find(({ subject }) => subject.id === wanted || subject.name.toLowerCase() === name) ?? subjects.find(canBeBooked) ?? subjects[0];
}

function canBeBooked({ subject: { isActive }, teachingModes, availability }: SubjectEntryView): boolean {
  return isBookable({ isActive, modes: teachingModes, week: availability });
}

type Asked = { calendar: Calendar; subjectId: string; now: Date; zone: string };

/** Every day that can be booked, with what a session of one hour finds on it. */
function daysOf({ calendar: { availability, booked = [], blocked }, subjectId, now, zone }: Asked): ShownDay[] {
  const week = availability.find((one) => one.subjectId === subjectId)?.availability ?? [];
  const sessions = { week, hours: 1, taken: booked, blocked, now, zone };
  const { first } = bookableDates(now, zone);
  return Array.from({ length: BOOKING.daysAhead }, (_, index) => {
    const date = addDays(first, index);
    return { date, offer: listTimesOfDay({ ...sessions, date }) };
  });
}
