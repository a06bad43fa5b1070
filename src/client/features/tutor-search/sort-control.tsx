import { ArrowDown, ArrowUp } from 'lucide-react';
import type { SearchSort } from '#shared/vocabulary/content.ts';
import { type OnSearchChange, orderOf, sortedBy, type TutorSearch } from './search-state.ts';
import classes from './sort-control.module.css';
import { SortListbox } from './sort-listbox.tsx';

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
  const pick = (value: SearchSort) => onChange((present) => sortedBy(present, value));

  return (
    <div className={classes.control}>
      <SortListbox
        label="Sort by"
        options={SORTS}
        value={sort}
        againHint={dir === 'desc' ? 'Turn to ascending' : 'Turn to descending'}
        onPick={pick}
      />
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
