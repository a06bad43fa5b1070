import { useId } from 'react';
import { Switch } from '#client/ui/switch.tsx';
import { MODE_LABELS } from '#shared/domain/rates.ts';
import { BOOKABLE_MODES } from '#shared/vocabulary/people.ts';
import { DayField } from './day-field.tsx';
import classes from './filter-fields.module.css';
import { LocationField } from './location-field.tsx';
import { PriceFields } from './price-fields.tsx';
import { changed, isAll, type OnSearchChange, type TutorSearch } from './search-state.ts';
import { type Option, type OptionGroup, Select } from './select.tsx';
import { type Catalogue, isSame, type PickedSubject, useTopics } from './use-catalogue.ts';

export type FilterFieldsProps = {
  search: TutorSearch;
  catalogue: Catalogue;
  onChange: OnSearchChange;
};

const NO_SUBJECT = { value: '', name: 'Any subject' };
const NO_TOPIC = { value: '', name: 'Any topic' };
const MODES = [{ value: undefined, name: 'Any' }, ...BOOKABLE_MODES.map((value) => ({ value, name: MODE_LABELS[value] }))];

/** What is chosen counts at once. */
export function FilterFields({ search, catalogue, onChange }: FilterFieldsProps) {
  const category = catalogue.categories.find(({ value }) => isSame(search.category, value));
  const inReach = category ? category.subjects : catalogue.categories.flatMap(({ subjects }) => subjects);
  const subject = catalogue.categories.flatMap(({ subjects }) => subjects).find(({ name }) => isSame(search.subject, name));
  const topics = useTopics(subject);
  const change = (part: TutorSearch, how?: { isRefined: boolean }) => onChange((present) => changed(present, part), how);

  const isUnknown = search.subject !== undefined && subject === undefined && !catalogue.isPending;
  const groups = category || !isAll(search) ? [] : catalogue.categories.map(({ name, subjects }) => ({ name, options: subjects.map(toOption) }));
  const topicOptions = withPresent(topics.map(toOption), search.topic);

  return (
    <div className={classes.fields}>
      <Select
        label="Subject"
        value={subject?.name ?? search.subject ?? ''}
        options={[NO_SUBJECT, ...withPresent(groups.length > 0 ? [] : inReach.map(toOption), outOf(groups, subject?.name ?? search.subject))]}
        groups={groups}
        error={isUnknown ? 'Selected subject not found' : undefined}
        onChange={(value) => change({ subject: value || undefined })}
      />
      <Select
        label="Topic"
        value={topicOptions.find(({ value }) => isSame(search.topic, value))?.value ?? ''}
        options={[search.subject || search.topic ? NO_TOPIC : { value: '', name: 'Choose a subject first' }, ...topicOptions]}
        disabled={topicOptions.length === 0}
        onChange={(value) => change({ topic: value || undefined })}
      />
      <ModeChoice mode={search.mode} onChange={(mode) => change({ mode })} />
      <PriceFields range={search} onRange={change} />
      <LocationField location={search.location} onLocation={(location, how) => change({ location }, how)} />
      <DayField day={search.freeOn} onDay={(freeOn) => change({ freeOn })} />
      <div className={classes.switches}>
        <Switch
          label="Female tutors only"
          checked={search.female ?? false}
          onChange={(event) => change({ female: event.currentTarget.checked || undefined })}
        />
        <Switch
          label="Verified tutors only"
          checked={search.verified ?? false}
          onChange={(event) => change({ verified: event.currentTarget.checked || undefined })}
        />
      </div>
    </div>
  );
}

function ModeChoice({ mode, onChange }: { mode: TutorSearch['mode']; onChange: (mode: TutorSearch['mode']) => void }) {
  const name = useId();
  return (
    <fieldset className={`${classes.group} ${classes.modes}`}>
      <legend>Teaching mode</legend>
      <div>
        {MODES.map((option) => (
          <label key={option.name}>
            <input type="radio" name={name} checked={mode === option.value} onChange={() => onChange(option.value)} />
            <span>{option.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function toOption({ name }: Pick<PickedSubject, 'name'>): Option {
  return { value: name, name };
}

/** What the address names stands in the list, even where the catalogue does not have it. */
function withPresent(options: readonly Option[], present: string | undefined): Option[] {
  if (!present || options.some(({ value }) => isSame(present, value))) return [...options];
  return [{ value: present, name: present }, ...options];
}

function outOf(groups: readonly OptionGroup[], present: string | undefined): string | undefined {
  return groups.some(({ options }) => options.some(({ value }) => isSame(present, value))) ? undefined : present;
}
