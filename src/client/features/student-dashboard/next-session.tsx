import { Badge, Box, Group, Skeleton, Text } from '@mantine/core';
import { Timer } from 'lucide-react';
import { JoinButton } from '#client/features/bookings/index.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import { ZonedTime } from '#client/ui/zoned-time.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { countdown } from '#shared/domain/booking-lifecycle.ts';
import { METHOD_LABELS } from '#shared/domain/rates.ts';
import { UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';
import classes from './dashboard-page.module.css';

export type NextSessionProps = { booking: BookingView; now: Date };

export function NextSession({ booking, now }: NextSessionProps) {
  const { id, tutor, subject, startTime, endTime, learningMethod, childName, status } = booking;
  const name = tutor.user?.name ?? UNKNOWN_TUTOR;
  const timeLeft = countdown(booking, now);

  return (
    <>
      <Group gap="0.875rem" align="start" wrap="nowrap">
        <Avatar name={name} src={tutor.user?.profileImage || null} size={56} alt="" />
        <Box flex={1} miw={0}>
          <Text ff="heading" fz="1.1875rem" fw={600} lh={1.3}>
            {childName ? `${childName} with ${name}` : name}
          </Text>
          <Text c="dimmed">{`${subject.name}, ${METHOD_LABELS[learningMethod]}`}</Text>
        </Box>
        {status === 'pending' && <Badge color="yellow">Pending</Badge>}
      </Group>
      <Group justify="space-between" align="baseline" gap="0.25rem 1rem" p="0.75rem 0.875rem" bdrs="md" bg="var(--vidya-sunken)">
        <Text fz="1.0625rem" fw={600}>
          <ZonedTime start={startTime} end={endTime} />
        </Text>
        <Group component="p" gap={6} fw={600} c="var(--vidya-primary-ink)" data-tabular>
          {timeLeft && <Timer size={16} aria-hidden="true" />}
          {timeLeft ?? "Waits for the tutor's answer."}
        </Group>
      </Group>
      <Group gap={10} className={classes.actions}>
        <JoinButton booking={booking} now={now} />
        <ButtonLink to="/bookings/$id" params={{ id }} variant="default">
          View Booking
        </ButtonLink>
      </Group>
    </>
  );
}

export function NextSessionSkeleton() {
  return (
    <Loading label="Loading your next session…">
      <Group gap="0.875rem" align="start" wrap="nowrap">
        <Skeleton circle height={56} />
        <Box flex={1}>
          <Skeleton height={22} width="55%" />
          <Skeleton height={18} width="40%" mt={8} />
        </Box>
      </Group>
      <Skeleton height={62} mt={14} />
      <Skeleton height={44} width="10rem" mt={14} />
    </Loading>
  );
}
