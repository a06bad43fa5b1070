import type { TutorMatch } from '#shared/contracts/tutor-search.ts';
import { weighRating } from '#shared/domain/best-match.ts';
import { ENGLISH, type Texts } from '#shared/domain/texts.ts';
import type { Answered, FreeSoon, MetBy } from '#shared/vocabulary/search.ts';

/** Why a tutor has this place in the order by best match: a sentence for each of the numbers that it goes by. */
export function explainMatch({ words, rating, totalReviews, free, answered, distance, isNewcomersPlace }: TutorMatch, t: Texts = ENGLISH): string[] {
  return [
    ...(isNewcomersPlace ? [t`New on Vidya. One place in eight is for tutors without a review.`] : []),
    ...words.map(({ text, by }) => explainWord({ text, by }, t)),
    explainRating({ rating, totalReviews }, t),
    explainFree(free, t),
    explainAnswers(answered, t),
    ...(distance ? [explainDistance(distance, t)] : []),
  ];
}

function explainWord({ text, by }: { text: string; by: MetBy }, t: Texts): string {
  if (by === 'subject') return t`“${text}” is taught.`;
  if (by === 'name') return t`“${text}” is in the name.`;
  if (by === 'place') return t`“${text}” fits one of the places.`;
  return t`“${text}” is in what the tutor wrote about places.`;
}

function explainRating(reviews: Pick<TutorMatch, 'rating' | 'totalReviews'>, t: Texts): string {
  const weighed = formatStars(weighRating(reviews));
  if (reviews.totalReviews === 0) return t`No review yet, which counts as ${weighed} stars.`;
  const stars = formatStars(reviews.rating);
  return reviews.totalReviews === 1
    ? t`${stars} stars in one review, which counts as ${weighed}: the fewer reviews, the nearer to 4.`
    : t`${stars} stars in ${reviews.totalReviews} reviews, which counts as ${weighed}: the fewer reviews, the nearer to 4.`;
}

function explainDistance({ town, km }: NonNullable<TutorMatch['distance']>, t: Texts): string {
  return km === 0 ? t`Comes to ${t.of(town)}.` : t`Comes as near as ${km} km to ${t.of(town)}.`;
}

const formatStars = (hundredths: number): string => (hundredths / 100).toFixed(2);

function explainFree(free: FreeSoon, t: Texts): string {
  const sentences: Record<FreeSoon, string> = {
    'two-days': t`Free within two days.`,
    week: t`Free within a week.`,
    later: t`Free, but not within a week.`,
    never: t`No free hour in the next weeks.`,
  };
  return sentences[free];
}

function explainAnswers(answered: Answered, t: Texts): string {
  const sentences: Record<Answered, string> = {
    'almost-all': t`Answers almost all requests.`,
    most: t`Answers most requests.`,
    few: t`Leaves many requests unanswered.`,
    unknown: t`Too few requests yet to say how many are answered.`,
  };
  return sentences[answered];
}
