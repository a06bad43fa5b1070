import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#db/columns.ts';

/** How often something was done in the window that ends at `resetsAt`; whose it is stands in `key` as a hash. */
export const limits = pgTable(
  'limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    resetsAt: instant().notNull(),
  },
  (t) => [index('limits_resets_at_idx').on(t.resetsAt), check('limits_count_not_negative', sql`${t.count} >= 0`)],
);
