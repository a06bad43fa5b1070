import { bigint, bigserial, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '#db/columns.ts';

/** Written by triggers (`drizzle/0017`), summed up by the sweep. A counter is its stored value plus all its changes, so that transactions never wait for one row. */
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
