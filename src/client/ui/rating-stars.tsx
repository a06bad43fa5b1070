import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Text, VisuallyHidden } from '@mantine/core';
import classes from './rating-stars.module.css';

const STARS = 5;
const DISTANCE = 22;
const OUTLINE = 'l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8z';

/** One path for several stars: a list of tutors has five of them per card. */
function drawStars(first: number, count: number): string {
  return `M${10 + first * DISTANCE} 1.6${Array(count).fill(OUTLINE).join(`m${DISTANCE} 0`)}`;
}

export type RatingStarsProps = {
  rating: number;
  size?: number;
};

export function RatingStars({ rating, size = 18 }: RatingStarsProps) {
  const { i18n } = useLingui();
  const filled = Math.floor(rating);
  return (
    <svg className={classes.stars} viewBox="0 0 108 20" height={size} width={size * 5.4} role="img" aria-label={describeRating(i18n, rating)}>
      {filled > 0 && <path d={drawStars(0, filled)} data-filled />}
      {filled < STARS && <path d={drawStars(filled, STARS - filled)} />}
    </svg>
  );
}

export type RatingSummaryProps = { rating: number; count: number };

export function RatingSummary({ rating, count }: RatingSummaryProps) {
  const { i18n } = useLingui();
  if (count === 0) {
    return (
      <Text span size="sm" c="dimmed">
        <Trans>No reviews yet</Trans>
      </Text>
    );
  }
  return (
    <Group component="span" display="inline-flex" gap={4} wrap="nowrap" style={{ whiteSpace: 'nowrap' }}>
      <VisuallyHidden>{describeReviews(i18n, { rating, count })}</VisuallyHidden>
      <svg className={classes.stars} viewBox="0 0 20 20" width={18} height={18} aria-hidden="true">
        <path d={drawStars(0, 1)} data-filled />
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

function describeRating(i18n: I18n, stars: number): string {
  const rating = stars.toFixed(1);
  return i18n._(stars > 0 ? msg`Rated ${rating} out of 5` : msg`Not rated yet`);
}

function describeReviews(i18n: I18n, { rating, count }: RatingSummaryProps): string {
  const rated = describeRating(i18n, rating);
  return i18n._(msg`${rated}, ${plural(count, { one: '# review', other: '# reviews' })}`);
}
