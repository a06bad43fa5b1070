import { describe, expect, test } from 'vitest';
import { callsOf, hasGoal } from '#bench/http/calls.ts';
import { differenceOf } from '#bench/http/difference.ts';
import { exitCodeOf, judge, ratioOf, runRounds, type Side } from '#bench/http/ratios.ts';

const side = (perSecond: number): Side => ({ perSecond, p50: 1, p99: 2, node: 100, database: null });
const GOAL = { id: 'P1', of: 'product', to: 'peer', least: 0.8 };
const roundsOf = (...ratios: readonly number[]) => ratios.map((ratio) => ({ product: side(100 * ratio), peer: side(100) }));

describe('the bench of HTTP', () => {
  // spec s14-http.3 | S14 1 | A bench takes as many rounds as it was asked for, whatever comes out, and its contenders take turns in alternating
  //   order | bench/http/ratios.ts
  test('measures as many rounds as asked for, however far a goal is missed', async () => {
    const order: string[] = [];
    const rounds = await runRounds(3, ['product', 'peer'], async (contender) => {
      order.push(contender);
      return side(contender === 'product' ? 1 : 1000);
    });
    expect(judge('a tutor by id', GOAL, rounds).isReached).toBe(false);
    expect(rounds).toHaveLength(3);
    expect(order).toEqual(['product', 'peer', 'peer', 'product', 'product', 'peer']);
  });

  // spec s14-http.4 | S14 1 | A goal is judged by the median of the ratios of its rounds, and one that is missed makes the exit code 1
  //   | bench/http/ratios.ts
  test.each<[ratios: readonly number[], median: number, exitCode: number]>([
    [[0.5, 0.8, 2], 0.8, 0],
    [[0.79, 0.5, 2], 0.79, 1],
  ])('judges rounds of %j by their median, %d', (ratios, median, exitCode) => {
    const verdict = judge('a tutor by id', GOAL, roundsOf(...ratios));
    expect(verdict.ratio.median).toBeCloseTo(median);
    expect(exitCodeOf([{ isReached: true }, verdict, { isReached: true }])).toBe(exitCode);
  });

  test('says between which ratios half of the rounds were', () => {
    const { low, high } = ratioOf(roundsOf(0.1, 0.7, 0.8, 0.9, 3), GOAL);
    expect([low, high].map((ratio) => ratio.toFixed(1))).toEqual(['0.7', '0.9']);
  });

  // spec s14-http.5 | S14 Must reach | The goals of the HTTP layer are those of the budgets P1 to P4, and 0.6 of a bare server for lists
  //   | bench/http/calls.ts
  test('has the goals of the budgets', () => {
    const cases = ['by id', 'page', 'subjects', 'bookings', 'notifications'].map((name) => ({ name, rest: `/api/${name}`, trpc: `/trpc/${name}` }));
    const goals = callsOf(cases, 'id').map((call) => call.goals.filter(hasGoal).map(({ id, least }) => `${id} ${least}`));
    expect(goals).toEqual([
      ['P1 0.8', 'P2 0.95', 'P3 3', 'P4 0.8'],
      ['P1 0.75', 'P2 0.95', 'P3 2', 'P4 0.7'],
      ['P2 0.95', 'P3 1.5'],
      ['lists 0.6', 'lists 0.6', 'P2 0.95', 'P3 1.5'],
      ['lists 0.6', 'lists 0.6', 'P2 0.95', 'P3 1.5'],
    ]);
  });

  // spec s14-http.6 | S14 1 | Answers are compared before they are timed, and a difference is named by its path | bench/http/difference.ts
  test.each<[one: unknown, other: unknown, difference: string | null]>([
    [{ tutors: [{ id: 'a', rate: 1 }], total: 1 }, { total: 1, tutors: [{ rate: 1, id: 'a' }] }, null],
    [{ tutors: [{ id: 'a' }] }, { tutors: [{ id: 'b' }] }, '$.tutors.0.id: "a" and "b"'],
    [{ tutors: [1, 2] }, { tutors: [1] }, '$.tutors.1 is only in the first'],
    [{ link: null }, {}, '$.link is only in the first'],
    [{ list: [] }, { list: {} }, '$.list: [] and {}'],
    [{ link: null }, { link: {} }, '$.link: null and {}'],
  ])('%j and %j differ at %s', (one, other, difference) => {
    expect(differenceOf(one, other)).toBe(difference);
  });
});
