import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { NativeSelect, Text } from '@mantine/core';
import { dateFormsOf } from '#shared/domain/date-forms.ts';
import { PART_NAMES } from '#shared/domain/filter-text.ts';
import { translated } from '#shared/domain/texts.ts';
import { MEDIUM_NAMES, TEACHING_MEDIUMS } from '#shared/vocabulary/people.ts';
import { DISTANCES, EXAM_NAMES, EXAMS, PARTS_OF_DAY } from '#shared/vocabulary/search.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';
import classes from './filter-fields.module.css';
import { splitList, type TutorSearch } from './search-state.ts';

export type ChoiceProps = { search: TutorSearch; onChange: (part: TutorSearch) => void };

export function ExamField({ search, onChange }: ChoiceProps) {
  const { t, i18n } = useLingui();
  const exams = EXAMS.map((value) => ({ value, label: translated(i18n, EXAM_NAMES[value]) }));
  return (
    <NativeSelect
      label={t`Exam`}
      value={search.exam ?? ''}
      data={[{ value: '', label: t`Any exam or grade` }, ...exams]}
      onChange={(event) => onChange({ exam: EXAMS.find((exam) => exam === event.currentTarget.value) })}
    />
  );
}

const RATINGS = [4, 4.5];

export function RatingField({ search: { rating }, onChange }: ChoiceProps) {
  const { t } = useLingui();
  // An address may have another one.
  const ratings = rating === undefined || RATINGS.includes(rating) ? RATINGS : [rating, ...RATINGS];
  return (
    <NativeSelect
      label={t`Rating`}
      value={rating ?? ''}
      data={[{ value: '', label: t`Any rating` }, ...ratings.map((stars) => ({ value: String(stars), label: t`${stars} stars or more` }))]}
      onChange={(event) => onChange({ rating: Number(event.currentTarget.value) || undefined })}
    />
  );
}

export type DistanceFieldProps = ChoiceProps & {
  /** That the location names; null where it names none, undefined while nobody knows. */
  town: string | null | undefined;
};

export function DistanceField({ search: { location, within }, town: name, onChange }: DistanceFieldProps) {
  const { t, i18n } = useLingui();
  const town = name && translated(i18n, name);
  const isKnown = Boolean(location && town);
  return (
    <NativeSelect
      label={t`Distance`}
      classNames={{ input: classes.dependent }}
      value={isKnown ? (within ?? '') : ''}
      disabled={!isKnown}
      data={[
        { value: '', label: isKnown ? t`${town} only` : explainNoDistance(i18n, location, town) },
        ...(isKnown ? DISTANCES.map((km) => ({ value: String(km), label: t`Within ${km} km` })) : []),
      ]}
      onChange={(event) => onChange({ within: DISTANCES.find((km) => String(km) === event.currentTarget.value) })}
    />
  );
}

function explainNoDistance(i18n: I18n, location: string | undefined, town: string | null | undefined): string {
  if (!location) return i18n._(msg`Enter a town first`);
  return i18n._(town === null ? msg`Town not found` : msg`Looking for the town…`);
}

export function MediumChoice({ search, onChange }: ChoiceProps) {
  const { t, i18n } = useLingui();
  const mediums = TEACHING_MEDIUMS.map((value) => ({ value, name: translated(i18n, MEDIUM_NAMES[value]) }));
  const chosen = splitList(TEACHING_MEDIUMS, search.medium);
  return <Toggles legend={t`Teaching language`} options={mediums} chosen={chosen} columns={3} onChange={(medium) => onChange({ medium })} />;
}

export function DaysChoice({ search, onChange }: ChoiceProps) {
  const { t, i18n } = useLingui();
  const { weekdays } = dateFormsOf(i18n.locale);
  const days = WEEKDAYS.map((value, index) => ({ value, name: weekdays[index] ?? value, label: translated(i18n, value) }));
  const chosen = splitList(WEEKDAYS, search.days);
  return <Toggles legend={t`Days of the week`} options={days} chosen={chosen} columns={4} onChange={(days) => onChange({ days })} />;
}

export function TimeChoice({ search, onChange }: ChoiceProps) {
  const { t, i18n } = useLingui();
  const parts = PARTS_OF_DAY.map((value) => ({ value, name: translated(i18n, PART_NAMES[value]) }));
  const chosen = splitList(PARTS_OF_DAY, search.time);
  return (
    <Toggles
      legend={t`Time of day`}
      note={t`Afternoon is from 12 to 5 PM.`}
      options={parts}
      chosen={chosen}
      columns={3}
      onChange={(time) => onChange({ time })}
    />
  );
}

type TogglesProps = {
  legend: string;
  note?: string;
  /** `label` where the name is short for it. */
  options: readonly { value: string; name: string; label?: string }[];
  chosen: readonly string[];
  columns: number;
  /** The chosen ones in the order of the options, with commas between them. */
  onChange: (list: string | undefined) => void;
};

function Toggles({ legend, note, options, chosen, columns, onChange }: TogglesProps) {
  const toggle = (value: string, isChosen: boolean) => {
    const next = options.filter((option) => (option.value === value ? isChosen : chosen.includes(option.value)));
    onChange(next.map((option) => option.value).join(',') || undefined);
  };
  return (
    <fieldset>
      <Text component="legend" fw={600} mb={4}>
        {legend}
      </Text>
      <div className={classes.toggles} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
        {options.map(({ value, name, label }) => (
          <label key={value}>
            <input
              type="checkbox"
              aria-label={label}
              checked={chosen.includes(value)}
              onChange={(event) => toggle(value, event.currentTarget.checked)}
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
      {note && (
        <Text size="sm" c="dimmed" mt={4}>
          {note}
        </Text>
      )}
    </fieldset>
  );
}
