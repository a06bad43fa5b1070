import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { ExplainedButton } from '#client/ui/explained-button.tsx';
import { lazyPart, WhenNear } from '#client/ui/lazy-part.tsx';
import { Loading } from '#client/ui/page-state.tsx';
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
  const [hasFailed, setFailed] = useState(false);
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
      {/* Small screens have a sheet for them instead. */}
      <WhenNear fallback={loading}>
        <FilterFields {...fields} isNeeded={!hasFailed} fallback={loading} onLoadError={() => setFailed(true)} />
      </WhenNear>
      {hasFailed && (
        <Stack align="start" gap="sm" role="alert">
          <p>
            <Trans>The filters could not be loaded.</Trans>
          </p>
          <Button variant="default" onClick={() => setFailed(false)}>
            <Trans>Try Again</Trans>
          </Button>
        </Stack>
      )}
    </section>
  );
}
