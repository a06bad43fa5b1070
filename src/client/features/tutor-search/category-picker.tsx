import { useLingui } from '@lingui/react/macro';
import { Box, Skeleton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { ButtonLink } from '#client/ui/links.tsx';
import classes from './search-page.module.css';
import { ALL_CATEGORIES, type CatalogueCategory, changeSearch, isAllCategories, type TutorSearch } from './search-state.ts';
import { isSameName } from './use-catalogue.ts';

export type CategoryPickerProps = {
  categories: readonly CatalogueCategory[];
  search: TutorSearch;
  isUndecided: boolean;
  isPending: boolean;
};

/** As wide as the names of categories are, in rem. */
const SKELETON_WIDTHS = [9, 10, 8, 10, 8.5, 9, 9.5, 13, 6, 10, 9.5, 9.5, 8.5].map((width, index) => ({ index, width: `${width}rem` }));

export function CategoryPicker({ categories, search, isUndecided, isPending }: CategoryPickerProps) {
  const { t } = useLingui();
  const currentItem = useRef<HTMLLIElement>(null);
  const selected = isAllCategories(search) ? ALL_CATEGORIES : categories.find(({ value }) => isSameName(search.category, value))?.value;
  const current = isUndecided ? undefined : selected;
  const entries = [{ value: ALL_CATEGORIES, name: t({ message: 'All', context: 'categories' }) }, ...categories];

  useEffect(() => {
    const item = current === undefined ? null : currentItem.current;
    const list = item?.parentElement;
    if (item && list) list.scrollLeft = item.offsetLeft - (list.clientWidth - item.offsetWidth) / 2;
  }, [current]);

  return (
    <Box component="nav" aria-label={t`Categories`} mih="3.5rem">
      <ul className={classes.categories}>
        {entries.map(({ value, name }) => (
          <li key={value} ref={value === current ? currentItem : undefined}>
            <ButtonLink
              variant="chip"
              to="/tutors"
              search={changeSearch(search, { category: value })}
              aria-current={value === current ? 'true' : undefined}
            >
              {name}
            </ButtonLink>
          </li>
        ))}
        {isPending &&
          SKELETON_WIDTHS.map(({ index, width }) => (
            <li key={index} aria-hidden="true">
              <Skeleton className={classes.chip} width={width} radius="xl" />
            </li>
          ))}
      </ul>
    </Box>
  );
}
