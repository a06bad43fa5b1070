import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Container, Group, Skeleton, Text, Title } from '@mantine/core';
import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { SlidersHorizontal } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { lazyDialog, lazyPart, preloadOnIntent } from '#client/ui/lazy-part.tsx';
import { ScrollTopButton } from '#client/ui/scroll-top-button.tsx';
import { CategoryPicker } from './category-picker.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { PublicStats } from './public-stats.tsx';
import { SearchBox } from './search-box.tsx';
import classes from './search-page.module.css';
import { labelFound, labelResultsButton, SearchResults } from './search-results.tsx';
import {
  ALL_CATEGORIES,
  changeFromFirst,
  changeSearch,
  clearAll,
  countPanelFilters,
  needsCategory,
  type OnSearchChange,
  type OnSuggestionChosen,
  saveLastSearch,
  withFirstCategory,
} from './search-state.ts';
import { SortControl } from './sort-control.tsx';
import { TextReading } from './text-reading.tsx';
import { useCatalogue } from './use-catalogue.ts';
import { useDebouncedText } from './use-debounced-text.ts';
import { useTutorSearch } from './use-tutor-search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    isFiltering?: boolean;
  }
}

/** Loaded when there is something to remove. */
const loadRemoval = () => import('#shared/domain/text-removal.ts');

const ActiveFilters = lazyPart(() => import('./active-filters.tsx').then((module) => module.ActiveFilters));
const FilterSheet = lazyDialog(() => import('./filter-sheet.tsx').then((module) => module.FilterSheet));

export function SearchPage() {
  const { t, i18n } = useLingui();
  const given = useSearch({ from: '/tutors/' });
  const navigate = useNavigate({ from: '/tutors/' });
  const sheet = useFilterSheet();
  const catalogue = useCatalogue();
  const firstCategory = catalogue.categories[0]?.value;
  const search = withFirstCategory(given, firstCategory);
  const isUndecided = needsCategory(search) && catalogue.isPending;
  const pages = useTutorSearch(search, { isReady: !isUndecided });

  useEffect(() => saveLastSearch(search), [search]);

  const change: OnSearchChange = (toNext, options) =>
    void navigate({
      search: (current) => changeFromFirst(current, { firstCategory, toNext }),
      replace: options?.isRefined || sheet.isOpen,
      state: { isFiltering: sheet.isOpen || undefined },
    });
  const searchText = useDebouncedText(search.q, { onSend: (q, options) => change((current) => changeSearch(current, { q }), options) });
  const choose: OnSuggestionChosen = (q, { isTaught }) => {
    searchText.type(q);
    change((current) => changeSearch(current, isTaught ? { category: ALL_CATEGORIES, q } : { q }));
  };
  const refetch = () => {
    catalogue.retry();
    return pages.refetch();
  };

  const [first] = pages.data?.pages ?? [];
  const hasTutors = pages.data?.pages.some(({ tutors }) => tutors.length > 0) ?? false;
  const filterCount = countPanelFilters(search);
  const clearProblem = filterCount === 0 ? t`No filters are set.` : null;
  const results = useRef<HTMLElement>(null);
  const focusResults = () => results.current?.focus({ preventScroll: true });

  const isRemovable = (first?.reading.filters.length ?? 0) > 0;
  useEffect(() => {
    if (isRemovable) void loadRemoval().catch(() => null);
  }, [isRemovable]);
  const remove = (texts: readonly string[]) =>
    void loadRemoval().then(({ removeFromText }) => searchText.replace(texts.reduce(removeFromText, searchText.text)));

  // The buttons for these two go with the empty result, so the focus moves to the results.
  const clearFilters = () => {
    searchText.type('');
    change(clearAll);
    focusResults();
  };
  const searchAllSubjects = () => {
    change((current) => ({ ...clearAll(current), q: current.q }));
    focusResults();
  };

  return (
    <>
      <header className={classes.hero}>
        <Container className={classes.heroColumns}>
          <div>
            <Title order={1}>
              <Trans>Find a tutor</Trans>
            </Title>
            <Text c="dimmed" maw="34rem" mt="xs">
              <Trans>Compare subjects, rates and reviews, near you or online, and book a time that suits you.</Trans>
            </Text>
          </div>
          <SearchBox searchText={searchText} search={search} onChoose={choose} />
          <PublicStats />
        </Container>
      </header>

      <Container pt="sm" pb="xl">
        <CategoryPicker categories={catalogue.categories} search={search} isUndecided={isUndecided} isPending={catalogue.isPending} />
        <div className={classes.columns}>
          <FilterPanel search={search} catalogue={catalogue} town={first?.reading.town} clearProblem={clearProblem} onChange={change} />
          <Box component="section" ref={results} tabIndex={-1} miw={0} style={{ outline: 'none' }} aria-label={t`Tutors`}>
            <Group justify="space-between" gap="0.5rem 0.75rem" mih="2.75rem" mb="md">
              <div className={classes.found} aria-live="polite">
                {first && hasTutors && (
                  <Title order={2} fz="1.375rem" lh="2rem" opacity={pages.isPlaceholderData ? 0.55 : undefined}>
                    {labelFound(i18n, first)}
                  </Title>
                )}
                {!first && !pages.error && <Skeleton height={22} width="11rem" my={5} />}
              </div>
              <Button
                {...preloadOnIntent(FilterSheet)}
                className={classes.filters}
                variant="default"
                leftSection={<SlidersHorizontal size={18} />}
                onClick={sheet.open}
              >
                {filterCount === 0 ? t`Filters` : t`Filters (${filterCount})`}
              </Button>
              <SortControl search={search} onChange={change} />
            </Group>
            <ActiveFilters
              isNeeded={countPanelFilters(search) > 0}
              fallback={<div className={classes.activeLoading} />}
              search={search}
              onChange={change}
              focusResults={focusResults}
            />
            <TextReading
              reading={first?.reading}
              hasTutors={hasTutors}
              isBusy={pages.isPlaceholderData}
              onRemove={remove}
              focusResults={focusResults}
            />
            <SearchResults pages={{ ...pages, refetch }} search={search} onClear={clearFilters} onSearchAllSubjects={searchAllSubjects} />
          </Box>
        </div>
      </Container>

      <FilterSheet
        opened={sheet.isOpen}
        search={search}
        catalogue={catalogue}
        town={first?.reading.town}
        clearProblem={clearProblem}
        resultsLabel={labelResultsButton(i18n, first)}
        isCounting={pages.isPlaceholderData}
        onChange={change}
        onClose={sheet.close}
      />
      <ScrollTopButton />
    </>
  );
}

/** The sheet is a step of its own: Back closes it and undoes what was chosen in it. */
function useFilterSheet() {
  const router = useRouter();
  const navigate = useNavigate();
  const isOpen = useLocation({ select: ({ state }) => state.isFiltering === true });
  const hrefAtOpening = useRef<string | null>(null);

  return {
    isOpen,
    open: () => {
      hrefAtOpening.current = router.latestLocation.href;
      void navigate({ to: '.', search: true, state: { isFiltering: true } });
    },
    // The latest location, because this very click may have sent what was typed last.
    close: () => {
      if (hrefAtOpening.current === router.latestLocation.href) router.history.back();
      else void navigate({ to: '.', search: true, replace: true, state: {} });
    },
  };
}
