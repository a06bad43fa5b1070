import { bigint, bigserial, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '#db/columns.ts';

/**
 * What the platform counts, in all (bucket `-infinity`) and by quarters of an hour, of which every zone's days are made.
 * Triggers (`drizzle/0017`) write changes beside whatever changes a count, so that no two transactions wait for one row; the sweep folds them in.
 * What a figure is: its folded value and all changes that are not folded yet, read in one statement.
 */
export const figures = pgTable(
  'figures',
  { name: text().notNull(), bucket: instant().notNull(), value: bigint({ mode: 'number' }).notNull() },
  (t) => [primaryKey({ columns: [t.name, t.bucket] })],
);

export const figureChanges = pgTable(
  'figure_changes',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    name: text().notNull(),
    bucket: instant().notNull(),
    change: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [index('figure_changes_name_bucket_idx').on(t.name, t.bucket)],
);
