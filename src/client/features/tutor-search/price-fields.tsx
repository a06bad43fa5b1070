import { useId } from 'react';
import classes from './filter-fields.module.css';
import { type PriceRange, usePriceRange } from './use-price-range.ts';

export type PriceFieldsProps = { range: PriceRange; onRange: (range: PriceRange) => void };

/** What an hour may cost, from and to. */
export function PriceFields({ range, onRange }: PriceFieldsProps) {
  const id = useId();
  const { from, to, type, settle, problem } = usePriceRange(range, onRange);
  const fields = [
    { key: 'from', label: 'From', value: from },
    { key: 'to', label: 'To', value: to },
  ] as const;

  return (
    <fieldset className={classes.group}>
      <legend>Price per hour</legend>
      <div className={classes.prices}>
        {fields.map(({ key, label, value }) => (
          <label key={key}>
            <span className={classes.small}>{label}</span>
            <span className={classes.line}>
              <span aria-hidden="true">Rs.</span>
              <input
                inputMode="numeric"
                autoComplete="off"
                placeholder="Any"
                value={value}
                aria-invalid={problem === null ? undefined : true}
                aria-describedby={problem === null ? undefined : `${id}problem`}
                onChange={(event) => type({ [key]: event.currentTarget.value })}
                onBlur={settle}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') settle();
                }}
              />
            </span>
          </label>
        ))}
      </div>
      <p id={`${id}problem`} className={classes.problem} aria-live="polite">
        {problem}
      </p>
    </fieldset>
  );
}
