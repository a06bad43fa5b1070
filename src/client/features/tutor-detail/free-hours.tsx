import { cityOf, getOtherZone } from '#client/ui/viewer-zone.ts';
import { formatDate, formatDay, formatTime, wallClock } from '#shared/domain/zone.ts';
import { freeIn, type ShownDay } from './free-days.tsx';
import classes from './free-hours.module.css';

export type FreeHoursProps = {
  day: ShownDay;
  zone: string;
  /** Absent where nothing can be booked by whoever looks. */
  onBook?: ((start: Date) => void) | undefined;
};

/** When an hour may begin on that day; each begins a booking. */
export function FreeHours({ day, zone, onBook }: FreeHoursProps) {
  return (
    <div aria-live="polite">
      <h3 className={classes.title}>{`Free on ${formatDate(day.date)}`}</h3>
      <ul className={classes.hours}>
        {freeIn(day).map(({ start }) => (
          <li key={start.getTime()}>
            {onBook ? (
              <button type="button" className={classes.hour} onClick={() => onBook(start)}>
                <span className={classes.hidden}>Book </span>
                <Hour start={start} zone={zone} />
              </button>
            ) : (
              <span className={classes.hour}>
                <Hour start={start} zone={zone} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Hour({ start, zone }: { start: Date; zone: string }) {
  const own = getOtherZone(zone, start);
  return (
    <>
      <time dateTime={start.toISOString()}>{formatTime(start, zone)}</time>
      {own && <span className={classes.own}>{` ${ownTime(start, zone, own)} in ${cityOf(own)}`}</span>}
    </>
  );
}

/** With its day where that is another one. */
function ownTime(start: Date, zone: string, own: string): string {
  const isSameDay = wallClock(start, own).date === wallClock(start, zone).date;
  return isSameDay ? formatTime(start, own) : `${formatDay(start, own).slice(0, 3)} ${formatTime(start, own)}`;
}
