import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { Search, SearchX } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import type { Outputs } from '#client/lib/rpc/trpc.ts';
import { useMinuteClock } from '#client/ui/clock.ts';
import { useIsHydrated } from '#client/ui/hydration.ts';
import { lazyPart, WhenNear } from '#client/ui/lazy-part.tsx';
import { AnchorLink, ButtonLink } from '#client/ui/links.tsx';
import { Empty, QueryError } from '#client/ui/page-state.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import type { SearchOffers, SearchReading, TutorCard } from '#shared/contracts/tutor-search.ts';
import { bookableDates } from '#shared/domain/booking-window.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { formatDate } from '#shared/domain/zone.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import { countPanelFilters, isAllCategories, type TutorSearch } from './search-state.ts';
import { type ChosenDay, type TimeFilter, TutorGrid, TutorGridLoading } from './tutor-card.tsx';
import { type MorePages, type TutorPages, useMorePages } from './use-tutor-search.ts';

const SearchOffersList = lazyPart(() => import('./search-offers.tsx').then((module) => module.SearchOffersList));
const NobodyFreeYet = lazyPart(() => import('./nobody-free-yet.tsx').then((module) => module.NobodyFreeYet));
const SearchAlert = lazyPart(() => import('./search-alert.tsx').then((module) => module.SearchAlert));

export type SearchResultsProps = {
  pages: TutorPages;
  search: TutorSearch;
  onClear: () => void;
  onSearchAllSubjects: () => void;
};

export function SearchResults({ pages, search, onClear, onSearchAllSubjects }: SearchResultsProps) {
  const { t } = useLingui();
  const { data, error, hasNextPage, isPlaceholderData } = pages;
  const more = useMorePages(pages);
  const tutors = listTutors(data?.pages ?? []);
  const isPartial = data?.pages.some(({ reading }) => reading.leftOut.length > 0);
  const offers = data?.pages[0]?.offers;
  const isNarrow = Boolean(search.q) || countPanelFilters(search) > 0;
  // Offers stand above the tutors, and would move them if their code came later.
  useEffect(() => {
    if (isNarrow) SearchOffersList.preload();
  }, [isNarrow]);
  const isEmpty = data !== undefined && tutors.length === 0;
  const isWaiting = !data || (isEmpty && (isPlaceholderData || (hasNextPage && !more.isPaused)));
  const isStuck = hasNextPageFailed(pages);
  const reading = data?.pages[0]?.reading;
  const grid = {
    isForSubject: Boolean(search.subject || search.topic),
    isBusy: isPlaceholderData,
    timeFilter: toTimeFilter(search, reading),
    day: toChosenDay(search, reading),
  };
  // Who typed something, set a filter or is offered something has begun to search.
  const isNew = useIsNew() && !isNarrow && !hasOffers(offers);

  return (
    <>
      <div aria-live="polite">
        {isEmpty && !isWaiting && !hasNextPage && isNew && (
          <Empty title={t`Start Your Search`} text={t`Choose a subject, or type a name, a topic or a town.`} icon={<Search size={26} />} />
        )}
        {isEmpty && !isWaiting && !hasNextPage && !isNew && (
          <NothingFound
            search={search}
            day={search.freeOn ?? findDate(reading)}
            offers={offers}
            onClear={onClear}
            onSearchAllSubjects={onSearchAllSubjects}
          />
        )}
        {isEmpty && !isWaiting && hasNextPage && <NobodyFreeYet onClear={onClear} onResume={more.resume} />}
      </div>
      {isWaiting && !isStuck && (data || !error) && <TutorGridLoading />}
      {isEmpty && isStuck && <MoreFailed pages={pages} />}
      {!data && Boolean(error) && (
        <QueryError title={t`Error Loading Tutors`} message={errorMessageWithReason(error, t`Failed to search tutors`)} query={pages} />
      )}
      {tutors.length > 0 && (
        <>
          {search.after !== undefined && (
            <AnchorLink to="/tutors" search={{ ...search, after: undefined }} display="inline-block" mb="md">
              <Trans>From the beginning</Trans>
            </AnchorLink>
          )}
          {hasOffers(offers) && (
            <Box mb="xl" opacity={isPlaceholderData ? 0.55 : undefined}>
              <SearchOffersList offers={offers} search={search} />
            </Box>
          )}
          {search.q === undefined && search.after === undefined ? (
            <Stack gap="1.75rem">
              <TutorGroup id="featured" title={t`Featured Tutors`} tutors={tutors.slice(0, SEARCH.featured)} {...grid} />
              {tutors.length > SEARCH.featured && <TutorGroup id="others" title={t`More tutors`} tutors={tutors.slice(SEARCH.featured)} {...grid} />}
            </Stack>
          ) : (
            <TutorGrid tutors={tutors} {...grid} />
          )}
          <More pages={pages} search={search} shown={tutors.length} {...more} />
          {isPartial && (
            <WhenNear>
              <Text ta="center" fw={600} mb="xs">
                <Trans>No tutor matches all of your search yet.</Trans>
              </Text>
              <SearchAlert search={search} />
            </WhenNear>
          )}
        </>
      )}
    </>
  );
}

