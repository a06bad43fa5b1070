import { Button, Group, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { ExplainedButton } from '#client/ui/explained-button.tsx';
import { lazyPart, WhenNear } from '#client/ui/lazy-part.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import type { FilterFieldsProps } from './filter-fields.tsx';
import classes from './search-page.module.css';
import { clearPanel, clearProblem } from './search-state.ts';

const FilterFields = lazyPart(() => import('./filter-fields.tsx').then((module) => module.FilterFields));
const LOADING = <Loading label="Loading filters…" />;

export function FilterPanel(props: FilterFieldsProps) {
  const { search, onChange } = props;
  const [hasFailed, setFailed] = useState(false);

  return (
    <section className={classes.panel} aria-labelledby="filters-title">
      <Group justify="space-between" wrap="nowrap" mih="2.75rem" mb="sm">
        <Title order={2} id="filters-title" fz="1.375rem">
          Filters
        </Title>
        <ExplainedButton variant="subtle" size="sm" reason={clearProblem(search)} onClick={() => onChange(clearPanel)}>
          Clear
        </ExplainedButton>
      </Group>
      {/* Small screens have a sheet for them instead. */}
      <WhenNear fallback={LOADING}>
        <FilterFields {...props} isNeeded={!hasFailed} fallback={LOADING} onLoadError={() => setFailed(true)} />
      </WhenNear>
      {hasFailed && (
        <Stack align="start" gap="sm" role="alert">
          <p>The filters could not be loaded.</p>
          <Button variant="default" onClick={() => setFailed(false)}>
            Try Again
          </Button>
        </Stack>
      )}
    </section>
  );
}
