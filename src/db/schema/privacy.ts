import { sql } from 'drizzle-orm';
import { bigint, check, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';
import { users } from './people.ts';

/** A copy of somebody's data. Its file is named by the id, so that it can be removed before and after it is ready. */
export const dataArchives = pgTable(
  'data_archives',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    readyAt: instant(),
    bytes: bigint({ mode: 'number' }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('data_archives_one_each_key').on(t.userId),
    check('data_archives_ready_has_size', sql`num_nulls(${t.readyAt}, ${t.bytes}) in (0, 2)`),
  ],
);