/** Whoever moves while the pages are read comes on two of them. */
function listTutors(pages: readonly Outputs['tutors']['search'][]): Outputs['tutors']['search']['tutors'] {
  const ids = new Set<string>();
  return pages.flatMap(({ tutors }) => tutors).filter(({ id }) => !ids.has(id) && ids.add(id));
}

/** That the words name. */
const findDate = (reading: SearchReading | undefined): string | undefined => reading?.filters.find(({ date }) => date !== undefined)?.date;

function toTimeFilter({ freeOn, days, time }: TutorSearch, reading: SearchReading | undefined): TimeFilter {
  if (freeOn ?? findDate(reading)) return 'date';
  return days || time || reading?.filters.some(({ kind }) => kind === 'times') ? 'times' : undefined;
}

/** Of the filter, and of the words. */
function toChosenDay({ freeOn, days }: TutorSearch, reading: SearchReading | undefined): ChosenDay {
  const typed = reading?.filters.flatMap((filter) => filter.days ?? []) ?? [];
  return { freeOn: freeOn ?? findDate(reading), days: typed.filter((day) => !days || days.includes(day)).join(',') || days };
}

type TutorGroupProps = {
  id: string;
  title: string;
  tutors: readonly TutorCard[];
  isForSubject: boolean;
  isBusy: boolean;
  timeFilter: TimeFilter;
  day: ChosenDay;
};

function TutorGroup({ id, title, ...grid }: TutorGroupProps) {
  return (
    <section aria-labelledby={`${id}-title`}>
      <Text component="h2" id={`${id}-title`} fw={600} lts="normal" mb="sm">
        {title}
      </Text>
      <TutorGrid {...grid} />
    </section>
  );
}

function useIsNew(): boolean {
  const [isNew, setNew] = useState(true);
  useEffect(() => {
    const timer = setTimeout(setNew, SEARCH.firstStateMs, false);
    return () => clearTimeout(timer);
  }, []);
  return isNew;
}

type NothingFoundProps = Pick<SearchResultsProps, 'search' | 'onClear' | 'onSearchAllSubjects'> & {
  /** Of the filter, or of the words. */
  day: string | undefined;
  offers: SearchOffers | undefined;
};

function NothingFound({ search, day, offers, onClear, onSearchAllSubjects }: NothingFoundProps) {
  const { t, i18n } = useLingui();
  const bookable = bookableDates(useMinuteClock(), useTimeZone());
  const isUnbookable = isUnbookableDay(day, bookable);
  const isNarrow = search.q !== undefined && !(isAllCategories(search) && search.subject === undefined);
  const isFiltered = hasFilters(search);
  return (
    <Empty
      title={t`No tutors found`}
      text={isUnbookable ? explainUnbookable(i18n, bookable) : explainEmpty(i18n, search)}
      icon={<SearchX size={26} />}
      action={
        <Stack align="center" gap="lg">
          {hasOffers(offers) && <SearchOffersList offers={offers} search={search} justify="center" />}
          <Group justify="center" gap="sm">
            {isNarrow && (
              <Button onClick={onSearchAllSubjects}>
                <Trans>Search all subjects</Trans>
              </Button>
            )}
            {(isFiltered || search.q !== undefined) && (
              <Button variant={isNarrow ? 'default' : 'filled'} onClick={onClear}>
                {isFiltered ? t`Clear All Filters` : t`See all tutors`}
              </Button>
            )}
          </Group>
          {!isUnbookable && <SearchAlert search={search} />}
        </Stack>
      }
    />
  );
}

type BookableDates = ReturnType<typeof bookableDates>;

const hasFilters = (search: TutorSearch): boolean => !isAllCategories(search) || countPanelFilters(search) > 0;

function isUnbookableDay(day: string | undefined, { first, last }: BookableDates): boolean {
  return day !== undefined && (day < first || day > last);
}

