import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { describeDays, describeMediums, describeParts, describePlace, describePrice, describeRating } from '#shared/domain/filter-text.ts';
import { MODE_LABELS } from '#shared/domain/rates.ts';
import { textsOf, translated, translatedName } from '#shared/domain/texts.ts';
import { formatDate } from '#shared/domain/zone.ts';
import { TEACHING_MEDIUMS } from '#shared/vocabulary/people.ts';
import { EXAM_NAMES, PARTS_OF_DAY } from '#shared/vocabulary/search.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';
import { RemovableChip } from './removable-chip.tsx';
import classes from './search-page.module.css';
import { changeSearch, type OnSearchChange, splitList, type TutorSearch } from './search-state.ts';

export type ActiveFiltersProps = {
  search: TutorSearch;
  onChange: OnSearchChange;
  focusResults: () => void;
};

/** A chip for each filter of the panel, which small screens do not show. */
export function ActiveFilters({ search, onChange, focusResults }: ActiveFiltersProps) {
  const { t, i18n } = useLingui();
  const chips = listChips(i18n, search);
  if (chips.length === 0) return null;

  return (
    <ul className={classes.active} aria-label={t`Active filters`}>
      {chips.map(({ label, without }) => (
        <li key={Object.keys(without).join()}>
          <RemovableChip label={label} onRemove={() => onChange((current) => changeSearch(current, without))} focusResults={focusResults} />
        </li>
      ))}
    </ul>
  );
}

type Chip = { label: string | false | undefined; without: TutorSearch };

function listChips(i18n: I18n, search: TutorSearch): (Chip & { label: string })[] {
  const { subject, topic, exam, mode, location, within, freeOn, rating, female, verified } = search;
  const freeDate = freeOn && formatDate(freeOn, i18n.locale);
  const texts = textsOf(i18n);
  const chips: Chip[] = [
    { label: subject && translatedName(i18n, subject), without: { subject: undefined } },
    { label: topic && translatedName(i18n, topic), without: { topic: undefined } },
    { label: exam && translated(i18n, EXAM_NAMES[exam]), without: { exam: undefined } },
    { label: mode && translated(i18n, MODE_LABELS[mode]), without: { mode: undefined } },
    { label: describeMediums(splitList(TEACHING_MEDIUMS, search.medium), texts), without: { medium: undefined } },
    { label: describePrice(search, texts), without: { priceFrom: undefined, priceTo: undefined } },
    { label: describePlace(location && translated(i18n, location), within, texts), without: { location: undefined } },
    { label: freeDate && i18n._(msg`Free on ${freeDate}`), without: { freeOn: undefined } },
    { label: describeDays(splitList(WEEKDAYS, search.days), texts), without: { days: undefined } },
    { label: describeParts(splitList(PARTS_OF_DAY, search.time), texts), without: { time: undefined } },
    { label: rating !== undefined && describeRating(rating, texts), without: { rating: undefined } },
    { label: female && i18n._(msg`Female tutors`), without: { female: undefined } },
    { label: verified !== undefined && i18n._(verified ? msg`Verified tutors` : msg`Tutors who are not verified`), without: { verified: undefined } },
  ];
  return chips.flatMap(({ label, without }) => (label ? [{ label, without }] : []));
}
