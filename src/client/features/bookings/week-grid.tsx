import { Trans, useLingui } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type CSSProperties, type RefObject, useEffect, useRef } from 'react';
import { Loading } from '#client/ui/page-state.tsx';
import { getOtherZone, useTimeZone } from '#client/ui/time-zone.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { textsOf, translatedName } from '#shared/domain/texts.ts';
import { cityOf, datePartsOf, formatClock, formatTime, formatWeekday, wallClock } from '#shared/domain/zone.ts';
import { formatStudent } from './booking-text.ts';
import { STATUSES } from './status-badges.tsx';
import { type DayOffSpan, getHourRange, type Span, type WeekDay } from './week-days.ts';
import classes from './week-grid.module.css';

const HOUR = 60;
/** The same breakpoint as in the style sheet. */
const SIDE_BY_SIDE = '(min-width: 62em)';

/** `isOpened`: the first week that is shown has been scrolled to where it begins. */
export type WeekGridProps = { days: readonly WeekDay[]; now: Date; isOpened: RefObject<boolean> };

export function WeekGrid({ days, now, isOpened }: WeekGridProps) {
  const { i18n } = useLingui();
  const zone = useTimeZone();
  const { first, last } = getHourRange(days);
  const hours = Array.from({ length: last - first }, (_, index) => first + index);
  const { minutes } = wallClock(now, zone);
  const isWithin = minutes >= first * HOUR && minutes < last * HOUR;
  const own = getOtherZone(zone, now);
  const opening = useOpening(isOpened);
  const openingDate = (days.find(({ isToday }) => isToday) ?? days.find(({ sessions }) => sessions.length > 0))?.date;

  return (
    <div className={classes.week} style={toStyle({ '--first': first * HOUR, '--hours': last - first })} data-both-zones={own ? true : undefined}>
      <ol className={classes.hours} aria-hidden="true">
        {hours.map((hour) => (
          <li key={hour}>{formatClock(hour * HOUR, i18n.locale).replace(':00', '')}</li>
        ))}
      </ol>
      <ol className={classes.days}>
        {days.map(({ date, isToday, sessions, daysOff }) => (
          <li key={date} ref={date === openingDate ? opening : undefined} className={classes.day} data-today={isToday || undefined}>
            <h3 className={classes.date} aria-current={isToday ? 'date' : undefined}>
              <time dateTime={date}>
                <span>{formatWeekday(date, i18n.locale)}</span>{' '}
                <span className={classes.number}>
                  <DayOfMonth date={date} />
                </span>
              </time>
            </h3>
            <div className={classes.body}>
              {daysOff.map((dayOff) => (
                <DayOff key={dayOff.id} dayOff={dayOff} />
              ))}
              {isToday && isWithin && <span className={classes.now} style={toStyle({ '--at': minutes })} aria-hidden="true" />}
              {sessions.length === 0 && daysOff.length === 0 && (
                <p className={classes.free}>
                  <Trans>No sessions</Trans>
                </p>
              )}
              {sessions.length > 0 && (
                <ol className={classes.sessions}>
                  {sessions.map(({ booking, ...span }) => (
                    <li key={booking.id} className={classes.position} style={toPosition(span)}>
                      <SessionLink booking={booking} zone={zone} own={own} />
                    </li>
                  ))}
                </ol>
              )}
            </div>
          </li>
        ))}
      </ol>
      <ul className={classes.legend} aria-hidden="true">
        {(['pending', 'confirmed', 'completed'] as const).map((status) => (
          <li key={status} data-status={status}>
            {i18n._(STATUSES[status].label)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function DayOfMonth({ date }: { date: string }) {
  const { i18n } = useLingui();
  const { day, month } = datePartsOf(date, i18n.locale);
  return (
    <Trans>
      {day} {month}
    </Trans>
  );
}

/** Opens the week at today, another week at its first day with a session; days side by side, at the first session of that day. */
function useOpening(isOpened: RefObject<boolean>): RefObject<HTMLLIElement | null> {
  const opening = useRef<HTMLLIElement>(null);

  useEffect(() => {
    if (isOpened.current) return;
    // A frame later: the router scrolls to the top after each navigation.
    const frame = requestAnimationFrame(() => {
      isOpened.current = true;
      const day = opening.current;
      if (window.matchMedia(SIDE_BY_SIDE).matches) findSession(day)?.scrollIntoView({ block: 'nearest' });
      else day?.scrollIntoView({ block: day.previousElementSibling ? 'start' : 'nearest' });
    });
    return () => cancelAnimationFrame(frame);
  }, [isOpened]);

  return opening;
}

/** Of the day, or of the week where the day has none. */
const findSession = (day: Element | null) => day?.querySelector('[data-session]') ?? day?.parentElement?.querySelector('[data-session]');

type SessionLinkProps = { booking: BookingView; zone: string; own: string | null };

function SessionLink({ booking, zone, own }: SessionLinkProps) {
  const { t, i18n } = useLingui();
  const { id, status, startTime, endTime, subject } = booking;
  const [time, city] = own ? [formatTime(startTime, own, i18n.locale), cityOf(own, textsOf(i18n))] : [];
  return (
    <Link to="/bookings/$id" params={{ id }} className={classes.session} data-status={status} data-session>
      <span className={classes.time}>
        {formatTime(startTime, zone, i18n.locale)}
        <span className={classes.until}>{` – ${formatTime(endTime, zone, i18n.locale)}`}</span>
      </span>{' '}
      <span className={classes.who}>{formatStudent(i18n, booking)}</span>{' '}
      <span className={classes.subject}>{translatedName(i18n, subject.name)}</span>{' '}
      {own && <span className={classes.own}>{t`${time} in ${city}`}</span>} <span className={classes.status}>{i18n._(STATUSES[status].label)}</span>
    </Link>
  );
}

function DayOff({ dayOff }: { dayOff: DayOffSpan }) {
  const { t, i18n } = useLingui();
  const [from, to] = [formatClock(dayOff.from, i18n.locale), formatClock(dayOff.to, i18n.locale)];
  return (
    <p className={classes.off} style={toPosition(dayOff)} data-whole={dayOff.isWholeDay || undefined}>
      <span>{dayOff.isWholeDay ? t`Day off` : t`Off, ${from} – ${to}`}</span>
      {dayOff.note && <span className={classes.note}>{dayOff.note}</span>}
    </p>
  );
}

const toPosition = ({ from, to }: Span) => toStyle({ '--from': from, '--to': to });

function toStyle(values: Record<`--${string}`, number>): CSSProperties {
  return values;
}

export function WeekLoading() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading week…`}>
      <div className={classes.skeleton}>
        {[1, 2, 3, 4, 5, 6, 7].map((index) => (
          <Skeleton key={index} height="100%" />
        ))}
      </div>
    </Loading>
  );
}
