import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Group, SimpleGrid, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { ErrorState, Loading, Skeletons } from '#client/ui/page-state.tsx';
import { Tile } from '#client/ui/tile.tsx';
import { formatOwnTime, getOtherZone, useTimeZone } from '#client/ui/time-zone.ts';
import { ZoneNote } from '#client/ui/zoned-time.tsx';
import { bookableDates } from '#shared/domain/booking-window.ts';
import { type FreeSessions, type Interval, listTimesOfDay, type OfferedTime } from '#shared/domain/free-times.ts';
import { formatNotice } from '#shared/domain/notice.ts';
import { textsOf } from '#shared/domain/texts.ts';
import { addDays, cityOf, datePartsOf, daysBetween, formatDate, formatNearDate, formatRange, formatTime } from '#shared/domain/zone.ts';
import { DEFAULT_LOCALE } from '#shared/vocabulary/locales.ts';
import type { ChosenTime } from './chosen-time.ts';
import classes from './time-picker.module.css';

const WEEK = 7;

type ShownTime = OfferedTime & { note?: string | undefined };

export type TimePickerProps = {
  sessions: FreeSessions | null;
  problem: string | null;
  /** Null: the first date with a free time. */
  date: string | null;
  time: ChosenTime;
  /** A time with a note cannot be chosen. */
  noteOf?: (session: Interval) => string | undefined;
  onRetry: () => void;
  onDate: (date: string) => void;
  onChoose: (start: Date) => void;
};

export function TimePicker({ sessions, problem, date, time, noteOf, onRetry, onDate, onChoose }: TimePickerProps) {
  const { t, i18n } = useLingui();
  if (!sessions) return problem ? <ErrorState title={t`Error Loading Times`} message={problem} onRetry={onRetry} /> : <TimesLoading />;

  const { now, zone, minimumNoticeHours = 0 } = sessions;
  const { first, last } = bookableDates(now, zone);
  const getTimes = (day: string) => listTimesOfDay({ ...sessions, date: day }).map((time): ShownTime => ({ ...time, note: noteOf?.(time) }));
  const notice = formatNotice(minimumNoticeHours, textsOf(i18n));
  const range = time.kind === 'free' && formatRange(time.session.start, time.session.end, zone, i18n.locale);
  // The chosen day may be past since midnight.
  const shown = date !== null && date >= first && date <= last ? date : findFirstOpenDay({ first, last, getTimes });

  return (
    <Stack gap="0.875rem">
      <ZoneNote now={now} />
      {minimumNoticeHours > 0 && (
        <Text size="sm">
          <Trans>Book at least {notice} ahead</Trans>
        </Text>
      )}
      <DayStrip first={first} last={last} shown={shown} getTimes={getTimes} onShow={onDate} />
      <SlotGrid
        date={shown}
        offer={getTimes(shown)}
        chosen={time.kind === 'free' ? time.session.start.getTime() : null}
        now={now}
        onChoose={onChoose}
      />
      <Text fw={600} c="var(--vidya-primary-ink)" mih="1.6em" aria-live="polite">
        {range && t`Your time: ${range}`}
      </Text>
    </Stack>
  );
}

function TimesLoading() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading times…`}>
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
  const { t, i18n } = useLingui();
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
        <ActionIcon variant="default" radius="xl" aria-label={t`Earlier week`} disabled={week === 0} onClick={() => showWeek(week - 1)}>
          <ChevronLeft size={20} aria-hidden="true" />
        </ActionIcon>
        <Text fw={600} ta="center" aria-live="polite">
          {formatSpan(dates, i18n.locale)}
        </Text>
        <ActionIcon variant="default" radius="xl" aria-label={t`Later week`} disabled={week >= weeks - 1} onClick={() => showWeek(week + 1)}>
          <ChevronRight size={20} aria-hidden="true" />
        </ActionIcon>
      </Group>

      <fieldset className={classes.days}>
        <VisuallyHidden component="legend">
          <Trans>Day</Trans>
        </VisuallyHidden>
        {dates.map((date) => {
          const day = toDay(i18n, date, getTimes(date));
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

function toDay(i18n: I18n, date: string, offer: readonly ShownTime[]) {
  const count = countFree(offer);
  const { weekday, day: number } = datePartsOf(date, i18n.locale);
  const [note, description] = describeOffer(i18n, offer.length, count);
  return { isEmpty: offer.length === 0, isOpen: count > 0, weekday, number, note, label: `${formatDate(date, i18n.locale)}: ${description}` };
}

function describeOffer(i18n: I18n, offered: number, free: number): [string, string] {
  if (offered === 0) return ['–', i18n._(msg`no times`)];
  if (free === 0) return [i18n._(msg`Full`), i18n._(msg`fully booked`)];
  return [i18n._(msg`${free} free`), i18n._(msg`${plural(free, { one: '# time free', other: '# times free' })}`)];
}

/** `24 – 30 Nov 2026`, `29 Nov – 5 Dec 2026`; in the other languages both dates with their weekdays. */
function formatSpan(dates: readonly string[], locale: string): string {
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  if (locale !== DEFAULT_LOCALE) return `${formatNearDate(first, locale)} – ${formatNearDate(last, locale)}`;
  const [from, to] = [datePartsOf(first, locale), datePartsOf(last, locale)];
  if (from.year !== to.year) return `${from.day} ${from.month} ${from.year} – ${to.day} ${to.month} ${to.year}`;
  if (from.month !== to.month) return `${from.day} ${from.month} – ${to.day} ${to.month} ${to.year}`;
  return `${from.day} – ${to.day} ${to.month} ${to.year}`;
}

type SlotGridProps = {
  date: string;
  offer: readonly ShownTime[];
  chosen: number | null;
  now: Date;
  onChoose: (start: Date) => void;
};

function SlotGrid({ date, offer, chosen, now, onChoose }: SlotGridProps) {
  const { t, i18n } = useLingui();
  const name = useId();
  const day = formatDate(date, i18n.locale);
  const zone = useTimeZone();
  const own = getOtherZone(zone, now);

  return (
    <fieldset data-times>
      <legend>
        <Trans>Times on {day}</Trans>
      </legend>
      {offer.length === 0 ? (
        <Text className={classes.none}>
          <Trans>No times on this day.</Trans>
        </Text>
      ) : (
        <SimpleGrid minColWidth="6rem" spacing="xs">
          {offer.map(({ start, end, isTaken, note }) => {
            const until = formatTime(end, zone, i18n.locale);
            const [time, city] = own ? [formatOwnTime(start, zone, own, i18n.locale), cityOf(own)] : [];
            return (
              <Tile
                key={start.getTime()}
                className={note === undefined ? classes.slot : `${classes.slot} ${classes.noted}`}
                name={name}
                checked={!isTaken && start.getTime() === chosen}
                disabled={isTaken || note !== undefined}
                onChange={() => onChoose(start)}
              >
                <span className={classes.start}>{formatTime(start, zone, i18n.locale)}</span>
                <span className={classes.until}>{note ?? (isTaken ? t`Taken` : t`until ${until}`)}</span>
                {own && <span className={classes.until}>{t`${time} in ${city}`}</span>}
              </Tile>
            );
          })}
        </SimpleGrid>
      )}
    </fieldset>
  );
}
