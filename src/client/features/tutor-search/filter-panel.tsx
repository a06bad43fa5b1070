import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Title } from '@mantine/core';
import { useState } from 'react';
import { ExplainedButton } from '#client/ui/explained-button.tsx';
import { lazyPart, WhenNear } from '#client/ui/lazy-part.tsx';
import { Loading, PartFailed } from '#client/ui/page-state.tsx';
import type { FilterFieldsProps } from './filter-fields.tsx';
import classes from './search-page.module.css';
import { clearPanel } from './search-state.ts';

const FilterFields = lazyPart(() => import('./filter-fields.tsx').then((module) => module.FilterFields));

export type FilterPanelProps = FilterFieldsProps & {
  /** Why nothing can be cleared. */
  clearProblem: string | null;
};

export function FilterPanel({ clearProblem, ...fields }: FilterPanelProps) {
  const { t } = useLingui();
  const { onChange } = fields;
  const [failures, setFailures] = useState(0);
  const loading = <Loading label={t`Loading filters…`} />;

  return (
    <section className={classes.panel} aria-labelledby="filters-title">
      <Group justify="space-between" mih="2.75rem" mb="sm">
        <Title order={2} id="filters-title" fz="1.375rem" style={{ overflowWrap: 'normal' }}>
          <Trans>Filters</Trans>
        </Title>
        <ExplainedButton variant="subtle" size="sm" reason={clearProblem} onClick={() => onChange(clearPanel)}>
          <Trans>Clear</Trans>
        </ExplainedButton>
      </Group>
      {failures > 0 ? (
        <PartFailed failures={failures} onRetry={() => setFailures(0)} />
      ) : (
        // Small screens have a sheet for them instead.
        <WhenNear fallback={loading}>
          <FilterFields {...fields} fallback={loading} onLoadError={setFailures} />
        </WhenNear>
      )}
    </section>
  );
}
