import { Group, Text } from '@mantine/core';
import { Star } from 'lucide-react';
import { useId } from 'react';
import classes from './star-choice.module.css';

export const RATINGS = [1, 2, 3, 4, 5] as const;
const LABELS = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'] as const;

export type StarChoiceProps = { value: number; onChange: (rating: number) => void };

export function StarChoice({ value, onChange }: StarChoiceProps) {
  const name = useId();
  return (
    <fieldset>
      <Text component="legend" fw={600} mb={4}>
        Your rating
      </Text>
      <Group gap="0 0.75rem">
        <div className={classes.stars}>
          {RATINGS.map((rating) => (
            <label key={rating} className={classes.star} data-filled={rating <= value || undefined}>
              <input
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
        <Text span c="dimmed">
          {LABELS[value - 1]}
        </Text>
      </Group>
    </fieldset>
  );
}
