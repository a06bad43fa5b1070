import { Box, Card, Group, Paper, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { StatusBadges } from '#client/features/bookings/index.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { useMinuteClock } from '#client/ui/clock.ts';
import { ZonedTime } from '#client/ui/zoned-time.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { formatRupees } from '#shared/domain/money.ts';
import type { PaymentStatus } from '#shared/vocabulary/bookings.ts';
import { UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';
import classes from './admin-booking-card.module.css';
import type { BookingsSearch } from './bookings-filters.ts';

export const PAYMENTS = { pending: 'Pending', completed: 'Completed', failed: 'Failed', refunded: 'Refunded' } as const satisfies Record<
  PaymentStatus,
  string
>;

export const getTutorName = ({ tutor }: Pick<BookingView, 'tutor'>): string => tutor.user?.name || UNKNOWN_TUTOR;

export type AdminBookingCardProps = { booking: BookingView; search: BookingsSearch };

export function AdminBookingCard({ booking, search }: AdminBookingCardProps) {
  const now = useMinuteClock();
  const { id, subject, student, selectedTopics, notes, cancellationReason } = booking;
  const isCancelled = booking.status === 'cancelled';

  return (
    <Card component="article" h="100%" className={classes.card} bg={isCancelled ? 'transparent' : undefined} shadow={isCancelled ? 'none' : 'xs'}>
      <Group component="header" justify="space-between" align="flex-start" gap="0.375rem 0.75rem">
        <Title order={2} flex="1 1 9rem" miw={0} size="1.0625rem" ff="text" fw={650} lh={1.35} lts={0}>
          <Link to="/admin/bookings" search={{ ...search, booking: id }} resetScroll={false} className={classes.open}>
            {subject.name}
          </Link>
        </Title>
        <StatusBadges booking={booking} now={now} />
      </Group>
      <Text fw={550}>
        <ZonedTime start={booking.startTime} end={booking.endTime} />
      </Text>
      <Group gap="sm" wrap="nowrap">
        <Avatar name={student.name} src={student.profileImage || null} size={40} alt="" />
        <Box miw={0}>
          <Text fw={600} lh={1.4}>
            {student.name}
          </Text>
          <Text size="sm" c="dimmed" lh={1.4}>{`with ${getTutorName(booking)}`}</Text>
        </Box>
      </Group>
      <Group component="dl" gap="0.5rem 1.5rem">
        <Fact label="Amount">{formatRupees(booking.amount)}</Fact>
        <Fact label="Payment">{PAYMENTS[booking.paymentStatus]}</Fact>
        <Fact label="Booking">
          <Text span component="code" ff="monospace" size="sm">
            {id.slice(-8)}
          </Text>
        </Fact>
      </Group>
      {selectedTopics.length > 0 && (
        <Group component="ul" gap={6} aria-label="Topics">
          {selectedTopics.map(({ id: topicId, name }) => (
            <Paper key={topicId || name} component="li" px="0.625rem" py={2} radius={999} bg="var(--vidya-sunken)" fz="sm">
              {name}
            </Paper>
          ))}
        </Group>
      )}
      {notes && (
        <Text size="sm" lineClamp={3} style={{ whiteSpace: 'pre-line' }}>
          <strong>Notes: </strong>
          {notes}
        </Text>
      )}
      {cancellationReason && (
        <Text size="sm" lineClamp={3} c="var(--vidya-danger-ink)" style={{ whiteSpace: 'pre-line' }}>
          <strong>Cancellation reason: </strong>
          {cancellationReason}
        </Text>
      )}
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {label}
      </Text>
      <Text component="dd" fw={550} mod="tabular">
        {children}
      </Text>
    </div>
  );
}
