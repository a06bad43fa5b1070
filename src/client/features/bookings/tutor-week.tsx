import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { useMinuteClock } from '#client/ui/clock.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { Empty, QueryError } from '#client/ui/page-state.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { addDays } from '#shared/domain/zone.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import classes from './tutor-week.module.css';
import { PERIOD_LINK } from './view-switch.tsx';
import { findMonday, formatWeek, toWeekDays } from './week-days.ts';
import { WeekGrid, WeekLoading } from './week-grid.tsx';

const DAYS = 7;

export type TutorWeekProps = {
  week?: string | undefined;
};

export function TutorWeek({ week }: TutorWeekProps) {
  const { t, i18n } = useLingui();
  const now = useMinuteClock();
  const zone = useTimeZone();
  const monday = findMonday(week, now, zone);
  const isOpened = useRef(false);

  return (
    <section aria-labelledby="week">
      <Group justify="space-between" gap="0.5rem 1rem" className={classes.bar}>
        <Title order={2} size="h3" id="week" aria-live="polite">
          {formatWeek(monday, i18n.locale)}
        </Title>
        <Group component="nav" gap={6} aria-label={t`Week`}>
          <WeekLink week={addDays(monday, -DAYS)} label={t`Previous week`}>
            <ChevronLeft size={20} aria-hidden="true" />
          </WeekLink>
          <WeekLink>
            <Trans>This week</Trans>
          </WeekLink>
          <WeekLink week={addDays(monday, DAYS)} label={t`Next week`}>
            <ChevronRight size={20} aria-hidden="true" />
          </WeekLink>
        </Group>
      </Group>
      <Sessions monday={monday} now={now} zone={zone} isOpened={isOpened} />
    </section>
  );
}

function WeekLink({ week, label, children }: { week?: string; label?: string; children: ReactNode }) {
  return (
    <ButtonLink to="/tutor/bookings" search={{ view: 'week', week }} px="0.75rem" aria-label={label} {...PERIOD_LINK}>
      {children}
    </ButtonLink>
  );
}

type SessionsProps = { monday: string; now: Date; zone: string; isOpened: RefObject<boolean> };

function Sessions({ monday, now, zone, isOpened }: SessionsProps) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.bookings.week.queryOptions({ from: monday }, { refetchInterval: BOOKING.clockMs }));
  // The week is useful without the days off.
  const { data: daysOff = [] } = useQuery(trpc.daysOff.own.queryOptions());

  if (!data) {
    if (!error) return <WeekLoading />;
    return (
      <QueryError title={t`Error fetching bookings.`} message={errorMessage(error, t`Failed to fetch bookings`)} query={{ isFetching, refetch }} />
    );
  }

  const days = toWeekDays({ monday, bookings: data, daysOff, now, zone });
  const isEmpty = days.every(({ sessions }) => sessions.length === 0);
  if (isEmpty && days.every(({ daysOff: spans }) => spans.length === 0)) {
    return (
      <Empty
        title={t`No sessions in this week`}
        text={t`Requests and confirmed sessions appear here at their time.`}
        icon={<CalendarClock size={26} />}
      />
    );
  }
  return (
    <>
      {isEmpty && (
        <Text c="dimmed" mb="md">
          <Trans>No sessions in this week</Trans>
        </Text>
      )}
      <WeekGrid days={days} now={now} isOpened={isOpened} />
    </>
  );
}
