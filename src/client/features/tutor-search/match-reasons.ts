import type { TutorMatch } from '#shared/contracts/tutors.ts';
import { weighRating } from '#shared/domain/best-match.ts';
import type { Answered, FreeSoon, MetBy } from '#shared/vocabulary/search.ts';

/** Why a tutor has this place in the order by best match: a sentence for each of the numbers that it goes by. */
export function explainMatch({ words, rating, totalReviews, free, answered, distance, isNewcomersPlace }: TutorMatch): string[] {
  return [
    ...(isNewcomersPlace ? ['New on Vidya. One place in eight is for tutors without a review.'] : []),
    ...words.map(({ text, by }) => explainWord(text, by)),
    explainRating({ rating, totalReviews }),
    FREE[free],
    ANSWERED[answered],
    ...(distance ? [explainDistance(distance)] : []),
  ];
}

function explainWord(text: string, by: MetBy): string {
  if (by === 'subject') return `“${text}” is taught.`;
  if (by === 'name') return `“${text}” is in the name.`;
  if (by === 'place') return `“${text}” fits one of the places.`;
  return `“${text}” is in what the tutor wrote about places.`;
}

function explainRating(reviews: Pick<TutorMatch, 'rating' | 'totalReviews'>): string {
  const weighed = formatStars(weighRating(reviews));
  if (reviews.totalReviews === 0) return `No review yet, which counts as ${weighed} stars.`;
  const stars = formatStars(reviews.rating);
  return reviews.totalReviews === 1
    ? `${stars} stars in one review, which counts as ${weighed}: the fewer reviews, the nearer to 4.`
    : `${stars} stars in ${reviews.totalReviews} reviews, which counts as ${weighed}: the fewer reviews, the nearer to 4.`;
}

function explainDistance({ town, km }: NonNullable<TutorMatch['distance']>): string {
  return km === 0 ? `Comes to ${town}.` : `Comes as near as ${km} km to ${town}.`;
}

const formatStars = (hundredths: number): string => (hundredths / 100).toFixed(2);

const FREE: Record<FreeSoon, string> = {
  'two-days': 'Free within two days.',
  week: 'Free within a week.',
  later: 'Free, but not within a week.',
  never: 'No free hour in the next weeks.',
};

const ANSWERED: Record<Answered, string> = {
  'almost-all': 'Answers almost all requests.',
  most: 'Answers most requests.',
  few: 'Leaves many requests unanswered.',
  unknown: 'Too few requests yet to say how many are answered.',
};