function explainUnbookable(i18n: I18n, bookable: BookableDates): string {
  const [first, last] = [formatDate(bookable.first, i18n.locale), formatDate(bookable.last, i18n.locale)];
  return i18n._(msg`Sessions can be booked from ${first} to ${last}. Choose another day.`);
}

function explainEmpty(i18n: I18n, search: TutorSearch): string {
  const { q } = search;
  if (!hasFilters(search)) {
    return i18n._(q ? msg`Nothing matches “${q}”. Try another word, or part of one.` : msg`Tutors appear here once their profiles are complete.`);
  }
  if (q) return i18n._(msg`Nothing matches “${q}” with these filters. Try another word, or fewer filters.`);
  return i18n._(msg`No tutor matches these filters. Try fewer of them.`);
}

type MoreProps = MorePages & { pages: TutorPages; search: TutorSearch; shown: number };

function More({ pages, search, shown, isReady, isPaused, resume }: MoreProps) {
  const { t, i18n } = useLingui();
  const { data, hasNextPage, isFetchingNextPage } = pages;
  const isStuck = hasNextPageFailed(pages);
  const isHydrated = useIsHydrated();
  const after = data?.pages.at(-1)?.nextCursor ?? undefined;
  const end = useRef<HTMLDivElement>(null);
  const fetchNext = useEffectEvent(() => void pages.fetchNextPage());

  useEffect(() => {
    if (!isReady || !end.current) return;
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && fetchNext(), {
      rootMargin: '600px 0px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isReady]);

  const [first] = data?.pages ?? [];
  return (
    <Box ref={end} mih="4.5rem" py="1.5rem" ta="center">
      {isStuck && <MoreFailed pages={pages} />}
      {isPaused && (
        <Stack align="center" gap="sm">
          <p role="status">
            <Trans>None of the next tutors are free on this day. There are more to check.</Trans>
          </p>
          <Button variant="default" onClick={resume}>
            <Trans>Check more tutors</Trans>
          </Button>
        </Stack>
      )}
      {/* Nothing loads while one scrolls before JavaScript runs. */}
      {!isHydrated && after && (
        <ButtonLink to="/tutors" search={{ ...search, after }} variant="default">
          <Trans>Next page</Trans>
        </ButtonLink>
      )}
      {isHydrated && hasNextPage && first && !isPaused && !isStuck && (
        <Text c="dimmed" role="status">
          {isFetchingNextPage ? t`Loading more tutors...` : labelShown(i18n, shown, first)}
        </Text>
      )}
    </Box>
  );
}

function hasNextPageFailed({ isFetchNextPageError, isFetchingNextPage }: TutorPages): boolean {
  return isFetchNextPageError && !isFetchingNextPage;
}

function MoreFailed({ pages }: { pages: TutorPages }) {
  const { t } = useLingui();
  return (
    <Stack align="center" gap="sm" role="alert">
      <p>
        <strong>{t`Error Loading Tutors`}</strong> {errorMessageWithReason(pages.error, t`Failed to search tutors`)}
      </p>
      <Button variant="default" onClick={() => void pages.fetchNextPage()}>
        <Trans>Try Again</Trans>
      </Button>
    </Stack>
  );
}

type Count = Pick<Outputs['tutors']['search'], 'total' | 'totalIsCapped'>;

function formatTotal({ total, totalIsCapped }: Count): string {
  return `${formatNumber(total)}${totalIsCapped ? '+' : ''}`;
}

function isOne({ total, totalIsCapped }: Count): boolean {
  return total === 1 && !totalIsCapped;
}

export function labelFound(i18n: I18n, count: Count): string {
  const total = formatTotal(count);
  return i18n._(isOne(count) ? msg`1 Tutor Found` : msg`${total} Tutors Found`);
}

export function labelShown(i18n: I18n, count: number, found: Count): string {
  const [shown, total] = [formatNumber(count), formatTotal(found)];
  return i18n._(msg`Showing ${shown} of ${total} tutors • Scroll to load more`);
}

export function labelResultsButton(i18n: I18n, count: Count | undefined): string {
  if (!count) return i18n._(msg`Show tutors`);
  if (count.total === 0) return i18n._(msg`No tutors found`);
  const total = formatTotal(count);
  return i18n._(isOne(count) ? msg`Show 1 tutor` : msg`Show ${total} tutors`);
}

const hasOffers = (offers: SearchOffers | undefined): offers is SearchOffers =>
  offers !== undefined && offers.without.length + offers.towns.length + offers.subjects.length > 0;
