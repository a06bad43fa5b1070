import { ActionIcon, Group, SimpleGrid, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { ErrorState, Loading, Skeletons } from '#client/ui/page-state.tsx';
import { Tile } from '#client/ui/tile.tsx';
import { formatOwnTime, getOtherZone, useTimeZone } from '#client/ui/time-zone.ts';
import { ZoneNote } from '#client/ui/zoned-time.tsx';
import { bookableDates } from '#shared/domain/booking-window.ts';
import { type FreeSessions, listTimesOfDay, type OfferedTime } from '#shared/domain/free-times.ts';
import { formatNotice } from '#shared/domain/notice.ts';
import { addDays, cityOf, daysBetween, formatDate, formatRange, formatTime } from '#shared/domain/zone.ts';
import type { ChosenTime } from './chosen-time.ts';
import classes from './time-picker.module.css';

const WEEK = 7;

/** A time with a note is shown but cannot be chosen. */
type ShownTime = OfferedTime & { note?: string };

export type TimePickerProps = {
  sessions: FreeSessions | null;
  problem: string | null;
  /** Null: the first date with a free time. */
  date: string | null;
  time: ChosenTime;
  labelled?: { start: Date; note: string };
  onRetry: () => void;
  onDate: (date: string) => void;
  onChoose: (start: Date) => void;
};

export function TimePicker({ sessions, problem, date, time, labelled, onRetry, onDate, onChoose }: TimePickerProps) {
  if (!sessions) return problem ? <ErrorState title="Error Loading Times" message={problem} onRetry={onRetry} /> : <TimesLoading />;

  const { now, zone, minimumNoticeHours = 0 } = sessions;
  const { first, last } = bookableDates(now, zone);
  const getTimes = (day: string) =>
    listTimesOfDay({ ...sessions, date: day }).map((time) =>
      time.start.getTime() === labelled?.start.getTime() ? { ...time, note: labelled.note } : time,
    );
  const shown = date ?? findFirstOpenDay({ first, last, getTimes });

  return (
    <Stack gap="0.875rem">
      <ZoneNote now={now} />
      {minimumNoticeHours > 0 && <Text size="sm">{`Book at least ${formatNotice(minimumNoticeHours)} ahead`}</Text>}
      <DayStrip first={first} last={last} shown={shown} getTimes={getTimes} onShow={onDate} />
      <SlotGrid
        date={shown}
        offer={getTimes(shown)}
        chosen={time.kind === 'free' ? time.session.start.getTime() : null}
        now={now}
        onChoose={onChoose}
      />
      <Text fw={600} c="var(--vidya-primary-ink)" mih="1.6em" aria-live="polite">
        {time.kind === 'free' && `Your time: ${formatRange(time.session.start, time.session.end, zone)}`}
      </Text>
    </Stack>
  );
}

function TimesLoading() {
  return (
    <Loading label="Loading times…">
      <Stack gap="0.875rem">
        <Skeleton height={24} width="60%" />
        <Skeleton height={76} />
        <Skeletons count={2} height={56} gap="0.875rem" />
      </Stack>
    </Loading>
  );
}

type DayStripProps = {
  first: string;
  last: string;
  shown: string;
  getTimes: (date: string) => readonly ShownTime[];
  onShow: (date: string) => void;
};

function DayStrip({ first, last, shown, getTimes, onShow }: DayStripProps) {
  const name = useId();
  const weeks = Math.ceil((daysBetween(first, last) + 1) / WEEK);
  const week = Math.floor(daysBetween(first, shown) / WEEK);
  const datesOfWeek = (index: number) => Array.from({ length: WEEK }, (_, day) => addDays(first, index * WEEK + day)).filter((date) => date <= last);
  const showWeek = (index: number) => {
    const dates = datesOfWeek(index);
    const date = dates.find((day) => countFree(getTimes(day)) > 0) ?? dates[0];
    if (date) onShow(date);
  };
  const dates = datesOfWeek(week);

  return (
    <>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <ActionIcon variant="default" radius="xl" aria-label="Earlier week" disabled={week === 0} onClick={() => showWeek(week - 1)}>
          <ChevronLeft size={20} aria-hidden="true" />
        </ActionIcon>
        <Text fw={600} ta="center" aria-live="polite">
          {formatSpan(dates)}
        </Text>
        <ActionIcon variant="default" radius="xl" aria-label="Later week" disabled={week >= weeks - 1} onClick={() => showWeek(week + 1)}>
          <ChevronRight size={20} aria-hidden="true" />
        </ActionIcon>
      </Group>

      <fieldset className={classes.days}>
        <VisuallyHidden component="legend">Day</VisuallyHidden>
        {dates.map((date) => {
          const day = toDay(date, getTimes(date));
          return (
            <Tile
              key={date}
              className={day.isOpen ? classes.day : `${classes.day} ${classes.closed}`}
              name={name}
              aria-label={day.label}
              checked={date === shown}
              disabled={day.isEmpty}
              onChange={() => onShow(date)}
            >
              <Text span size="xs" lh="inherit">
                {day.weekday}
              </Text>
              <span className={classes.number}>{day.number}</span>
              <span className={classes.free}>{day.note}</span>
            </Tile>
          );
        })}
      </fieldset>
    </>
  );
}

function findFirstOpenDay({ first, last, getTimes }: Pick<DayStripProps, 'first' | 'last' | 'getTimes'>): string {
  for (let date = first; date <= last; date = addDays(date, 1)) {
    if (countFree(getTimes(date)) > 0) return date;
  }
  return first;
}

function countFree(offer: readonly ShownTime[]): number {
  return offer.filter(({ isTaken, note }) => !isTaken && note === undefined).length;
}

function toDay(date: string, offer: readonly ShownTime[]) {
  const count = countFree(offer);
  const { weekday, day: number } = toParts(date);
  const [note, description] = describeOffer(offer.length, count);
  return { isEmpty: offer.length === 0, isOpen: count > 0, weekday, number, note, label: `${formatDate(date)}: ${description}` };
}

function describeOffer(offered: number, free: number): [string, string] {
  if (offered === 0) return ['–', 'no times'];
  if (free === 0) return ['Full', 'fully booked'];
  return [`${free} free`, free === 1 ? '1 time free' : `${free} times free`];
}

/** `24 – 30 Nov 2026`, `29 Nov – 5 Dec 2026` */
function formatSpan(dates: readonly string[]): string {
  const [from, to] = [toParts(dates[0]), toParts(dates.at(-1))];
  if (from.year !== to.year) return `${from.day} ${from.month} ${from.year} – ${to.day} ${to.month} ${to.year}`;
  if (from.month !== to.month) return `${from.day} ${from.month} – ${to.day} ${to.month} ${to.year}`;
  return `${from.day} – ${to.day} ${to.month} ${to.year}`;
}

function toParts(date = '') {
  const [weekday = '', day = '', month = '', year = ''] = date && formatDate(date).split(/,? /);
  return { weekday, day, month, year };
}

type SlotGridProps = {
  date: string;
  offer: readonly ShownTime[];
  chosen: number | null;
  now: Date;
  onChoose: (start: Date) => void;
};

function SlotGrid({ date, offer, chosen, now, onChoose }: SlotGridProps) {
  const name = useId();
  const zone = useTimeZone();
  const own = getOtherZone(zone, now);

  return (
    <fieldset>
      <legend>{`Times on ${formatDate(date)}`}</legend>
      {offer.length === 0 ? (
        <Text className={classes.none}>No times on this day.</Text>
      ) : (
        <SimpleGrid minColWidth="6rem" spacing="xs">
          {offer.map(({ start, end, isTaken, note }) => (
            <Tile
              key={start.getTime()}
              className={note === undefined ? classes.slot : `${classes.slot} ${classes.noted}`}
              name={name}
              checked={!isTaken && start.getTime() === chosen}
              disabled={isTaken || note !== undefined}
              onChange={() => onChoose(start)}
            >
              <span className={classes.start}>{formatTime(start, zone)}</span>
              <span className={classes.until}>{note ?? (isTaken ? 'Taken' : `until ${formatTime(end, zone)}`)}</span>
              {own && <span className={classes.until}>{`${formatOwnTime(start, zone, own)} in ${cityOf(own)}`}</span>}
            </Tile>
          ))}
        </SimpleGrid>
      )}
    </fieldset>
  );
}
