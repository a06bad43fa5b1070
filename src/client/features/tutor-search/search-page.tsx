import { Button, Skeleton } from '@mantine/core';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useLazy } from '#client/ui/use-lazy.ts';
import type { TutorCard } from '#shared/contracts/tutors.ts';
import { CategoryPicker } from './category-picker.tsx';
import { foundInWords, leadInWords } from './counts.ts';
import { FilterPanel } from './filter-panel.tsx';
import { PublicStats } from './public-stats.tsx';
import { SearchBox } from './search-box.tsx';
import classes from './search-page.module.css';
import { SearchResults } from './search-results.tsx';
import { allCleared, changed, type OnSearchChange, panelCount, type TutorSearch } from './search-state.ts';
import { SortControl } from './sort-control.tsx';
import type { Catalogue } from './use-catalogue.ts';
import type { FilterSheetState } from './use-filter-sheet.ts';
import { useSearchText } from './use-search-text.ts';
import type { TutorPages } from './use-tutor-search.ts';

export type SearchPageProps = {
  search: TutorSearch;
  catalogue: Catalogue;
  pages: TutorPages;
  sheet: FilterSheetState;
  /** It is not known yet which category comes first. */
  isUndecided: boolean;
  onChange: OnSearchChange;
  action?: (tutor: TutorCard) => ReactNode;
};

const loadTopButton = () => import('#client/ui/scroll-top-button.tsx').then(({ ScrollTopButton }) => ScrollTopButton);
const loadSheet = () => import('./filter-sheet.tsx').then(({ FilterSheet }) => FilterSheet);

export function SearchPage({ search, catalogue, pages, sheet, isUndecided, onChange, action }: SearchPageProps) {
  const words = useSearchText(search.q, (q, how) => onChange((present) => changed(present, { q }), how));
  const ScrollTopButton = useLazy(loadTopButton, { isNeeded: true });
  const FilterSheet = useLazy(loadSheet, { isNeeded: sheet.isOpen, onError: sheet.close });
  const [counted] = pages.data?.pages ?? [];
  const isFound = pages.data?.pages.some(({ tutors }) => tutors.length > 0) ?? false;
  const filters = panelCount(search);
  const results = useRef<HTMLElement>(null);

  const clearAll = () => {
    words.type('');
    onChange(allCleared);
    // The button goes with the empty result.
    results.current?.focus({ preventScroll: true });
  };

  const widen = () => {
    onChange((present) => ({ ...allCleared(present), q: present.q }));
    results.current?.focus({ preventScroll: true });
  };

  return (
    <>
      <header className={classes.hero}>
        <div className={classes.inside}>
          <div>
            <h1>Find a tutor</h1>
            <p className={classes.intro}>Compare subjects, rates and reviews, near you or online, and book an hour that suits you.</p>
          </div>
          <SearchBox words={words} />
          <PublicStats />
        </div>
      </header>

      <div className={classes.inside}>
        <CategoryPicker categories={catalogue.categories} search={search} isUndecided={isUndecided} isPending={catalogue.isPending} />
        <div className={classes.columns}>
          <FilterPanel search={search} catalogue={catalogue} onChange={onChange} />
          <section ref={results} tabIndex={-1} className={classes.results} aria-label="Tutors">
            <div className={classes.bar}>
              <div className={classes.found} aria-live="polite" data-busy={pages.isPlaceholderData || undefined}>
                {counted && isFound && <h2>{foundInWords(counted)}</h2>}
                {!counted && !pages.error && <Skeleton height={22} width="11rem" my={5} />}
              </div>
              <Button className={classes.filters} variant="default" leftSection={<SlidersHorizontal size={18} />} onClick={sheet.open}>
                {filters === 0 ? 'Filters' : `Filters (${filters})`}
              </Button>
              <SortControl search={search} onChange={onChange} />
            </div>
            <SearchResults pages={pages} search={search} onClear={clearAll} onWiden={widen} action={action} />
          </section>
        </div>
      </div>

      {FilterSheet && (
        <FilterSheet
          opened={sheet.isOpen}
          search={search}
          catalogue={catalogue}
          resultsLabel={leadInWords(counted)}
          isCounting={pages.isPlaceholderData}
          onChange={onChange}
          onClose={sheet.close}
        />
      )}
      {ScrollTopButton && <ScrollTopButton />}
    </>
  );
}
