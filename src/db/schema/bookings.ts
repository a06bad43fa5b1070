import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgEnum, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '#db/columns.ts';
import { BOOKING_ACTORS, BOOKING_STATUSES, LEARNING_METHODS, PARTIES, PAYMENT_STATUSES, PROPOSAL_STATES } from '#shared/vocabulary/bookings.ts';
import { subjects, topics } from './catalogue.ts';
import { users } from './people.ts';
import { tutorProfiles } from './tutors.ts';

export const bookingStatusEnum = pgEnum('booking_status', BOOKING_STATUSES);
export const learningMethodEnum = pgEnum('learning_method', LEARNING_METHODS);
export const paymentStatusEnum = pgEnum('payment_status', PAYMENT_STATUSES);
export const bookingActorEnum = pgEnum('booking_actor', BOOKING_ACTORS);
export const partyEnum = pgEnum('party', PARTIES);
export const proposalStateEnum = pgEnum('proposal_state', PROPOSAL_STATES);

/** Active bookings of one tutor or student never overlap: exclusion constraints, `drizzle/0002`. */
export const bookings = pgTable(
  'bookings',
  {
    id: id(),
    studentId: uuid().references(() => users.id, { onDelete: 'set null' }),
    tutorUserId: uuid().references(() => users.id, { onDelete: 'set null' }),
    tutorId: uuid().references(() => tutorProfiles.id, { onDelete: 'set null' }),
    subjectId: uuid().references(() => subjects.id, { onDelete: 'set null' }),
    subjectName: text().notNull(),
    status: bookingStatusEnum().notNull().default('pending'),
    startTime: instant().notNull(),
    endTime: instant().notNull(),
    learningMethod: learningMethodEnum().notNull(),
    amountCents: bigint({ mode: 'number' }).notNull(),
    paymentStatus: paymentStatusEnum().notNull().default('pending'),
    contactNumber: text().notNull(),
    notes: text().notNull().default(''),
    address: text().notNull().default(''),
    meetingLink: text(),
    cancellationReason: text(),
    cancelledBy: bookingActorEnum(),
    refundCents: bigint({ mode: 'number' }),
    retainedCents: bigint({ mode: 'number' }),
    platformFeeCents: bigint({ mode: 'number' }),
    childName: text().notNull().default(''),
    confirmedAt: instant(),
    completedAt: instant(),
    cancelledAt: instant(),
    sequence: integer().notNull().default(0),
    /** Hours before the present start of the last reminder, so that none is sent twice. */
    remindedHours: smallint(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('bookings_student_newest_idx').on(t.studentId, t.createdAt.desc(), t.id.desc()),
    index('bookings_tutor_newest_idx').on(t.tutorUserId, t.createdAt.desc(), t.id.desc()),
    index('bookings_student_start_idx').on(t.studentId, t.startTime),
    index('bookings_tutor_start_idx').on(t.tutorUserId, t.startTime),
    index('bookings_tutor_id_idx').on(t.tutorId),
    index('bookings_subject_id_idx').on(t.subjectId),
    index('bookings_newest_idx').on(t.createdAt.desc(), t.id.desc()),
    index('bookings_status_newest_idx').on(t.status, t.createdAt.desc(), t.id.desc()),
    index('bookings_amount_idx').on(t.amountCents.desc(), t.id.desc()),
    index('bookings_status_amount_idx').on(t.status, t.amountCents.desc(), t.id.desc()),
    index('bookings_contacts_end_idx').on(t.endTime).where(sql`contact_number <> '' or address <> ''`),
    index('bookings_short_id_idx').on(sql`right(${t.id}::text, 8)`),
    check('bookings_end_after_start', sql`${t.endTime} > ${t.startTime}`),
    check('bookings_amount_not_negative', sql`${t.amountCents} >= 0`),
    check(
      'bookings_cancellation_figures',
      sql`case when ${t.status} = 'cancelled'
        then ${t.refundCents} >= 0 and ${t.platformFeeCents} >= 0 and ${t.platformFeeCents} <= ${t.retainedCents}
          and ${t.refundCents} + ${t.retainedCents} = ${t.amountCents}
          and num_nonnulls(${t.refundCents}, ${t.retainedCents}, ${t.platformFeeCents}) = 3
        else num_nonnulls(${t.refundCents}, ${t.retainedCents}, ${t.platformFeeCents}) = 0 end`,
    ),
    check('bookings_cancelled_by_somebody', sql`(${t.status} = 'cancelled') = (${t.cancelledBy} is not null)`),
  ],
);

/** Copies, so that a booking stays readable when a topic is deleted. */
export const bookingTopics = pgTable(
  'booking_topics',
  {
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    topicId: uuid().references(() => topics.id, { onDelete: 'set null' }),
    name: text().notNull(),
    description: text().notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.bookingId, t.position] }), index('booking_topics_topic_id_idx').on(t.topicId)],
);

export const bookingProposals = pgTable(
  'booking_proposals',
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    proposedBy: partyEnum().notNull(),
    state: proposalStateEnum().notNull().default('open'),
    startTime: instant().notNull(),
    endTime: instant().notNull(),
    fromStart: instant().notNull(),
    lapsesAt: instant().notNull(),
    settledAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('booking_proposals_one_open_key').on(t.bookingId).where(sql`state = 'open'`),
    index('booking_proposals_booking_idx').on(t.bookingId, t.createdAt, t.id),
    check('booking_proposals_end_after_start', sql`${t.endTime} > ${t.startTime}`),
    check('booking_proposals_another_time', sql`${t.startTime} <> ${t.fromStart}`),
    check('booking_proposals_settled', sql`(${t.state} = 'open') = (${t.settledAt} is null)`),
  ],
);
