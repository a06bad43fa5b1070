import { Button } from '@mantine/core';
import { useRef } from 'react';
import { FilterFields, type FilterFieldsProps } from './filter-fields.tsx';
import classes from './filter-panel.module.css';
import { panelCleared, panelCount } from './search-state.ts';

/** Beside the results, where there is room. */
export function FilterPanel(props: FilterFieldsProps) {
  const { search, onChange } = props;
  const panel = useRef<HTMLElement>(null);
  const clear = () => {
    onChange(panelCleared(search));
    // The button goes with what it cleared.
    panel.current?.focus({ preventScroll: true });
  };

  return (
    <section ref={panel} tabIndex={-1} className={classes.panel} aria-labelledby="filters-title">
      <div className={classes.head}>
        <h2 id="filters-title">Filters</h2>
        {panelCount(search) > 0 && (
          <Button variant="subtle" size="sm" onClick={clear}>
            Clear
          </Button>
        )}
      </div>
      <FilterFields {...props} />
    </section>
  );
}
