import { Button, Group, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { ExplainedButton } from '#client/ui/explained-button.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import { useLazy } from '#client/ui/use-lazy.ts';
import type { FilterFieldsProps } from './filter-fields.tsx';
import classes from './search-page.module.css';
import { clearPanel, clearProblem } from './search-state.ts';

const loadFields = () => import('./filter-fields.tsx').then(({ FilterFields }) => FilterFields);

export function FilterPanel(props: FilterFieldsProps) {
  const { search, onChange } = props;
  const [hasFailed, setFailed] = useState(false);
  const FilterFields = useLazy(loadFields, { isNeeded: !hasFailed, onError: () => setFailed(true) });

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
      {FilterFields && <FilterFields {...props} />}
      {!FilterFields && !hasFailed && <Loading label="Loading filters…" />}
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
