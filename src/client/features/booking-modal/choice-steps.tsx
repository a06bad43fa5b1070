import { Trans, useLingui } from '@lingui/react/macro';
import { NativeSelect, Stack, Text } from '@mantine/core';
import { type Choice, ChoiceCards } from '#client/ui/choice-cards.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import type { SubjectEntryView } from '#shared/contracts/tutors.ts';
import { bookableDates } from '#shared/domain/booking-window.ts';
import { slotStarts } from '#shared/domain/free-times.ts';
import { type Cents, formatRupees, toRupees } from '#shared/domain/money.ts';
import { bookableMethods, formatHours, hourlyRate, METHOD_LABELS, sessionPrice } from '#shared/domain/rates.ts';
import { textsOf, translated, translatedName } from '#shared/domain/texts.ts';
import { addDays } from '#shared/domain/zone.ts';
import { BOOKING_DURATIONS, type BookableMethod, type BookingDuration } from '#shared/vocabulary/bookings.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';
import { type BookingDraft, withHours, withSubject } from './booking-draft.ts';

export type DurationStepProps = {
  draft: BookingDraft;
  subjects: readonly SubjectEntryView[];
  entry: SubjectEntryView;
  now: Date;
  onChange: (draft: BookingDraft) => void;
};

export function DurationStep({ draft, subjects, entry, now, onChange }: DurationStepProps) {
  const { t, i18n } = useLingui();
  const zone = useTimeZone();
  const { first } = bookableDates(now, zone);
  const hasRoomFor = (hours: number) =>
    WEEKDAYS.some((_, index) => slotStarts({ week: entry.availability, date: addDays(first, index), hours, zone }).length > 0);
  const durations = BOOKING_DURATIONS.map((hours): Choice<BookingDuration> => {
    const isDisabled = !hasRoomFor(hours);
    return { value: hours, label: formatHours(hours, textsOf(i18n)), isDisabled, hint: isDisabled ? t`No opening this long` : undefined };
  });
  const methods = bookableMethods(entry.teachingModes).map((method): Choice<BookableMethod> => {
    return {
      value: method,
      label: translated(i18n, METHOD_LABELS[method]),
      hint: <Rate modes={entry.teachingModes} method={method} hours={draft.hours} />,
    };
  });

  function chooseSubject(subjectId: string): void {
    const chosen = subjects.find(({ subject }) => subject.id === subjectId);
    if (chosen) onChange(withSubject(draft, chosen));
  }

  return (
    <Stack gap="lg">
      {subjects.length > 1 ? (
        <NativeSelect
          label={t`Subject`}
          value={draft.subjectId}
          data={subjects.map(({ subject }) => ({ value: subject.id, label: translatedName(i18n, subject.name) }))}
          onChange={(event) => chooseSubject(event.currentTarget.value)}
        />
      ) : (
        <div>
          <Text fw={600}>
            <Trans>Subject</Trans>
          </Text>
          <Text>{translatedName(i18n, entry.subject.name)}</Text>
        </div>
      )}
      <ChoiceCards
        legend={t({ message: 'Duration', context: 'of a session' })}
        layout="compact"
        choices={durations}
        value={draft.hours}
        onChange={(hours) => onChange(withHours(draft, hours))}
      />
      <ChoiceCards legend={t`Learning method`} choices={methods} value={draft.method} onChange={(method) => onChange({ ...draft, method })} />
    </Stack>
  );
}

type RateProps = { modes: SubjectEntryView['teachingModes']; method: BookableMethod; hours: number | null };

/** With the price of the session, once that is another one than the rate. */
function Rate({ modes, method, hours }: RateProps) {
  const { t, i18n } = useLingui();
  const format = (cents: Cents | null) => formatRupees(toRupees(cents ?? 0), i18n.locale);
  const price = format(hourlyRate(modes, method));
  const total = hours !== null && hours > 1 ? format(sessionPrice(modes, method, hours)) : null;
  return (
    <>
      {t`${price} / hour`}
      {total !== null && (
        <Text span inherit display="block">
          {t`${total} for ${hours} hours`}
        </Text>
      )}
    </>
  );
}

const NO_TOPIC = '';

export type TopicStepProps = Pick<DurationStepProps, 'draft' | 'entry' | 'onChange'>;

export function TopicStep({ draft, entry, onChange }: TopicStepProps) {
  const { t, i18n } = useLingui();
  const subjectName = translatedName(i18n, entry.subject.name);
  if (entry.selectedTopics.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        <Trans>No topics are listed for {subjectName}. You can say what you need in the notes of the last step.</Trans>
      </Text>
    );
  }
  const topics = entry.selectedTopics.map(({ id, name, description }) => ({ value: id, label: translatedName(i18n, name), hint: description }));
  return (
    <ChoiceCards
      legend={t`What would you like to work on?`}
      layout="stacked"
      choices={[{ value: NO_TOPIC, label: t`No particular topic`, hint: t`Decide together with the tutor` }, ...topics]}
      value={draft.topicId ?? NO_TOPIC}
      onChange={(topicId) => onChange({ ...draft, topicId: topicId === NO_TOPIC ? null : topicId })}
    />
  );
}
