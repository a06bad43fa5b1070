import { Skeleton, Stack, Text } from '@mantine/core';
import { bookableDates } from '#shared/domain/booking-window.ts';
import { type FreeSessions, listTimesOfDay } from '#shared/domain/free-times.ts';
import { formatRange } from '#shared/domain/zone.ts';
import type { ChosenTime } from './chosen-time.ts';
import { DayStrip, findFirstOpenDay } from './day-strip.tsx';
import { ErrorState, Loading, Skeletons } from './page-state.tsx';
import { SlotGrid } from './slot-grid.tsx';
import { ZoneNote } from './zoned-time.tsx';

export type TimePickerProps = {
  /** Null while the calendar is loading. */
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

  const { now, zone } = sessions;
  const { first, last } = bookableDates(now, zone);
  const getTimes = (day: string) =>
    listTimesOfDay({ ...sessions, date: day }).map((time) =>
      time.start.getTime() === labelled?.start.getTime() ? { ...time, note: labelled.note } : time,
    );
  const shown = date ?? findFirstOpenDay({ first, last, getTimes });

  return (
    <Stack gap="0.875rem">
      <ZoneNote now={now} />
      <DayStrip first={first} last={last} shown={shown} getTimes={getTimes} onShow={onDate} />
      <SlotGrid
        date={shown}
        offer={getTimes(shown)}
        chosen={time.kind === 'free' ? time.session.start.getTime() : null}
        zone={zone}
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
