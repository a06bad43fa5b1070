import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PAGES, createAdminRows, explainPage } from '#tests/support/admin-pages.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import type { User } from '#tests/support/factories.ts';

const database = useDatabase({ max: 2, statementTimeoutMs: 0 });
let admin: User;

beforeAll(async () => {
  admin = await createAdminRows(database, { people: 100_000, bookings: 1_000_000, otherRows: 100_000 });
}, 1_800_000);

describe('among 100,000 tutors and 1,000,000 bookings', () => {
  // spec s5.1
  test.each(ADMIN_PAGES)('%s: reads no growing table from end to end', async (page, ask) => {
    const plans = await explainPage(database, admin, ask);
    for (const { text, mode, read } of plans) expect.soft(read, `${mode}: ${text}`).toEqual([]);
    const startedAt = performance.now();
    await ask(callerAs(database, admin), contextAs(database, admin));
    const took = performance.now() - startedAt;
    process.stdout.write(`${page}: ${Math.max(...plans.map(({ blockCount }) => blockCount))} pages touched at most, ${took.toFixed(0)} ms\n`);
  });
});
