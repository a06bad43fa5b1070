import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { downwards } from '#db/columns.ts';
import { bookings, bookingTopics } from '#db/schema/bookings.ts';
import { users } from '#db/schema/people.ts';
import type { Ctx } from '#server/core/context.ts';
import { toTimeText } from '#server/core/csv.ts';
import type { AdminBookingStatus } from '#shared/contracts/bookings.ts';
import { type Cents, toRupees } from '#shared/domain/money.ts';
import { METHOD_LABELS } from '#shared/domain/rates.ts';
import { HOUR_MS } from '#shared/vocabulary/durations.ts';
import { UNKNOWN_STUDENT, UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';
import { type CsvTable, isAfter, toSortKey } from './csv-table.queries.ts';

const student = alias(users, 'student');
const tutor = alias(users, 'tutor');

const topics = sql<string | null>`(
  select string_agg(${bookingTopics.name}, '; ' order by ${bookingTopics.position}) from ${bookingTopics} where ${bookingTopics.bookingId} = ${bookings.id})`;

const toOptionalRupees = (cents: Cents | null): number | null => (cents === null ? null : toRupees(cents));

export function createBookingTable({ db, platform: { zone } }: Ctx, { status }: { status: AdminBookingStatus }): CsvTable {
  const { id, createdAt } = bookings;
  return {
    columns: [
      'Booking id',
      'Status',
      'Subject',
      'Topics',
      'Student',
      'Student email',
      'Child',
      'Tutor',
      'Tutor email',
      `Start (${zone})`,
      `End (${zone})`,
      'Hours',
      'Method',
      'Amount (Rs.)',
      'Payment',
      'Contact number',
      'Notes',
      'Cancelled by',
      'Cancellation reason',
      'Refund (Rs.)',
      `Requested (${zone})`,
    ],
    read: async (batch) => {
      const rows = await db
        .select({
          booking: bookings,
          topics,
          student: { name: student.name, email: student.email },
          tutor: { name: tutor.name, email: tutor.email },
        })
        .from(bookings)
        .leftJoin(student, eq(student.id, bookings.studentId))
        .leftJoin(tutor, eq(tutor.id, bookings.tutorUserId))
        .where(and(status === 'all' ? undefined : eq(bookings.status, status), isAfter(batch, createdAt, id)))
        .orderBy(downwards(createdAt), downwards(id))
        .limit(batch.limit);
      return rows.map(({ booking, topics, student, tutor }) => ({
        sortKey: toSortKey(booking),
        values: [
          booking.id,
          booking.status,
          booking.subjectName,
          topics,
          student?.name ?? UNKNOWN_STUDENT,
          student?.email ?? '',
          booking.childName,
          tutor?.name ?? UNKNOWN_TUTOR,
          tutor?.email ?? '',
          toTimeText(booking.startTime, zone),
          toTimeText(booking.endTime, zone),
          (booking.endTime.getTime() - booking.startTime.getTime()) / HOUR_MS,
          METHOD_LABELS[booking.learningMethod],
          toOptionalRupees(booking.amountCents),
          booking.paymentStatus,
          booking.contactNumber,
          booking.notes,
          booking.cancelledBy,
          booking.cancellationReason,
          toOptionalRupees(booking.refundCents),
          toTimeText(booking.createdAt, zone),
        ],
      }));
    },
  };
}
