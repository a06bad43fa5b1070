import { sql } from 'drizzle-orm';
import { check, index, pgEnum, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, updatedAt } from '#db/columns.ts';
import { PROBLEM_KINDS, REPORT_REASONS, REPORT_STATES, REPORT_TARGETS } from '#shared/vocabulary/content.ts';
import { bookings, partyEnum } from './bookings.ts';
import { reviews } from './engagement.ts';
import { messages } from './messages.ts';
import { users } from './people.ts';
import { tutorProfiles } from './tutors.ts';

export const problemKindEnum = pgEnum('problem_kind', PROBLEM_KINDS);
export const reportedThingEnum = pgEnum('reported_thing', REPORT_TARGETS);
export const reportReasonEnum = pgEnum('report_reason', REPORT_REASONS);
export const reportStateEnum = pgEnum('report_state', REPORT_STATES);

export const sessionProblems = pgTable(
  'session_problems',
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    reportedBy: partyEnum().notNull(),
    kind: problemKindEnum().notNull(),
    text: text().notNull(),
    state: reportStateEnum().notNull().default('open'),
    adminNote: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('session_problems_one_undecided_key').on(t.bookingId, t.reportedBy).where(sql`state in ('open', 'in_review')`),
    index('session_problems_booking_idx').on(t.bookingId),
    index('session_problems_newest_idx').on(t.createdAt.desc(), t.id.desc()),
    index('session_problems_state_newest_idx').on(t.state, t.createdAt.desc(), t.id.desc()),
    check('session_problems_text_length', sql`char_length(${t.text}) between 10 and 1000`),
  ],
);

export const reports = pgTable(
  'reports',
  {
    id: id(),
    reporterId: uuid().references(() => users.id, { onDelete: 'set null' }),
    about: reportedThingEnum().notNull(),
    messageId: uuid().references(() => messages.id, { onDelete: 'set null' }),
    reviewId: uuid().references(() => reviews.id, { onDelete: 'set null' }),
    tutorId: uuid().references(() => tutorProfiles.id, { onDelete: 'set null' }),
    bookingId: uuid().references(() => bookings.id, { onDelete: 'set null' }),
    aboutUserId: uuid().references(() => users.id, { onDelete: 'set null' }),
    snapshot: text().notNull(),
    reason: reportReasonEnum().notNull(),
    text: text().notNull().default(''),
    state: reportStateEnum().notNull().default('open'),
    adminNote: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('reports_message_once_key').on(t.reporterId, t.messageId),
    uniqueIndex('reports_review_once_key').on(t.reporterId, t.bookingId),
    uniqueIndex('reports_profile_once_key').on(t.reporterId, t.aboutUserId).where(sql`about = 'profile'`),
    index('reports_reporter_newest_idx').on(t.reporterId, t.createdAt.desc(), t.id.desc()),
    index('reports_message_id_idx').on(t.messageId),
    index('reports_review_id_idx').on(t.reviewId),
    index('reports_tutor_id_idx').on(t.tutorId),
    index('reports_booking_id_idx').on(t.bookingId),
    index('reports_about_user_id_idx').on(t.aboutUserId),
    index('reports_newest_idx').on(t.createdAt.desc(), t.id.desc()),
    index('reports_about_newest_idx').on(t.about, t.createdAt.desc(), t.id.desc()),
    index('reports_state_newest_idx').on(t.state, t.createdAt.desc(), t.id.desc()),
    index('reports_about_state_newest_idx').on(t.about, t.state, t.createdAt.desc(), t.id.desc()),
    check(
      'reports_of_one_thing',
      sql`(${t.messageId} is null or ${t.about} = 'message') and (coalesce(${t.reviewId}, ${t.bookingId}) is null or ${t.about} = 'review')
        and (${t.tutorId} is null or ${t.about} = 'profile')`,
    ),
    check('reports_snapshot_length', sql`char_length(${t.snapshot}) <= 2000`),
    check('reports_text_length', sql`char_length(${t.text}) <= 1000`),
  ],
);
