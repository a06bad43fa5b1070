import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PAGES, createAdminRows, explainPage } from '#tests/support/admin-pages.ts';
import { useDatabase } from '#tests/support/database.ts';
import type { User } from '#tests/support/factories.ts';

const database = useDatabase({ max: 2, statementTimeoutMs: 0 });
let admin: User;

beforeAll(async () => {
  admin = await createAdminRows(database, { people: 6_000, bookings: 40_000, otherRows: 6_000 });
}, 120_000);

describe('a page of the desk', () => {
  // spec s5.1 | S5 | Every page of admins answers by indexed queries, with 100,000 tutors and 1,000,000 bookings too |
  //   drizzle/0016_the_admins_desk.sql
  // spec export.3
  test.each(ADMIN_PAGES)('%s: reads no growing table from end to end', async (_, ask) => {
    for (const { text, mode, read } of await explainPage(database, admin, ask)) expect.soft(read, `${mode}: ${text}`).toEqual([]);
  });
});
