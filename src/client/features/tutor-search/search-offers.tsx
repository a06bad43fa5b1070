import { Group, Stack, Text } from '@mantine/core';
import { ButtonLink } from '#client/ui/links.tsx';
import type { SearchOffers } from '#shared/contracts/tutors.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { toPageSearch } from '#shared/domain/saved-search.ts';
import { joinWords } from '#shared/domain/text-parts.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import classes from './search-offers.module.css';
import type { TutorSearch } from './search-state.ts';

type Count = { total: number; totalIsCapped: boolean };
type Offer = Count & { name: string; detail?: string; filters: SearchOffers['towns'][number]['filters'] };

export type SearchOffersListProps = { offers: SearchOffers; search: TutorSearch; justify?: 'center' };

/** What finds somebody where the search itself does not. */
export function SearchOffersList({ offers: { without, towns, subjects }, ...group }: SearchOffersListProps) {
  return (
    <Stack gap="md">
      <OfferGroup title="Try it without one filter" offers={without.map((one) => ({ ...one, name: labelWithout(one) }))} {...group} />
      <OfferGroup title="Towns nearby" offers={towns.map((one) => ({ ...one, detail: `${formatNumber(one.km)} km` }))} {...group} />
      <OfferGroup title="Related subjects" offers={subjects} {...group} />
    </Stack>
  );
}

type OfferGroupProps = Omit<SearchOffersListProps, 'offers'> & { title: string; offers: readonly Offer[] };

function OfferGroup({ title, offers, search: { sort, dir }, justify }: OfferGroupProps) {
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
                <span className={classes.name}>{detail ? `${name}, ${detail}` : name}</span>: {labelCount(count)}
              </span>
            </ButtonLink>
          </li>
        ))}
      </Group>
    </section>
  );
}

const labelWithout = ({ part, labels }: SearchOffers['without'][number]): string =>
  part === 'category' && labels.length === 1 ? 'In all categories' : `Without ${joinWords(labels.map((label) => `“${label}”`))}`;

function labelCount({ total, totalIsCapped }: Count): string {
  const tutors = total === 1 ? '1 tutor' : `${formatNumber(total)} tutors`;
  if (!totalIsCapped) return tutors;
  return total >= SEARCH.countCap ? `more than ${tutors}` : `at least ${tutors}`;
}
