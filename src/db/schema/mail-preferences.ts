import { pgEnum, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '#db/columns.ts';
import { MAIL_KINDS } from '#shared/vocabulary/content.ts';
import { users } from './people.ts';

export const mailKindEnum = pgEnum('mail_kind', MAIL_KINDS);

export const mailOptOuts = pgTable(
  'mail_opt_outs',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: mailKindEnum().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] })],
);
