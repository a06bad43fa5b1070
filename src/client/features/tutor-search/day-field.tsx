import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { pageConfig } from '#client/lib/page-config.ts';
import { useMinuteClock } from '#client/ui/use-minute-clock.ts';
import { bookableDates } from '#shared/domain/booking-window.ts';
import { formatDate } from '#shared/domain/zone.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import classes from './filter-fields.module.css';

export type DayFieldProps = { day: string | undefined; onDay: (day: string | undefined) => void };

/** One of the days that can be booked, by the calendar of the platform's zone. */
export function DayField({ day = '', onDay }: DayFieldProps) {
  const id = useId();
  const { first, last } = bookableDates(useMinuteClock(), pageConfig().timezone);
  const [typed, setTyped] = useState(day);
  const [known, setKnown] = useState(day);
  const sent = useRef(day);
  if (day !== known) {
    setKnown(day);
    setTyped(day);
  }

  const isOpen = typed === '' || (typed >= first && typed <= last);
  const settle = () => {
    if (!isOpen || typed === sent.current) return;
    sent.current = typed;
    onDay(typed || undefined);
  };
  const settleTyped = useEffectEvent(settle);
  useEffect(() => {
    sent.current = day;
  }, [day]);
  useEffect(() => {
    if (typed === day) return;
    const timer = setTimeout(settleTyped, SEARCH.debounceMs);
    return () => clearTimeout(timer);
  }, [typed, day]);

  return (
    <div className={classes.field}>
      <label htmlFor={id}>Free on this day</label>
      <span className={`${classes.line} ${classes.date}`}>
        <input
          id={id}
          type="date"
          min={first}
          max={last}
          value={typed}
          aria-invalid={isOpen ? undefined : true}
          aria-describedby={isOpen ? undefined : `${id}problem`}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={settle}
        />
      </span>
      <p id={`${id}problem`} className={classes.problem} aria-live="polite">
        {!isOpen && `Please choose a day from ${formatDate(first)} to ${formatDate(last)}`}
      </p>
    </div>
  );
}
