import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { StatusBadges } from '#client/features/bookings/index.ts';
import { useHiddenColumns } from '#client/lib/hidden-columns.ts';
import { useMinuteClock } from '#client/ui/clock.ts';
import { type Column, DataTable, type TableSort } from '#client/ui/data-table.tsx';
import { ZonedTime } from '#client/ui/zoned-time.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { formatRupees } from '#shared/domain/money.ts';
import type { PaymentStatus } from '#shared/vocabulary/bookings.ts';
import { UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';
import type { BookingsSearch } from './bookings-filters.ts';
import classes from './bookings-table.module.css';

export const PAYMENTS = { pending: 'Pending', completed: 'Completed', failed: 'Failed', refunded: 'Refunded' } as const satisfies Record<
  PaymentStatus,
  string
>;

export const getTutorName = ({ tutor }: Pick<BookingView, 'tutor'>): string => tutor.user?.name || UNKNOWN_TUTOR;

export type BookingsTableProps = {
  bookings: readonly BookingView[];
  search: BookingsSearch;
  isStale: boolean;
  tools: ReactNode;
  sort: TableSort;
};

export function BookingsTable({ bookings, search, isStale, tools, sort }: BookingsTableProps) {
  const now = useMinuteClock();
  const columns: Column<BookingView>[] = [
    { name: 'Subject', cell: (booking) => <Subject booking={booking} search={search} /> },
    {
      name: 'Status',
      cell: (booking) => (
        <span className={classes.status}>
          <StatusBadges booking={booking} now={now} />
        </span>
      ),
    },
    {
      name: 'Student and tutor',
      cell: (booking) => (
        <>
          <span className={classes.line}>{booking.student.name}</span>
          <Text span display="block" size="xs" c="dimmed" className={classes.line}>{`with ${getTutorName(booking)}`}</Text>
        </>
      ),
    },
    { name: 'Start', cell: ({ startTime, endTime }) => <ZonedTime start={startTime} end={endTime} /> },
    { name: 'Amount', isNumber: true, cell: (booking) => <Amount booking={booking} />, orders: [{ name: 'amount', direction: 'descending' }] },
    { name: 'Remarks', cell: (booking) => <Remarks booking={booking} /> },
    {
      name: 'Booking',
      cell: ({ id }) => (
        <Text span component="code" ff="monospace" size="sm" className={classes.id}>
          {id.slice(-8)}
        </Text>
      ),
      orders: [
        { name: 'newest', direction: 'descending' },
        { name: 'oldest', direction: 'ascending' },
      ],
    },
  ];
  return (
    <DataTable label="Bookings" columns={columns} rows={bookings} isStale={isStale} sort={sort} choice={useHiddenColumns('bookings')} tools={tools} />
  );
}

type SubjectProps = { booking: BookingView; search: BookingsSearch };

function Subject({ booking: { id, subject, selectedTopics }, search }: SubjectProps) {
  return (
    <>
      <Link to="/admin/bookings" search={{ ...search, booking: id }} resetScroll={false} className={classes.open}>
        {subject.name}
      </Link>
      {selectedTopics.length > 0 && (
        <Text span display="block" size="xs" c="dimmed" className={classes.line}>
          {selectedTopics.map(({ name }) => name).join(', ')}
        </Text>
      )}
    </>
  );
}

function Amount({ booking: { amount, paymentStatus } }: { booking: BookingView }) {
  return (
    <>
      {formatRupees(amount)}
      <Text span display="block" size="xs" c="dimmed">
        {`Payment ${PAYMENTS[paymentStatus]}`}
      </Text>
    </>
  );
}

/** One line each in the table; the drawer has them whole. */
function Remarks({ booking: { notes, cancellationReason } }: { booking: BookingView }) {
  if (!notes && !cancellationReason) return 'None';
  return (
    <>
      {notes && (
        <Text span size="xs" className={classes.remark} data-only={!cancellationReason || undefined} title={notes}>
          <strong>Notes: </strong>
          {notes}
        </Text>
      )}
      {cancellationReason && (
        <Text span size="xs" c="var(--vidya-danger-ink)" className={classes.remark} data-only={!notes || undefined} title={cancellationReason}>
          <strong>Cancellation reason: </strong>
          {cancellationReason}
        </Text>
      )}
    </>
  );
}
