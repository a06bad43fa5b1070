import { describe, expect, test } from 'vitest';
import { useBulk } from '#tests/support/bulk.ts';
import { callerAs } from '#tests/support/callers.ts';
import { countBlocks, explainStatement, PLAN_MODES } from '#tests/support/plans.ts';
import { recordStatements } from '#tests/support/search-plans.ts';

const bulk = useBulk(20_000, 300_000);

const TEXTS = ['ma', 'pe', 'perera', 'nimal per', 'colombo', 'qzqzq', 'maths kan', 'ගණි', 'கணி', 'ගාල්', 'o/l scie'];

// spec s11-search.28 | S11 3 | Suggestions read no growing table from end to end, also where nobody has the words |
//   src/server/features/tutors/search/suggestions.queries.ts
describe.each(PLAN_MODES)('with %s', (mode) => {
  test.each(TEXTS)('suggestions for %s read few blocks, and no growing table from end to end', async (text) => {
    for (const statement of await recordStatements(bulk(), (db) => callerAs({ db }, null).tutors.suggest({ text }))) {
      const plan = await explainStatement(bulk(), statement, mode);
      expect.soft(plan.read, plan.text).toEqual([]);
      expect.soft(await countBlocks(bulk(), statement, mode), 'blocks touched').toBeLessThan(2_000);
    }
  });
});
