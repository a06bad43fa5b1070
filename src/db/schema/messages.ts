import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';
import { partyEnum } from './bookings.ts';
import { users } from './people.ts';

export const messageThreads = pgTable(
  'message_threads',
  {
    id: id(),
    studentId: uuid().references(() => users.id, { onDelete: 'set null' }),
    tutorUserId: uuid().references(() => users.id, { onDelete: 'set null' }),
    studentUnread: integer().notNull().default(0),
    tutorUnread: integer().notNull().default(0),
    studentReadAt: instant(),
    tutorReadAt: instant(),
    studentBlockedAt: instant(),
    tutorBlockedAt: instant(),
    lastActivityAt: instant().notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('message_threads_parties_key').on(t.studentId, t.tutorUserId),
    index('message_threads_student_latest_idx').on(t.studentId, t.lastActivityAt.desc(), t.id.desc()),
    index('message_threads_tutor_latest_idx').on(t.tutorUserId, t.lastActivityAt.desc(), t.id.desc()),
    index('message_threads_student_unread_idx').on(t.studentId).where(sql`student_unread > 0`),
    index('message_threads_tutor_unread_idx').on(t.tutorUserId).where(sql`tutor_unread > 0`),
    index('message_threads_of_nobody_idx').on(t.id).where(sql`student_id is null and tutor_user_id is null`),
    check('message_threads_unread_not_negative', sql`${t.studentUnread} >= 0 and ${t.tutorUnread} >= 0`),
  ],
);

export const messages = pgTable(
  'messages',
  {
    id: id(),
    threadId: uuid()
      .notNull()
      .references(() => messageThreads.id, { onDelete: 'cascade' }),
    sentBy: partyEnum().notNull(),
    clientId: uuid().notNull(),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('messages_client_id_key').on(t.threadId, t.sentBy, t.clientId),
    index('messages_thread_newest_idx').on(t.threadId, t.createdAt.desc(), t.id.desc()),
    check('messages_text_length', sql`char_length(${t.text}) between 1 and 2000`),
  ],
);
