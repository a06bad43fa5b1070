import { ArrowDown, ArrowUp } from 'lucide-react';
import type { SearchSort } from '#shared/vocabulary/content.ts';
import { type OnSearchChange, orderOf, sortedBy, type TutorSearch } from './search-state.ts';
import { Select } from './select.tsx';
import classes from './sort-control.module.css';

const SORTS = [
  { value: 'rating', name: 'Rating' },
  { value: 'price', name: 'Price' },
  { value: 'experience', name: 'Experience' },
  { value: 'name', name: 'Name' },
  { value: 'createdAt', name: 'Newest' },
] as const satisfies readonly { value: SearchSort; name: string }[];

export type SortControlProps = { search: TutorSearch; onChange: OnSearchChange };

export function SortControl({ search, onChange }: SortControlProps) {
  const { sort, dir } = orderOf(search);
  const pick = (value: string) => {
    const picked = SORTS.find((known) => known.value === value);
    if (picked) onChange((present) => sortedBy(present, picked.value));
  };

  return (
    <div className={classes.control}>
      <Select label="Sort by" isInline options={SORTS} value={sort} onChange={pick} />
      <button
        type="button"
        className={classes.direction}
        aria-label={dir === 'desc' ? 'Descending order' : 'Ascending order'}
        title={dir === 'desc' ? 'Descending order' : 'Ascending order'}
        onClick={() => onChange((present) => sortedBy(present, sort))}
      >
        {dir === 'desc' ? <ArrowDown size={20} aria-hidden="true" /> : <ArrowUp size={20} aria-hidden="true" />}
      </button>
    </div>
  );
}
