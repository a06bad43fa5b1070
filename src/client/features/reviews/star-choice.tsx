import { Star } from 'lucide-react';
import { useId } from 'react';
import { RATINGS } from './review-draft.ts';
import classes from './star-choice.module.css';

const WORDS = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'] as const;

export type StarChoiceProps = { value: number; onChange: (rating: number) => void };

/** One to five stars; native radio buttons, so the arrow keys work. */
export function StarChoice({ value, onChange }: StarChoiceProps) {
  const name = useId();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Your rating</legend>
      <div className={classes.row}>
        <div className={classes.stars}>
          {RATINGS.map((rating) => (
            <label key={rating} className={classes.star} data-filled={rating <= value || undefined}>
              <input
                className={classes.input}
                type="radio"
                name={name}
                value={rating}
                aria-label={rating === 1 ? '1 star' : `${rating} stars`}
                checked={rating === value}
                data-autofocus={rating === value || undefined}
                onChange={() => onChange(rating)}
              />
              <Star size={30} aria-hidden="true" />
            </label>
          ))}
        </div>
        <span className={classes.words}>{WORDS[value - 1]}</span>
      </div>
    </fieldset>
  );
}
