import { beforeAll, describe, expect, test } from 'vitest';
import { EVERYWHERE } from '#db/schema/listing.ts';
import { countListed, type Filters, listedTutors, type Wanted } from '#server/features/tutors/listed-tutors.queries.ts';
import { useDatabase } from '#tests/support/database.ts';
import { manyTutors } from '#tests/support/many-tutors.ts';
import { PLAN_MODES, type PlanMode, planOf } from '#tests/support/plans.ts';
import { ALL, INDEX, keysAt, NO_FILTER, ORDERS, scopesIn, sentBy, TEXTS } from '#tests/support/search-plans.ts';

const database = useDatabase({ max: 2, statementTimeoutMs: 0 });
const scopes = { everywhere: EVERYWHERE, category: '', subject: '', topic: '' };

const FILTERS: readonly (Filters | null)[] = [
  null,
  { ...NO_FILTER, online: true },
  { ...NO_FILTER, homeVisit: true, female: true },
  { ...NO_FILTER, group: true },
  { ...NO_FILTER, verified: true },
  { ...NO_FILTER, verified: false, online: true },
  { ...NO_FILTER, minRating: 450 },
  { online: true, homeVisit: false, group: false, female: true, verified: true, minRating: 500 },
];

beforeAll(async () => {
  await manyTutors(database, 100_000);
  Object.assign(scopes, await scopesIn(database));
}, 900_000);

async function expectNothingReadToItsEnd(wanted: Wanted, mode: PlanMode) {
  const count = await planOf(database, await sentBy(database, (db) => countListed(db, wanted)), mode);
  expect.soft(count.read, count.text).toEqual([]);
  for (const order of ORDERS) {
    const after = await keysAt(database, { ...ALL, scopes: wanted.scopes }, { order, offset: 100 });
    for (const place of [{ limit: 24 }, { limit: 24, after }, { limit: 100, after }, { limit: 24, offset: 240 }]) {
      const statement = await sentBy(database, (db) => listedTutors(db, wanted, { order, ...place }));
      const plan = await planOf(database, statement, mode);
      expect.soft(plan.read, plan.text).toEqual([]);
      const isPlain = wanted.words === null && wanted.locations === null && wanted.scopes.length === 1;
      const mayLookUpRatings = wanted.filters !== null && wanted.filters.minRating > 0;
      if (isPlain && !mayLookUpRatings) expect.soft(plan, plan.text).toMatchObject({ indexes: [INDEX[order]], sorts: false });
    }
  }
}

describe.each(PLAN_MODES)('with %s, among 100,000 tutors', (mode) => {
  describe.each(['everywhere', 'category', 'subject', 'topic'] as const)('%s', (scope) => {
    test.each(FILTERS.map((filters) => [JSON.stringify(filters), filters] as const))(
      'no filter %s reads a growing table to its end',
      async (_, filters) => {
        await expectNothingReadToItsEnd({ ...ALL, scopes: [scopes[scope]], filters }, mode);
      },
    );

    test.each(TEXTS)('no search for %s reads a growing table to its end', async (_, text) => {
      for (const filters of [null, FILTERS[2] ?? null]) await expectNothingReadToItsEnd({ ...ALL, ...text, scopes: [scopes[scope]], filters }, mode);
    });
  });

  test('several topics at once read no growing table to its end', async () => {
    await expectNothingReadToItsEnd({ ...ALL, scopes: [scopes.topic, scopes.subject] }, mode);
    await expectNothingReadToItsEnd({ ...ALL, scopes: [scopes.topic, scopes.subject], words: 'perera', locations: null }, mode);
  });
});
