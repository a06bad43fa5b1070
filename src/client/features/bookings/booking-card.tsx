import { Box, Card, Group, Paper, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { MessageSquareText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { ZonedTime } from '#client/ui/zoned-time.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { formatHours, METHOD_LABELS } from '#shared/domain/rates.ts';
import classes from './booking-card.module.css';
import { CallLink } from './contact-buttons.tsx';
import { Countdown, StatusBadges } from './status-badges.tsx';

export type BookingCardProps = {
  booking: BookingView;
  person: { name: string; profileImage: string };
  heading: string;
  now: Date;
  isNew?: boolean | undefined;
  profileId?: string;
  showsContactNumber?: boolean;
  actions: ReactNode;
};

export function BookingCard({ booking, person, heading, now, isNew, profileId, showsContactNumber, actions }: BookingCardProps) {
  const { status, contactNumber, address, notes, cancellationReason } = booking;
  const photo = <Avatar name={person.name} src={person.profileImage || null} size={52} alt="" />;

  return (
    <Card component="article" className={classes.card} data-new={isNew || undefined}>
      <Group component="header" gap="0.875rem" wrap="nowrap" align="flex-start">
        {profileId ? (
          <Link to="/tutors/$id" params={{ id: profileId }} style={{ borderRadius: '50%' }} aria-label={`Profile of ${person.name}`}>
            {photo}
          </Link>
        ) : (
          photo
        )}
        <Group flex={1} gap="0.375rem 0.875rem" align="flex-start">
          <Box flex="1 1 10rem" miw={0}>
            <Title order={2} size="1.1875rem" lh={1.3} lineClamp={3}>
              <Link to="/bookings/$id" params={{ id: booking.id }} className={classes.title} data-lead>
                {heading}
              </Link>
            </Title>
            <Text c="dimmed">{booking.subject.name}</Text>
          </Box>
          <StatusBadges booking={booking} now={now} isNew={isNew} />
        </Group>
      </Group>

      <Group justify="space-between" align="baseline" gap="0.25rem 1rem">
        <Text fz="1.0625rem" fw={600} c={status === 'cancelled' ? 'dimmed' : undefined}>
          <ZonedTime start={booking.startTime} end={booking.endTime} />
        </Text>
        <Countdown booking={booking} now={now} />
      </Group>

      <div className={classes.facts}>
        <Facts>
          <Fact label="Duration">{formatHours(booking.duration)}</Fact>
          <Fact label="Method">{METHOD_LABELS[booking.learningMethod]}</Fact>
          <Fact label="Amount">
            <Text span fw={650} mod="tabular">
              {formatRupees(booking.amount)}
            </Text>
          </Fact>
          {booking.selectedTopics.length > 0 && (
            <Fact label="Topics" isWide>
              <Topics topics={booking.selectedTopics} />
            </Fact>
          )}
          {showsContactNumber && contactNumber && (
            <Fact label="Contact number" isWide>
              <CallLink phone={contactNumber} />
            </Fact>
          )}
          {address && (
            <Fact label="Address" isWide>
              {address}
            </Fact>
          )}
        </Facts>
      </div>

      {notes && (
        <Paper p="0.75rem 0.875rem" radius="md" bg="var(--vidya-sunken)">
          <Group gap="0.625rem" wrap="nowrap" align="flex-start">
            <MessageSquareText size={18} color="var(--vidya-muted)" style={{ marginTop: '0.1875rem' }} aria-hidden="true" />
            <Text miw={0} style={{ whiteSpace: 'pre-line' }}>
              <Text span inherit c="dimmed">
                {'Notes: '}
              </Text>
              {notes}
            </Text>
          </Group>
        </Paper>
      )}
      {status === 'cancelled' && cancellationReason && (
        <Paper p="0.75rem 0.875rem" radius="md" bg="var(--vidya-danger-tint)">
          <Text c="var(--vidya-danger-ink)">
            <strong>Cancellation reason: </strong>
            {cancellationReason}
          </Text>
        </Paper>
      )}
      <footer className={classes.actions}>{actions}</footer>
    </Card>
  );
}

export function Topics({ topics }: { topics: BookingView['selectedTopics'] }) {
  return (
    <Group component="ul" gap={6} mt={2}>
      {topics.map(({ id, name }) => (
        <Paper key={id || name} component="li" px="0.625rem" py={2} radius="sm" bg="var(--vidya-sunken)" fz="sm">
          {name}
        </Paper>
      ))}
    </Group>
  );
}
