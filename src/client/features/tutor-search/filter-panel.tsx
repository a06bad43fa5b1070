import { Button } from '@mantine/core';
import { useCallback, useState } from 'react';
import { ExplainedButton } from '#client/ui/explained-button.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import { useLazy } from '#client/ui/use-lazy.ts';
import type { FilterFieldsProps } from './filter-fields.tsx';
import classes from './filter-panel.module.css';
import { nothingToClear, panelCleared } from './search-state.ts';

const loadFields = () => import('./filter-fields.tsx').then(({ FilterFields }) => FilterFields);

/** Beside the results, where there is room. The fields come after the first paint. */
export function FilterPanel(props: FilterFieldsProps) {
  const { search, onChange } = props;
  const [isBroken, setBroken] = useState(false);
  const giveUp = useCallback(() => setBroken(true), []);
  const FilterFields = useLazy(loadFields, { isNeeded: !isBroken, onError: giveUp });

  return (
    <section className={classes.panel} aria-labelledby="filters-title">
      <div className={classes.head}>
        <h2 id="filters-title">Filters</h2>
        <ExplainedButton variant="subtle" size="sm" reason={nothingToClear(search)} onClick={() => onChange(panelCleared)}>
          Clear
        </ExplainedButton>
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
