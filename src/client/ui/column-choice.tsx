import { Group } from '@mantine/core';
import { Columns3 } from 'lucide-react';
import { Checkbox } from './checkbox.tsx';
import classes from './column-choice.module.css';

/** Names of columns. */
export type ColumnChoice = { hidden: readonly string[]; onHide: (hidden: readonly string[]) => void };

export type ColumnChoiceProps = ColumnChoice & { names: readonly string[] };

/** Opens in its place instead of over the table, whose columns change under the eyes. */
export function ColumnChoicePanel({ names, hidden, onHide }: ColumnChoiceProps) {
  const shownCount = names.filter((name) => !hidden.includes(name)).length;
  return (
    <details className={classes.panel}>
      <summary>
        <Columns3 size={18} aria-hidden="true" />
        {shownCount === names.length ? 'Columns' : `Columns (${shownCount} of ${names.length})`}
      </summary>
      <Group component="fieldset" gap="0.75rem 1.5rem" py="sm" aria-label="Columns to show">
        {names.map((name) => (
          <Checkbox
            key={name}
            label={name}
            checked={!hidden.includes(name)}
            onChange={({ currentTarget }) => onHide(currentTarget.checked ? hidden.filter((other) => other !== name) : [...hidden, name])}
          />
        ))}
      </Group>
    </details>
  );
}
