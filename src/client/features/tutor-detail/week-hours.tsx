import { Trans, useLingui } from '@lingui/react/macro';
import { Text, VisuallyHidden } from '@mantine/core';
import type { AvailabilityDayView } from '#shared/contracts/availability.ts';
import { dateFormsOf } from '#shared/domain/date-forms.ts';
import { translated } from '#shared/domain/texts.ts';
import { minutesOf, slotsOf } from '#shared/domain/weekly-hours.ts';
import { formatClock } from '#shared/domain/zone.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';
import classes from './week-hours.module.css';

export type WeekHoursProps = {
  week: readonly AvailabilityDayView[];
  isGrid?: boolean;
};

export function WeekHours({ week, isGrid = false }: WeekHoursProps) {
  const { i18n } = useLingui();
  if (!week.some(({ slots }) => slots.length > 0))
    return (
      <Text c="dimmed">
        <Trans>No times published yet</Trans>
      </Text>
    );
  const { weekdays } = dateFormsOf(i18n.locale);
  const days = WEEKDAYS.map((day, index) => ({ day, name: weekdays[index] ?? day, slots: slotsOf(week, day) }));

  return (
    <dl className={classes.week} data-grid={isGrid || undefined}>
      {days.map(({ day, name, slots }) => (
        <div key={day} className={classes.day} data-empty={slots.length === 0 || undefined}>
          <dt>
            <span className={classes.long}>{translated(i18n, day)}</span>
            <span className={classes.short} aria-hidden="true">
              {name}
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
                <span>{`${formatSlotTime(slot.start, i18n.locale)} –`}</span> <span>{formatSlotTime(slot.end, i18n.locale)}</span>
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function formatSlotTime(hhmm: string, locale: string): string {
  const minutes = minutesOf(hhmm);
  return minutes === null ? hhmm : formatClock(minutes, locale);
}
