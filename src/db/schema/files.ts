import { sql } from 'drizzle-orm';
import { check, index, integer, pgEnum, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from '#db/columns.ts';
import { UPLOAD_PURPOSES } from '#shared/vocabulary/content.ts';
import { users } from './people.ts';

export const uploadPurposeEnum = pgEnum('upload_purpose', UPLOAD_PURPOSES);

export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    ownerId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: uploadPurposeEnum().notNull(),
    path: text().notNull(),
    contentType: text().notNull(),
    bytes: integer().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('uploads_path_key').on(t.path),
    index('uploads_owner_id_idx').on(t.ownerId),
    check('uploads_bytes_positive', sql`${t.bytes} > 0`),
  ],
);
