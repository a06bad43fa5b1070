import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explainMatch } from '#client/features/tutor-search/match-reasons.ts';
import { BEST_MATCH_RULE, isNewcomer, type MatchFacts, rankMatches, toAnswered, toFreeSoon, weighRating } from '#shared/domain/best-match.ts';
import { ANSWERED, FREE_SOON, MET_BY } from '#shared/vocabulary/search.ts';

const NOW = new Date('2026-11-28T04:00:00Z');
const DAY = 86_400_000;

/** Of one search: all have the same parts of its text. */
const candidates = fc
  .array(
    fc.record({
      by: fc.array(fc.constantFrom(...MET_BY), { minLength: 2, maxLength: 2 }),
      rating: fc.integer({ min: 100, max: 500 }),
      totalReviews: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 200 })),
      days: fc.integer({ min: 0, max: 120 }),
      free: fc.constantFrom(...FREE_SOON),
      answered: fc.constantFrom(...ANSWERED),
      km: fc.integer({ min: 0, max: 50 }),
    }),
    { maxLength: 40 },
  )
  .map((list) =>
    list.map(({ by, rating, totalReviews, days, free, answered, km }, index) => {
      const words = by.map((one, word) => ({ text: ['maths', 'colombo'][word] ?? '', by: one }));
      const facts: MatchFacts = {
        words,
        rating: totalReviews === 0 ? 0 : rating,
        totalReviews,
        listedAt: new Date(NOW.getTime() - days * DAY),
        free,
        answered,
        distance: { town: 'Kandy', km },
      };
      return { id: `tutor-${String(index).padStart(2, '0')}`, facts };
    }),
  );

/** The numbers that the sentences of "Why here?" name, the better the higher; read from the sentences themselves. */
function readReasons({ facts, isNewcomersPlace }: { facts: MatchFacts; isNewcomersPlace: boolean }): number[] {
  const sentences = explainMatch({ ...facts, words: [...facts.words], isNewcomersPlace });
  const rank = (sentence: string) => {
    if (sentence.endsWith('to Kandy.')) return -Number(/(\d+) km/.exec(sentence)?.[1] ?? 0);
    const counts = /counts as (\d\.\d\d)/.exec(sentence)?.[1];
    if (counts) return Number(counts);
    const kinds = ['wrote about places', 'one of the places', 'in the name', 'is taught'];
    const kind = kinds.findIndex((words) => sentence.includes(words));
    if (kind >= 0) return Math.min(kind, 2);
    const answers = ['Leaves many', 'Too few', 'Answers most', 'Answers almost all'].findIndex((words) => sentence.startsWith(words));
    // Whether most are answered or it is not known makes no difference to the order.
    if (answers >= 0) return [0, 1, 1, 2][answers] ?? 0;
    return ['No free hour', 'not within a week', 'within a week', 'within two days'].findIndex(
      (words) => sentence.startsWith(words) || sentence.includes(words),
    );
  };
  return sentences.filter((sentence) => !sentence.startsWith('New on Vidya')).map(rank);
}

describe('the order by best match', () => {
  // spec s11-search.40 | S11 4, Done when | "Why here?" agrees with the order: whoever is explained better in everything comes first |
  //   src/shared/domain/best-match.ts, src/client/features/tutor-search/match-reasons.ts
  test('agrees with what "Why here?" says', () => {
    void fc.assert(
      fc.property(candidates, (list) => {
        const inOrder = rankMatches(list, NOW).filter(({ isNewcomersPlace }) => !isNewcomersPlace);
        for (const [index, earlier] of inOrder.entries()) {
          for (const later of inOrder.slice(index + 1)) {
            const [one, other] = [readReasons(earlier), readReasons(later)];
            const isBetter = other.some((value, part) => value > (one[part] ?? 0)) && other.every((value, part) => value >= (one[part] ?? 0));
            expect(isBetter, JSON.stringify([earlier, later])).toBe(false);
          }
        }
      }),
    );
  });

  // spec s11-search.41 | S11 4 | One in eight places is for tutors without a review, and nobody is lost or there twice |
  //   src/shared/domain/best-match.ts
  test('has everybody once, and a newcomer at each eighth place while there is one', () => {
    void fc.assert(
      fc.property(candidates, (list) => {
        const ranked = rankMatches(list, NOW);
        expect(ranked.map(({ id }) => id).sort()).toEqual(list.map(({ id }) => id));
        for (const [index, { facts }] of ranked.entries()) {
          if ((index + 1) % BEST_MATCH_RULE.newcomerPlace !== 0 || isNewcomer(facts, NOW)) continue;
          expect(ranked.slice(index).some((later) => isNewcomer(later.facts, NOW))).toBe(false);
        }
      }),
    );
  });

  // spec s11-search.42 | S11 4 | A rating with few reviews is drawn towards four stars | src/shared/domain/best-match.ts
  test('has one review of five stars behind fifty of 4.9, and no review before three of 3.0', () => {
    expect(weighRating({ rating: 500, totalReviews: 1 })).toBeLessThan(weighRating({ rating: 490, totalReviews: 50 }));
    expect(weighRating({ rating: 0, totalReviews: 0 })).toBe(400);
    expect(weighRating({ rating: 300, totalReviews: 3 })).toBeLessThan(400);
  });

  test.each([
    [2, 0, 'unknown'],
    [3, 0, 'almost-all'],
    [9, 1, 'almost-all'],
    [8, 2, 'most'],
    [7, 3, 'most'],
    [2, 1, 'few'],
    [0, 3, 'few'],
  ] as const)('counts %s requests that were answered and %s that were not as %s', (answered, unanswered, expected) => {
    expect(toAnswered({ answered, unanswered })).toBe(expected);
  });

  test.each([
    [0, 'two-days'],
    [2, 'two-days'],
    [2.01, 'week'],
    [7, 'week'],
    [7.01, 'later'],
  ] as const)('counts an hour that is free in %s days as %s', (days, expected) => {
    expect(toFreeSoon(new Date(NOW.getTime() + days * DAY), NOW)).toBe(expected);
    expect(toFreeSoon(null, NOW)).toBe('never');
  });
});
