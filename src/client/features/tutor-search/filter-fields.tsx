import { Trans, useLingui } from '@lingui/react/macro';
import { NativeSelect, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { Switch } from '#client/ui/switch.tsx';
import { MODE_LABELS } from '#shared/domain/rates.ts';
import { translated, translatedName } from '#shared/domain/texts.ts';
import { TEACHING_MODES } from '#shared/vocabulary/people.ts';
import { DaysChoice, DistanceField, ExamField, MediumChoice, RatingField, TimeChoice } from './filter-choices.tsx';
import classes from './filter-fields.module.css';
import { DayField, LocationField, PriceFields } from './filter-inputs.tsx';
import { changeSearch, isAllCategories, type OnSearchChange, type TutorSearch } from './search-state.ts';
import { type Catalogue, isSameName, useTopics } from './use-catalogue.ts';

export type FilterFieldsProps = {
  search: TutorSearch;
  catalogue: Catalogue;
  /** That the location names; null where it names none, undefined while nobody knows. */
  town?: string | null | undefined;
  onChange: OnSearchChange;
};

export function FilterFields({ search, catalogue: { categories, isPending }, town, onChange }: FilterFieldsProps) {
  const { t, i18n } = useLingui();
  const category = categories.find(({ value }) => isSameName(search.category, value));
  const allSubjects = categories.flatMap(({ subjects }) => subjects);
  const subject = allSubjects.find(({ name }) => isSameName(search.subject, name));
  const topics = useTopics(subject);
  const change = (part: TutorSearch, options?: { isRefined: boolean }) => onChange((current) => changeSearch(current, part), options);

  const choice = { search, onChange: change };

  const subjectName = subject?.name ?? search.subject;
  const isUnknown = search.subject !== undefined && subject === undefined && !isPending;
  const toOption = ({ name }: { name: string }): Option => ({ value: name, label: translatedName(i18n, name) });
  const isGrouped = !category && isAllCategories(search);
  const subjects = isGrouped
    ? [
        ...(subjectName && !subject ? [toOption({ name: subjectName })] : []),
        ...categories.map(({ name, subjects }) => ({ group: name, items: subjects.map(toOption) })),
      ]
    : withSelected((category?.subjects ?? allSubjects).map(toOption), subjectName && toOption({ name: subjectName }));
  const topicOptions = withSelected(topics.map(toOption), search.topic && toOption({ name: search.topic }));
  const anyTopic = search.subject || search.topic ? t`Any topic` : t`Choose a subject first`;

  return (
    <Stack gap="1.125rem">
      <NativeSelect
        label={t`Subject`}
        value={subjectName ?? ''}
        data={[{ value: '', label: t`Any subject` }, ...subjects]}
        error={isUnknown && t`Selected subject not found`}
        onChange={(event) => change({ subject: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        label={t`Topic`}
        classNames={{ input: classes.dependent }}
        value={topicOptions.find(({ value }) => isSameName(search.topic, value))?.value ?? ''}
        data={[{ value: '', label: anyTopic }, ...topicOptions]}
        disabled={topicOptions.length === 0}
        onChange={(event) => change({ topic: event.currentTarget.value || undefined })}
      />
      <ExamField {...choice} />
      <ModeChoice mode={search.mode} onChange={(mode) => change({ mode })} />
      <MediumChoice {...choice} />
      <PriceFields range={search} onRange={change} />
      <LocationField location={search.location} onLocation={(location, options) => change({ location }, options)} />
      <DistanceField {...choice} town={town} />
      <DayField day={search.freeOn} onDay={(freeOn) => change({ freeOn })} />
      <DaysChoice {...choice} />
      <TimeChoice {...choice} />
      <RatingField {...choice} />
      <div>
        <Switch
          label={t`Female tutors only`}
          checked={search.female ?? false}
          onChange={(event) => change({ female: event.currentTarget.checked || undefined })}
        />
        <Switch
          label={t`Verified tutors only`}
          checked={search.verified ?? false}
          onChange={(event) => change({ verified: event.currentTarget.checked || undefined })}
        />
      </div>
    </Stack>
  );
}

function ModeChoice({ mode, onChange }: { mode: TutorSearch['mode']; onChange: (mode: TutorSearch['mode']) => void }) {
  const { t, i18n } = useLingui();
  const modes = TEACHING_MODES.map((value) => ({ value, name: translated(i18n, MODE_LABELS[value]) }));
  const name = useId();
  return (
    <fieldset>
      <Text component="legend" fw={600} mb={4}>
        <Trans>Teaching mode</Trans>
      </Text>
      <div className={classes.modes}>
        {[{ value: undefined, name: t`Any` }, ...modes].map((option) => (
          <label key={option.name}>
            <input type="radio" name={name} checked={mode === option.value} onChange={() => onChange(option.value)} />
            <span>{option.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type Option = { value: string; label: string };

function withSelected(options: readonly Option[], selected: Option | '' | undefined): Option[] {
  if (!selected || options.some(({ value }) => isSameName(selected.value, value))) return [...options];
  return [selected, ...options];
}
