import { Group, Text, VisuallyHidden } from '@mantine/core';
import classes from './rating-stars.module.css';

const STAR = 'M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8z';
const STARS = [0, 1, 2, 3, 4] as const;

export type RatingStarsProps = {
  rating: number;
  size?: number;
};

export function RatingStars({ rating, size = 18 }: RatingStarsProps) {
  return (
    <svg className={classes.stars} viewBox="0 0 108 20" height={size} width={size * 5.4} role="img" aria-label={describeRating(rating)}>
      {STARS.map((index) => (
        <path key={index} d={STAR} transform={`translate(${index * 22} 0)`} data-filled={index < Math.floor(rating) || undefined} />
      ))}
    </svg>
  );
}

export type RatingSummaryProps = { rating: number; count: number };

export function RatingSummary({ rating, count }: RatingSummaryProps) {
  if (count === 0) {
    return (
      <Text span size="sm" c="dimmed">
        No reviews yet
      </Text>
    );
  }
  return (
    <Group component="span" display="inline-flex" gap={4} wrap="nowrap" style={{ whiteSpace: 'nowrap' }}>
      <VisuallyHidden>{count === 1 ? `${describeRating(rating)}, 1 review` : `${describeRating(rating)}, ${count} reviews`}</VisuallyHidden>
      <svg className={classes.stars} viewBox="0 0 20 20" width={18} height={18} aria-hidden="true">
        <path d={STAR} data-filled />
      </svg>
      <Text span inherit fw={650} mod="tabular" aria-hidden="true">
        {rating.toFixed(1)}
      </Text>
      <Text span inherit c="dimmed" aria-hidden="true">
        ({count})
      </Text>
    </Group>
  );
}

function describeRating(rating: number): string {
  return rating > 0 ? `Rated ${rating.toFixed(1)} out of 5` : 'Not rated yet';
}
