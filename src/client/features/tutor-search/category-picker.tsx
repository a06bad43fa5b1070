import { Skeleton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { ButtonLink } from '#client/ui/links.tsx';
import classes from './category-picker.module.css';
import { ALL, changed, isAll, type TutorSearch } from './search-state.ts';
import { isSame, type PickedCategory } from './use-catalogue.ts';

export type CategoryPickerProps = {
  categories: readonly PickedCategory[];
  search: TutorSearch;
  /** It is not known yet which category comes first. */
  isUndecided?: boolean;
  isPending?: boolean;
};

/** Names as long as names of categories are. */
const PLACES = [9, 10, 8, 10, 8.5, 9, 9.5, 13, 6, 10, 9.5, 9.5, 8.5].map((width, index) => ({ index, width: `${width}rem` }));

/** Links, so that Back and a shared address bring a category back. */
export function CategoryPicker({ categories, search, isUndecided = false, isPending = false }: CategoryPickerProps) {
  const list = useRef<HTMLUListElement>(null);
  const current = isUndecided ? undefined : isAll(search) ? ALL : categories.find(({ value }) => isSame(search.category, value))?.value;
  const entries = [{ value: ALL, name: 'All' }, ...categories];

  useEffect(() => {
    const chip = list.current?.querySelector(`[data-category="${CSS.escape(current ?? '')}"]`);
    if (!(chip instanceof HTMLElement) || !list.current) return;
    list.current.scrollLeft = chip.offsetLeft - (list.current.clientWidth - chip.offsetWidth) / 2;
  }, [current]);

  return (
    <nav aria-label="Categories" className={classes.picker}>
      <ul ref={list} className={classes.list}>
        {entries.map(({ value, name }) => (
          <li key={value} data-category={value}>
            <ButtonLink
              variant="chip"
              to="/tutors"
              search={changed(search, { category: value })}
              aria-current={value === current ? 'true' : undefined}
            >
              {name}
            </ButtonLink>
          </li>
        ))}
        {isPending &&
          PLACES.map(({ index, width }) => (
            <li key={index} aria-hidden="true">
              <Skeleton className={classes.place} width={width} radius="xl" />
            </li>
          ))}
      </ul>
    </nav>
  );
}
