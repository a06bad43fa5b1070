import { Trans } from '@lingui/react/macro';
import { Text, VisuallyHidden } from '@mantine/core';
import type { AvailabilityDayView } from '#shared/contracts/tutors.ts';
import { minutesOf, slotsOf } from '#shared/domain/weekly-hours.ts';
import { formatClock } from '#shared/domain/zone.ts';
import { WEEKDAYS } from '#shared/vocabulary/content.ts';
import classes from './week-hours.module.css';

export type WeekHoursProps = {
  week: readonly AvailabilityDayView[];
  isGrid?: boolean;
};

export function WeekHours({ week, isGrid = false }: WeekHoursProps) {
  if (!week.some(({ slots }) => slots.length > 0))
    return (
      <Text c="dimmed">
        <Trans>No times published yet</Trans>
      </Text>
    );
  const days = WEEKDAYS.map((day) => ({ day, slots: slotsOf(week, day) }));

  return (
    <dl className={classes.week} data-grid={isGrid || undefined}>
      {days.map(({ day, slots }) => (
        <div key={day} className={classes.day} data-empty={slots.length === 0 || undefined}>
          <dt>
            <span className={classes.long}>{day}</span>
            <span className={classes.short} aria-hidden="true">
              {day.slice(0, 3)}
            </span>
          </dt>
          <dd>
            {slots.length === 0 && (
              <>
                <span aria-hidden="true">–</span>
                <VisuallyHidden>
                  <Trans>No times</Trans>
                </VisuallyHidden>
              </>
            )}
            {slots.map((slot) => (
              <span key={slot.start} className={classes.slot}>
                <span>{`${formatSlotTime(slot.start)} –`}</span> <span>{formatSlotTime(slot.end)}</span>
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function formatSlotTime(hhmm: string): string {
  const minutes = minutesOf(hhmm);
  return minutes === null ? hhmm : formatClock(minutes);
}
