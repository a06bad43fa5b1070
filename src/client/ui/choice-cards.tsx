import { type ReactNode, useId } from 'react';
import classes from './choice-cards.module.css';

export type Choice<T> = { value: T; label: ReactNode; hint?: ReactNode; isDisabled?: boolean };

export type ChoiceCardsProps<T> = {
  legend: string;
  choices: readonly Choice<T>[];
  value: T | null;
  layout?: 'side-by-side' | 'stacked' | 'compact';
  error?: string | undefined;
  onChange: (value: T) => void;
};

/** One of a few, as cards; native radio buttons, so the arrow keys work. */
export function ChoiceCards<T extends string | number>({ legend, choices, value, layout = 'side-by-side', error, onChange }: ChoiceCardsProps<T>) {
  const name = useId();
  const errorId = useId();
  return (
    <fieldset className={classes.group} aria-describedby={error ? errorId : undefined}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.cards} data-layout={layout}>
        {choices.map((choice) => (
          <label key={choice.value} className={classes.card}>
            <input
              className={classes.input}
              type="radio"
              name={name}
              checked={choice.value === value}
              disabled={choice.isDisabled}
              onChange={() => onChange(choice.value)}
            />
            <span className={classes.words}>
              <span className={classes.label}>{choice.label}</span>
              {choice.hint && <span className={classes.hint}>{choice.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
