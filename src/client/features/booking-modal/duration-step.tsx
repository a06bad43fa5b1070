import { NativeSelect } from '@mantine/core';
import { type Choice, ChoiceCards } from '#client/ui/choice-cards.tsx';
import type { SubjectEntryView } from '#shared/contracts/tutors.ts';
import { bookableDates } from '#shared/domain/booking-window.ts';
import { slotStarts } from '#shared/domain/free-times.ts';
import { formatRupees, toRupees } from '#shared/domain/money.ts';
import { bookableMethods, formatHours, hourlyRate, METHOD_LABELS } from '#shared/domain/rates.ts';
import { addDays } from '#shared/domain/zone.ts';
import { BOOKING_DURATIONS, type BookableMethod, type BookingDuration } from '#shared/vocabulary/bookings.ts';
import { WEEKDAYS } from '#shared/vocabulary/content.ts';
import { type BookingDraft, withHours, withSubject } from './booking-draft.ts';
import classes from './booking-modal.module.css';

export type DurationStepProps = {
  draft: BookingDraft;
  subjects: readonly SubjectEntryView[];
  now: Date;
  zone: string;
  onChange: (draft: BookingDraft) => void;
};

export function DurationStep({ draft, subjects, now, zone, onChange }: DurationStepProps) {
  const entry = subjects.find(({ subject }) => subject.id === draft.subjectId);
  if (!entry) return null;

  const { first } = bookableDates(now, zone);
  const hasRoomFor = (hours: number) =>
    WEEKDAYS.some((_, index) => slotStarts({ week: entry.availability, date: addDays(first, index), hours, zone }).length > 0);
  const durations = BOOKING_DURATIONS.map((hours): Choice<BookingDuration> => {
    const isDisabled = !hasRoomFor(hours);
    return { value: hours, label: formatHours(hours), isDisabled, hint: isDisabled ? 'No opening this long' : undefined };
  });
  const methods = bookableMethods(entry.teachingModes).map(
    (method): Choice<BookableMethod> => ({
      value: method,
      label: METHOD_LABELS[method],
      hint: `${formatRupees(toRupees(hourlyRate(entry.teachingModes, method) ?? 0))} / hour`,
    }),
  );
  const choose = (subjectId: string) => {
    const chosen = subjects.find(({ subject }) => subject.id === subjectId);
    if (chosen) onChange(withSubject(draft, chosen));
  };

  return (
    <div className={classes.fields}>
      {subjects.length > 1 ? (
        <NativeSelect
          label="Subject"
          value={draft.subjectId}
          data={subjects.map(({ subject }) => ({ value: subject.id, label: subject.name }))}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      ) : (
        <div>
          <p className={classes.fieldName}>Subject</p>
          <p className={classes.fieldText}>{entry.subject.name}</p>
        </div>
      )}
      <ChoiceCards
        legend="Duration"
        layout="compact"
        choices={durations}
        value={draft.hours}
        onChange={(hours) => onChange(withHours(draft, hours))}
      />
      <ChoiceCards legend="Learning method" choices={methods} value={draft.method} onChange={(method) => onChange({ ...draft, method })} />
    </div>
  );
}
