import { describe, expect, test } from 'vitest';
import { hourBits } from '#db/schema/listing.ts';
import type { Criteria, Filters } from '#server/features/tutors/search/listing-conditions.queries.ts';
import { countListedTutors, findListedTutors } from '#server/features/tutors/search/listings.queries.ts';
import { PARTS_OF_DAY } from '#shared/vocabulary/search.ts';
import { useBulk } from '#tests/support/bulk.ts';
import { explainStatement, PLAN_MODES, type PlanMode } from '#tests/support/plans.ts';
import { ALL, INDEX, keysAt, NO_FILTER, ORDERS, recordStatement, TEXTS } from '#tests/support/search-plans.ts';

const bulk = useBulk(100_000, 1_800_000);

const FILTERS: readonly (Filters | null)[] = [
  null,
  { ...NO_FILTER, online: true },
  { ...NO_FILTER, homeVisit: true, female: true },
  { ...NO_FILTER, group: true },
  { ...NO_FILTER, verified: true },
  { ...NO_FILTER, verified: false, online: true },
  { ...NO_FILTER, minRating: 450 },
  { ...NO_FILTER, prices: { from: 150_000, to: 250_000 } },
  { ...NO_FILTER, hours: hourBits({ days: ['Tuesday'], parts: PARTS_OF_DAY, mode: null }).toString() },
  { ...NO_FILTER, online: true, female: true, verified: true, minRating: 500 },
];

async function expectNothingReadToItsEnd(criteria: Criteria, mode: PlanMode) {
  const count = await explainStatement(bulk(), await recordStatement(bulk(), (db) => countListedTutors(db, criteria)), mode);
  expect.soft(count.read, count.text).toEqual([]);
  for (const order of ORDERS) {
    const after = await keysAt(bulk(), { ...ALL, scopes: criteria.scopes }, { order, offset: 100 });
    for (const place of [{ limit: 24 }, { limit: 24, after }, { limit: 100, after }, { limit: 24, offset: 240 }]) {
      const statement = await recordStatement(bulk(), (db) => findListedTutors(db, criteria, { order, ...place }));
      const plan = await explainStatement(bulk(), statement, mode);
      expect.soft(plan.read, plan.text).toEqual([]);
      if (criteria.terms !== null || criteria.scopes.length > 1) continue;
      // Where few are left, any index and a sort of those may do as well.
      const isWide = criteria.filters === null || (criteria.scopes[0] === bulk().scopes.everywhere && criteria.filters.minRating === 0);
      if (isWide) expect.soft(plan, plan.text).toMatchObject({ indexes: [INDEX[order]], sorts: false });
    }
  }
}

describe.each(PLAN_MODES)('with %s, among 100,000 tutors', (mode) => {
  // spec s4.5
  describe.each(['everywhere', 'category', 'subject', 'topic'] as const)('%s', (scope) => {
    test.each(FILTERS.map((filters) => [JSON.stringify(filters), filters] as const))(
      'no filter %s reads a growing table to its end',
      async (_, filters) => {
        await expectNothingReadToItsEnd({ ...ALL, scopes: [bulk().scopes[scope]], filters }, mode);
      },
    );

    test.each(TEXTS)('no search for %s reads a growing table to its end', async (_, text) => {
      for (const filters of [null, FILTERS[2] ?? null])
        await expectNothingReadToItsEnd({ ...ALL, ...text, scopes: [bulk().scopes[scope]], filters }, mode);
    });
  });

  test('several topics at once read no growing table to its end', async () => {
    const several = { ...ALL, scopes: [bulk().scopes.topic, bulk().scopes.subject] };
    await expectNothingReadToItsEnd(several, mode);
    await expectNothingReadToItsEnd({ ...several, terms: "'n:perera'" }, mode);
  });
});
