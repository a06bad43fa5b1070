import { Button } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import { Loading } from '#client/ui/page-state.tsx';
import { useOnDemand } from '#client/ui/use-on-demand.ts';
import type { FilterFieldsProps } from './filter-fields.tsx';
import classes from './filter-panel.module.css';
import { panelCleared, panelCount } from './search-state.ts';

const loadFields = () => import('./filter-fields.tsx').then(({ FilterFields }) => FilterFields);

/** Beside the results, where there is room. The fields come after the first paint. */
export function FilterPanel(props: FilterFieldsProps) {
  const { search, onChange } = props;
  const panel = useRef<HTMLElement>(null);
  const [isBroken, setBroken] = useState(false);
  const giveUp = useCallback(() => setBroken(true), []);
  const FilterFields = useOnDemand(loadFields, { isWanted: !isBroken, onFailed: giveUp });

  const clear = () => {
    onChange(panelCleared);
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
      {FilterFields && <FilterFields {...props} />}
      {!FilterFields && !isBroken && <Loading label="Loading filters…" />}
      {isBroken && (
        <div className={classes.broken} role="alert">
          <p>The filters could not be loaded.</p>
          <Button variant="default" onClick={() => setBroken(false)}>
            Try Again
          </Button>
        </div>
      )}
    </section>
  );
}
