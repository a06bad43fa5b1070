import { type ReactNode, useId } from 'react';
import classes from './choice-cards.module.css';

export type Choice<T> = { value: T; label: ReactNode; hint?: ReactNode; isDisabled?: boolean };

export type ChoiceCardsProps<T> = {
  legend: string;
  choices: readonly Choice<T>[];
  value: T | null;
  layout?: 'side-by-side' | 'stacked' | 'compact';
  onChange: (value: T) => void;
};

/** One of a few, as cards; native radio buttons, so the arrow keys work. */
export function ChoiceCards<T extends string | number>({ legend, choices, value, layout = 'side-by-side', onChange }: ChoiceCardsProps<T>) {
  const name = useId();
  return (
    <fieldset className={classes.group}>
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
    </fieldset>
  );
}
