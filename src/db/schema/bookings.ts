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

/** No two that hold time may overlap for a tutor or for a student: exclusion constraints, `drizzle/0002`. */
export const bookings = pgTable(
  'bookings',
  {
    id: id(),
    studentId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The person: a profile deleted and made again cannot overlap itself. */
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
    /** What a cancellation gives back to the student, keeps, and of that gives to the platform; the price in all. */
    refundCents: bigint({ mode: 'number' }),
    retainedCents: bigint({ mode: 'number' }),
    platformFeeCents: bigint({ mode: 'number' }),
    /** The child of a guardian's account, as it was named on the day of the request. */
    childName: text().notNull().default(''),
    /** When it came to each of them; null where it did not, or where nobody wrote it down yet. */
    confirmedAt: instant(),
    completedAt: instant(),
    cancelledAt: instant(),
    /** Rises with every change of time, status or meeting link: calendars take the highest. */
    sequence: integer().notNull().default(0),
    /** How many hours before the present start the last reminder by the clock was for: none goes out twice. */
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

/** Name and description are kept as they were: a topic that goes leaves the booking readable. */
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

/** Another time of the same length that one party proposed; it holds nothing until it is accepted. */
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
    /** When the session was to begin as this was proposed. */
    fromStart: instant().notNull(),
    lapsesAt: instant().notNull(),
    /** When it ceased to be open. */
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
