import { Trans, useLingui } from '@lingui/react/macro';
import { NativeSelect, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useSubscription } from '@trpc/tanstack-react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { type Outputs, useTRPC } from '#client/lib/rpc/trpc.ts';
import { useViewer } from '#client/lib/session/session.ts';
import { QueryError } from '#client/ui/page-state.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { ZoneNote } from '#client/ui/zoned-time.tsx';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { bookableDates } from '#shared/domain/booking-window.ts';
import { listTimesOfDay, withBuffer } from '#shared/domain/free-times.ts';
import { formatNotice } from '#shared/domain/notice.ts';
import { canBeBooked } from '#shared/domain/on-offer.ts';
import { textsOf, translatedName } from '#shared/domain/texts.ts';
import { addDays, weekdayOf } from '#shared/domain/zone.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import type { Booking } from './book-button.tsx';
import classes from './free-times.module.css';
import { type Day, FreeDays, FreeHours, listFreeTimes } from './free-times.tsx';
import { AvailabilityLoading } from './profile-loading.tsx';
import { WeekHours } from './week-hours.tsx';

type Calendar = Outputs['tutors']['availability'];

export type AvailabilityProps = {
  tutor: TutorProfileView;
  calendar: { data: Calendar | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  initialSubject: string | undefined;
  /** In the calendar, as far as there are free times then: `days` with commas between them. */
  initialDay: { days: string | undefined; freeOn: string | undefined };
  booking: Booking;
  now: Date;
};

export function Availability({ tutor, calendar, initialSubject, initialDay, booking, now }: AvailabilityProps) {
  const { t, i18n } = useLingui();
  useLiveCalendar(tutor.id, calendar.refetch);
  const zone = useTimeZone();
  const [selected, setSelected] = useState(initialSubject);
  const [shownDate, setShownDate] = useState<string>();
  const entry = findSubject(tutor, selected);
  if (!entry)
    return (
      <Text c="dimmed">
        <Trans>No times published yet</Trans>
      </Text>
    );

  const { id, name } = entry.subject;
  const { minimumNoticeHours } = calendar.data ?? tutor;
  const notice = formatNotice(minimumNoticeHours, textsOf(i18n));
  const { daysAhead } = BOOKING;
  const days = calendar.data && listDays({ calendar: calendar.data, subjectId: id, now, zone });
  const day = days?.find(({ date }) => date === shownDate) ?? findFirstDay(days ?? [], initialDay);

  return (
    <Stack gap="sm">
      {tutor.subjects.length > 1 ? (
        <NativeSelect
          aria-label={t`Subject`}
          value={id}
          data={tutor.subjects.map(({ subject }) => ({ value: subject.id, label: translatedName(i18n, subject.name) }))}
          onChange={(event) => setSelected(event.currentTarget.value)}
        />
      ) : (
        <Text fw={550}>{translatedName(i18n, name)}</Text>
      )}

      {minimumNoticeHours > 0 && (
        <Text size="sm" c="dimmed">
          <Trans>Book at least {notice} ahead</Trans>
        </Text>
      )}
      {!days && !calendar.error && <AvailabilityLoading />}
      {!days && Boolean(calendar.error) && (
        <QueryError title={t`Error Loading Times`} message={errorMessage(calendar.error, t`Failed to fetch availability`)} query={calendar} />
      )}
      {calendar.data?.vacationMode && (
        <Text c="dimmed">
          <Trans>On vacation. This tutor cannot be booked at the moment.</Trans>
        </Text>
      )}
      {days && !calendar.data?.vacationMode && (
        <>
          {day ? (
            <>
              <FreeDays days={days} shown={day.date} onShow={setShownDate} />
              <FreeHours day={day} onBook={booking.problem || !canBeBooked(entry) ? undefined : (start) => booking.onBook(id, start)} />
            </>
          ) : (
            <Text c="dimmed">
              <Trans>No free times in the next {daysAhead} days</Trans>
            </Text>
          )}
          <ZoneNote now={now} />
        </>
      )}

      <details className={classes.week}>
        <summary>
          <Trans>All weekly hours</Trans>
        </summary>
        <WeekHours week={entry.availability} />
      </details>
    </Stack>
  );
}

/** Free times and prices change while they are shown: who is signed in is notified, a visitor reads free times again every minute. */
function useLiveCalendar(tutorId: string, refetch: () => unknown): void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const viewer = useViewer();
  const isVisitor = viewer === null;

  useSubscription(
    trpc.inbox.watchTutor.subscriptionOptions(
      { tutorId },
      {
        enabled: Boolean(viewer),
        onData: () => {
          void queryClient.invalidateQueries(trpc.tutors.availability.queryFilter({ id: tutorId }));
          void queryClient.invalidateQueries(trpc.tutors.byId.queryFilter({ id: tutorId }));
        },
      },
    ),
  );

  const refetchIfVisible = useEffectEvent(() => {
    if (document.visibilityState === 'visible') refetch();
  });
  useEffect(() => {
    if (!isVisitor) return;
    const timer = setInterval(refetchIfVisible, BOOKING.clockMs);
    return () => clearInterval(timer);
  }, [isVisitor]);
}

function findSubject({ subjects }: TutorProfileView, idOrName: string | undefined) {
  const name = idOrName?.toLowerCase();
  return subjects.find(({ subject }) => subject.id === idOrName || subject.name.toLowerCase() === name) ?? subjects.find(canBeBooked) ?? subjects[0];
}

function findFirstDay(days: readonly Day[], { days: weekdays, freeOn }: AvailabilityProps['initialDay']): Day | undefined {
  const free = days.filter((day) => listFreeTimes(day).length > 0);
  const chosen = weekdays?.split(',') ?? [];
  return free.find(({ date }) => date === freeOn) ?? free.find(({ date }) => chosen.includes(weekdayOf(date))) ?? free[0];
}

type DayOptions = { calendar: Calendar; subjectId: string; now: Date; zone: string };

function listDays({ calendar: { availability, booked = [], ...calendar }, subjectId, now, zone }: DayOptions): Day[] {
  const { blocked, minimumNoticeHours, bufferMinutes } = calendar;
  const week = availability.find((entry) => entry.subjectId === subjectId)?.availability ?? [];
  const options = { week, hours: 1, taken: withBuffer(booked, bufferMinutes), blocked, minimumNoticeHours, now, zone };
  const { first } = bookableDates(now, zone);
  return Array.from({ length: BOOKING.daysAhead }, (_, index) => {
    const date = addDays(first, index);
    return { date, offer: listTimesOfDay({ ...options, date }) };
  });
}
