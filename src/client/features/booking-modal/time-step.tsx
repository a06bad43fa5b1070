import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { ErrorState, Loading } from '#client/ui/page-state.tsx';
import { ZoneNote } from '#client/ui/zoned-time.tsx';
import { bookableDates } from '#shared/domain/booking-window.ts';
import { dayOffer, type FreeSessions, type OfferedTime } from '#shared/domain/free-times.ts';
import { addDays, daysBetween, formatDate, formatRange } from '#shared/domain/zone.ts';
import type { BookingDraft, ChosenTime } from './booking-draft.ts';
import { withStart } from './booking-draft.ts';
import { SlotGrid } from './slot-grid.tsx';
import classes from './time-step.module.css';

const WEEK = 7;

export type TimeStepProps = {
  draft: BookingDraft;
  /** Null while the calendar is on its way. */
  sessions: FreeSessions | null;
  time: ChosenTime;
  problem: string | null;
  onRetry: () => void;
  onChange: (draft: BookingDraft) => void;
};

/** A week at a time; the first one holds the next occurrence of every weekday. */
export function TimeStep({ draft, sessions, time, problem, onRetry, onChange }: TimeStepProps) {
  const name = useId();
  if (!sessions) return problem ? <ErrorState title="Error Loading Times" message={problem} onRetry={onRetry} /> : <TimesLoading />;

  const { now, zone } = sessions;
  const { first, last } = bookableDates(now, zone);
  const weeks = Math.ceil((daysBetween(first, last) + 1) / WEEK);
  const offerOf = (date: string) => dayOffer({ ...sessions, date });
  const isOpen = (date: string) => offerOf(date).some(({ isTaken }) => !isTaken);
  const datesOf = (week: number) => Array.from({ length: WEEK }, (_, nth) => addDays(first, week * WEEK + nth)).filter((date) => date <= last);

  const allDates = Array.from({ length: weeks }, (_, week) => datesOf(week)).flat();
  const shown = draft.date ?? allDates.find(isOpen) ?? first;
  const week = Math.floor(daysBetween(first, shown) / WEEK);
  const dates = datesOf(week);
  const offer = offerOf(shown);
  const stepTo = (nth: number) => {
    const its = datesOf(nth);
    onChange({ ...draft, date: its.find(isOpen) ?? its[0] ?? null });
  };

  return (
    <div className={classes.step}>
      <ZoneNote zone={zone} now={now} />
      <div className={classes.head}>
        <button type="button" className={classes.turn} aria-label="Earlier week" disabled={week === 0} onClick={() => stepTo(week - 1)}>
          <ChevronLeft size={20} aria-hidden="true" />
        </button>
        <p className={classes.week} aria-live="polite">
          {spanOf(dates)}
        </p>
        <button type="button" className={classes.turn} aria-label="Later week" disabled={week >= weeks - 1} onClick={() => stepTo(week + 1)}>
          <ChevronRight size={20} aria-hidden="true" />
        </button>
      </div>

      <fieldset className={classes.days}>
        <legend className={classes.legend}>Day</legend>
        {dates.map((date) => {
          const day = dayOf(date, offerOf(date));
          return (
            <label key={date} className={classes.day} data-open={day.isOpen || undefined}>
              <input
                className={classes.input}
                type="radio"
                name={name}
                aria-label={day.words}
                checked={date === shown}
                disabled={day.isEmpty}
                onChange={() => onChange({ ...draft, date })}
              />
              <span className={classes.weekday}>{day.weekday}</span>
              <span className={classes.number}>{day.number}</span>
              <span className={classes.free}>{day.note}</span>
            </label>
          );
        })}
      </fieldset>

      <SlotGrid date={shown} offer={offer} chosen={draft.start} zone={zone} now={now} onChoose={(start) => onChange(withStart(draft, start, zone))} />

      <p className={classes.chosen} aria-live="polite">
        {time.kind === 'free' && `Your time: ${formatRange(time.session.start, time.session.end, zone)}`}
      </p>
    </div>
  );
}

function dayOf(date: string, offer: readonly OfferedTime[]) {
  const count = offer.filter(({ isTaken }) => !isTaken).length;
  const { weekday, day: number } = partsOf(date);
  const [note, words] = noteOf(offer.length, count);
  return { isEmpty: offer.length === 0, isOpen: count > 0, weekday, number, note, words: `${formatDate(date)}: ${words}` };
}

function noteOf(offered: number, free: number): [string, string] {
  if (offered === 0) return ['–', 'no times'];
  if (free === 0) return ['Full', 'fully booked'];
  return [`${free} free`, free === 1 ? '1 time free' : `${free} times free`];
}

/** `24 – 30 Nov 2026`, `29 Nov – 5 Dec 2026` */
function spanOf(dates: readonly string[]): string {
  const [from, to] = [partsOf(dates[0]), partsOf(dates.at(-1))];
  if (from.year !== to.year) return `${from.day} ${from.month} ${from.year} – ${to.day} ${to.month} ${to.year}`;
  if (from.month !== to.month) return `${from.day} ${from.month} – ${to.day} ${to.month} ${to.year}`;
  return `${from.day} – ${to.day} ${to.month} ${to.year}`;
}

function partsOf(date = '') {
  const [weekday = '', day = '', month = '', year = ''] = date && formatDate(date).split(/,? /);
  return { weekday, day, month, year };
}

function TimesLoading() {
  return (
    <Loading label="Loading times…">
      <div className={classes.skeleton}>
        <span className={classes.bone} data-wide />
        <span className={classes.bone} data-days />
        <span className={classes.bone} />
        <span className={classes.bone} />
      </div>
    </Loading>
  );
}
