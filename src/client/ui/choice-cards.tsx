import { Box, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './choice-cards.module.css';
import { Tile } from './tile.tsx';

export type Choice<T> = { value: T; label: ReactNode; hint?: ReactNode; isDisabled?: boolean };

export type ChoiceCardsProps<T> = {
  legend: string;
  choices: readonly Choice<T>[];
  value: T | null;
  layout?: 'side-by-side' | 'stacked' | 'compact';
  error?: string | undefined;
  'data-path'?: string | undefined;
  onChange: (value: T) => void;
};

/** Native radio buttons, so that the arrow keys work. */
export function ChoiceCards<T extends string | number>({
  legend,
  choices,
  value,
  layout = 'side-by-side',
  error,
  'data-path': path,
  onChange,
}: ChoiceCardsProps<T>) {
  const name = useId();
  const errorId = useId();
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend>{legend}</legend>
      <div className={classes.cards} data-layout={layout}>
        {choices.map((choice, index) => (
          <Tile
            key={choice.value}
            className={classes.card}
            name={name}
            data-path={index === 0 ? path : undefined}
            checked={choice.value === value}
            disabled={choice.isDisabled}
            onChange={() => onChange(choice.value)}
          >
            <span className={classes.mark} />
            <Box component="span" display="grid" miw={0} style={{ overflowWrap: 'anywhere' }}>
              <Text span fw={choice.isDisabled ? 400 : 600}>
                {choice.label}
              </Text>
              {choice.hint && <span className={classes.hint}>{choice.hint}</span>}
            </Box>
          </Tile>
        ))}
      </div>
      {error && (
        <Text id={errorId} c="red" size="sm" mt={6}>
          {error}
        </Text>
      )}
    </fieldset>
  );
}
