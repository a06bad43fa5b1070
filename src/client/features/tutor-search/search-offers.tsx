import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Group, Stack, Text } from '@mantine/core';
import { ButtonLink } from '#client/ui/links.tsx';
import type { SearchOffers } from '#shared/contracts/tutor-search.ts';
import { describeDate } from '#shared/domain/filter-text.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { toPageSearch } from '#shared/domain/saved-search.ts';
import { textsOf, translated, translatedName } from '#shared/domain/texts.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import { joinWords } from './join-words.ts';
import classes from './search-offers.module.css';
import type { TutorSearch } from './search-state.ts';

type Count = { total: number; totalIsCapped: boolean };
type Offer = Count & { name: string; detail?: string; filters: SearchOffers['towns'][number]['filters'] };

export type SearchOffersListProps = { offers: SearchOffers; search: TutorSearch; justify?: 'center' };

/** What finds somebody where the search itself does not. */
export function SearchOffersList({ offers: { without, towns, subjects }, ...group }: SearchOffersListProps) {
  const { t, i18n } = useLingui();
  return (
    <Stack gap="md">
      <OfferGroup title={t`Try it without one filter`} offers={without.map((one) => ({ ...one, name: labelWithout(i18n, one) }))} {...group} />
      <OfferGroup
        title={t`Towns nearby`}
        offers={towns.map((one) => ({ ...one, name: translated(i18n, one.name), detail: labelDistance(i18n, one.km) }))}
        {...group}
      />
      <OfferGroup title={t`Related subjects`} offers={subjects.map((one) => ({ ...one, name: translatedName(i18n, one.name) }))} {...group} />
    </Stack>
  );
}

type OfferGroupProps = Omit<SearchOffersListProps, 'offers'> & { title: string; offers: readonly Offer[] };

function OfferGroup({ title, offers, search: { sort, dir }, justify }: OfferGroupProps) {
  const { i18n } = useLingui();
  if (offers.length === 0) return null;
  return (
    <section aria-label={title}>
      <Text component="h3" fw={600} fz="md" lts="normal" mb="xs">
        {title}
      </Text>
      <Group component="ul" gap="xs" justify={justify} className={classes.offers}>
        {offers.map(({ name, detail, filters, ...count }) => (
          <li key={`${name} ${detail}`}>
            <ButtonLink className={classes.offer} variant="default" to="/tutors" search={{ ...toPageSearch(filters), sort, dir }}>
              <span>
                <span className={classes.name}>{detail ? `${name}, ${detail}` : name}</span>: {labelCount(i18n, count)}
              </span>
            </ButtonLink>
          </li>
        ))}
      </Group>
    </section>
  );
}

function labelWithout(i18n: I18n, { part, labels, date }: SearchOffers['without'][number]): string {
  if (part === 'category' && labels.length === 1) return i18n._(msg`In all categories`);
  const words = labels.map((label) => inWords(i18n, label));
  const dropped = date === undefined ? words : [...words.slice(0, -1), describeDate(date, textsOf(i18n))];
  const filters = joinWords(
    i18n,
    dropped.map((label) => `“${label}”`),
  );
  return i18n._(msg`Without ${filters}`);
}

/** The server joins what it describes, in English. */
const inWords = (i18n: I18n, label: string): string =>
  label
    .split(' · ')
    .map((part) => textsOf(i18n).recognise(part))
    .join(' · ');

function labelDistance(i18n: I18n, km: number): string {
  const distance = formatNumber(km);
  return i18n._(msg`${distance} km`);
}

function labelCount(i18n: I18n, { total, totalIsCapped }: Count): string {
  const count = formatNumber(total);
  if (!totalIsCapped) return i18n._(msg`${plural(total, { one: '1 tutor', other: `${count} tutors` })}`);
  if (total >= SEARCH.countCap) return i18n._(msg`${plural(total, { one: 'more than 1 tutor', other: `more than ${count} tutors` })}`);
  return i18n._(msg`${plural(total, { one: 'at least 1 tutor', other: `at least ${count} tutors` })}`);
}
