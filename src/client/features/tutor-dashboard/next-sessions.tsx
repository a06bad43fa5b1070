import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Box, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarClock, House, Timer, Users, Video } from 'lucide-react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { useMinuteClock } from '#client/ui/clock.ts';
import { DividedList } from '#client/ui/divided-list.tsx';
import { AnchorLink } from '#client/ui/links.tsx';
import { Loading, Skeletons } from '#client/ui/page-state.tsx';
import { InlineError, SectionCard } from '#client/ui/section-card.tsx';
import { ZonedTime } from '#client/ui/zoned-time.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { countdown } from '#shared/domain/booking-lifecycle.ts';
import { METHOD_LABELS } from '#shared/domain/rates.ts';
import { textsOf, translated, translatedName } from '#shared/domain/texts.ts';
import type { LearningMethod } from '#shared/vocabulary/bookings.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import classes from './next-sessions.module.css';

const ICONS = { online: Video, individual: House, group: Users } as const satisfies Record<LearningMethod, typeof Video>;

export function NextSessions() {
  const { t } = useLingui();
  const now = useMinuteClock();
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.bookings.nextSessions.queryOptions(undefined, { refetchInterval: BOOKING.clockMs }));

  return (
    <SectionCard
      title={t`Next sessions`}
      aside={
        <AnchorLink to="/tutor/bookings" display="inline-flex" mih="2.75rem" style={{ alignItems: 'center' }}>
          <Trans>All bookings</Trans>
        </AnchorLink>
      }
    >
      {data && data.length > 0 && (
        <DividedList mx={-12}>
          {data.map((booking) => (
            <Session key={booking.id} booking={booking} now={now} />
          ))}
        </DividedList>
      )}
      {data?.length === 0 && (
        <Group gap="0.875rem" wrap="nowrap">
          <CalendarClock size={26} color="var(--vidya-muted)" aria-hidden="true" />
          <Text>
            <Trans>No upcoming sessions. When a student books you, the session appears here.</Trans>
          </Text>
        </Group>
      )}
      {!data && error && <InlineError message={errorMessageWithReason(error, t`Failed to fetch bookings`)} query={{ isFetching, refetch }} />}
      {!data && !error && (
        <Loading label={t`Loading your next sessions…`}>
          <Skeletons height={76} my={6} mx={-12} />
        </Loading>
      )}
    </SectionCard>
  );
}

function Session({ booking, now }: { booking: BookingView; now: Date }) {
  const { t, i18n } = useLingui();
  const { id, student, subject, startTime, endTime, learningMethod, childName } = booking;
  const studentName = student.name;
  const Method = ICONS[learningMethod];
  const timeLeft = countdown(booking, now, textsOf(i18n));

  return (
    <li>
      <Link to="/bookings/$id" params={{ id }} className={classes.session}>
        <Avatar name={student.name} src={student.profileImage || null} size={44} alt="" />
        <Box component="span" display="grid" miw={0}>
          <Text span fw={600} lh={1.4} className={classes.student}>
            {childName ? t`For ${childName}, booked by ${studentName}` : studentName}
          </Text>
          <Text span lh={1.4}>
            {translatedName(i18n, subject.name)}
          </Text>
          <Text span size="sm" c="dimmed">
            <ZonedTime start={startTime} end={endTime} />
          </Text>
        </Box>
        <span className={classes.side}>
          {timeLeft ? (
            <Group component="span" gap={6} wrap="nowrap" fw={600} c="var(--vidya-primary-ink)">
              <Timer size={16} aria-hidden="true" />
              {timeLeft}
            </Group>
          ) : (
            <Badge color="yellow">
              <Trans>Pending</Trans>
            </Badge>
          )}
          <Group component="span" gap={6} wrap="nowrap" c="dimmed">
            <Method size={16} aria-hidden="true" />
            {translated(i18n, METHOD_LABELS[learningMethod])}
          </Group>
        </span>
      </Link>
    </li>
  );
}
