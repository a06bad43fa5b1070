import { DAY_MS } from '#shared/vocabulary/durations.ts';
import type { Answered, FreeSoon, MetBy } from '#shared/vocabulary/search.ts';

/** What the order by best match depends on. `words` has the parts of the search text, as they were typed. */
export type MatchFacts = {
  words: readonly { text: string; by: MetBy }[];
  /** Hundredths of a star. */
  rating: number;
  totalReviews: number;
  listedAt: Date;
  free: FreeSoon;
  answered: Answered;
  /** The distance from a town that the search names, where it asks for one. */
  distance: { town: string; km: number } | null;
};

export const BEST_MATCH_RULE = {
  /** A Bayesian average: these reviews are added to those of each tutor, so that one review of five stars does not beat fifty of 4.9. */
  addedReviews: 5,
  addedRating: 400,
  newcomerDays: 60,
  /** A newcomer gets one place in this many. */
  newcomerPlace: 8,
  /** The share of answered requests is read from the `latestBookings`, if at least `leastRequests` of them were settled. */
  latestBookings: 20,
  leastRequests: 3,
} as const;

/** The rating in hundredths of a star, drawn towards four stars where there are few reviews. The database computes the same (`weightedRating`). */
export function weighRating({ rating, totalReviews }: Pick<MatchFacts, 'rating' | 'totalReviews'>): number {
  const { addedReviews, addedRating } = BEST_MATCH_RULE;
  return Math.floor((rating * totalReviews + addedRating * addedReviews) / (totalReviews + addedReviews));
}

/** A tutor without a review, in the first weeks. */
export function isNewcomer({ totalReviews, listedAt }: Pick<MatchFacts, 'totalReviews' | 'listedAt'>, now: Date): boolean {
  return totalReviews === 0 && now.getTime() - listedAt.getTime() < BEST_MATCH_RULE.newcomerDays * DAY_MS;
}

export function toFreeSoon(nextFree: Date | null, now: Date): FreeSoon {
  if (!nextFree) return 'never';
  const days = (nextFree.getTime() - now.getTime()) / DAY_MS;
  if (days <= 2) return 'two-days';
  return days <= 7 ? 'week' : 'later';
}

/** Takes how many of a tutor's latest requests were answered, and how many ended without an answer. */
export function toAnswered({ answered, unanswered }: { answered: number; unanswered: number }): Answered {
  const requests = answered + unanswered;
  if (requests < BEST_MATCH_RULE.leastRequests) return 'unknown';
  const share = answered / requests;
  if (share >= 0.9) return 'almost-all';
  return share >= 0.7 ? 'most' : 'few';
}

const WORD_POINTS: Record<MetBy, number> = { subject: 3, name: 3, place: 2, location: 1 };
/** In hundredths of a star, added to the rating. */
const FREE_POINTS: Record<FreeSoon, number> = { 'two-days': 20, week: 10, later: 0, never: -30 };
const ANSWER_POINTS: Record<Answered, number> = { 'almost-all': 10, most: 0, unknown: 0, few: -30 };

/** Taken off for each kilometre. */
const KM_POINTS = 2;

export type MatchScore = { words: number; rating: number; free: number; answered: number; distance: number };

function scoreMatch(facts: Pick<MatchFacts, 'words' | 'rating' | 'totalReviews' | 'free' | 'answered' | 'distance'>): MatchScore {
  return {
    words: facts.words.reduce((sum, { by }) => sum + WORD_POINTS[by], 0),
    rating: weighRating(facts),
    free: FREE_POINTS[facts.free],
    answered: ANSWER_POINTS[facts.answered],
    distance: -KM_POINTS * (facts.distance?.km ?? 0),
  };
}

/** Compares first how well the words are met, then the sum of all other points. */
function compareMatches(one: MatchScore, other: MatchScore): number {
  const rest = ({ rating, free, answered, distance }: MatchScore) => rating + free + answered + distance;
  return other.words - one.words || rest(other) - rest(one);
}

export type RankedMatch<T> = T & { isNewcomersPlace: boolean };

/** Sorts by score, with the best newcomer at every eighth place; the other newcomers stay where their score puts them. */
export function rankMatches<T extends { id: string; facts: MatchFacts }>(candidates: readonly T[], now: Date): RankedMatch<T>[] {
  const scored = candidates.map((candidate) => ({ candidate, score: scoreMatch(candidate.facts) }));
  // Ids of version 7 begin with the time, so that ties are in the order of registration and always the same.
  scored.sort((one, other) => compareMatches(one.score, other.score) || (one.candidate.id < other.candidate.id ? -1 : 1));
  const rest = scored.map(({ candidate }) => candidate);
  const ranked: RankedMatch<T>[] = [];
  while (rest.length > 0) {
    const isNewcomersPlace = (ranked.length + 1) % BEST_MATCH_RULE.newcomerPlace === 0;
    const newcomer = isNewcomersPlace ? rest.findIndex(({ facts }) => isNewcomer(facts, now)) : -1;
    const [next] = rest.splice(Math.max(newcomer, 0), 1);
    if (next) ranked.push({ ...next, isNewcomersPlace: newcomer > 0 });
  }
  return ranked;
}
