import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Box, Group, SimpleGrid, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, CalendarClock, CalendarPlus, Heart, MessageCircle, Timer } from 'lucide-react';
import { JoinButton } from '#client/features/bookings/index.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { useAccount } from '#client/lib/session/session.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { useMinuteClock } from '#client/ui/clock.ts';
import { getFirstName } from '#client/ui/first-name.ts';
import { LastSeenNote } from '#client/ui/last-seen-note.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import { LinkList, type ListedLink } from '#client/ui/row-link.tsx';
import { InlineError, SectionCard } from '#client/ui/section-card.tsx';
import { StatCard } from '#client/ui/stat-card.tsx';
import { ZonedTime } from '#client/ui/zoned-time.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { countdown } from '#shared/domain/booking-lifecycle.ts';
import { METHOD_LABELS } from '#shared/domain/rates.ts';
import { textsOf, translated, translatedName } from '#shared/domain/texts.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';
import classes from './dashboard-page.module.css';

const FIRST_STEPS: readonly { title: MessageDescriptor; text: MessageDescriptor }[] = [
  { title: msg`Find a tutor`, text: msg`Search by subject, price and place, and read reviews from other students.` },
  { title: msg`Request a time`, text: msg`Choose a time that is free. Your tutor has up to a day to confirm it.` },
  { title: msg`Learn`, text: msg`Join online from this page, or meet your tutor at home.` },
];

export function DashboardPage() {
  const { t } = useLingui();
  const { name } = useAccount();
  const now = useMinuteClock();
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(
    trpc.bookings.studentOverview.queryOptions(undefined, {
      refetchInterval: BOOKING.clockMs,
      // No event announces a change of favourites.
      refetchOnMount: 'always',
    }),
  );
  const currentSession = data?.ongoing && now < data.ongoing.endTime ? data.ongoing : null;
  const session = currentSession ?? data?.next;
  const isNew = data?.upcoming === 0 && data.completed === 0 && !currentSession;
  const placeholder = error ? null : undefined;
  const firstName = getFirstName(name);
  const quickActions: readonly ListedLink[] = [
    { label: t`Book New Session`, icon: CalendarPlus, link: { to: '/tutors' } },
    { label: t`View My Bookings`, icon: CalendarCheck, link: { to: '/student/bookings' } },
    { label: t`Message Tutor`, icon: MessageCircle, link: { to: '/messages' } },
  ];

  return (
    <Stack>
      <LastSeenNote />
      <Title order={1}>
        <Trans>Welcome, {firstName}</Trans>
      </Title>
      <SimpleGrid component="ul" cols={3} spacing={{ base: 'xs', sm: 'sm', md: 'md' }} className={classes.stats}>
        <li>
          <StatCard
            name={t`Upcoming sessions`}
            value={data?.upcoming ?? placeholder}
            hint={t`Requested and confirmed`}
            icon={CalendarClock}
            link={{ to: '/student/bookings' }}
          />
        </li>
        <li>
          <StatCard
            name={t`Completed sessions`}
            value={data?.completed ?? placeholder}
            hint={t`Yours to review`}
            icon={CalendarCheck}
            link={{ to: '/student/bookings', search: { filter: 'completed' } }}
          />
        </li>
        <li>
          <StatCard
            name={t`Favorite tutors`}
            value={data?.favourites ?? placeholder}
            hint={t`Saved for later`}
            icon={Heart}
            link={{ to: '/student/favorites' }}
          />
        </li>
      </SimpleGrid>
      <div className={classes.columns}>
        {isNew ? (
          <FirstSteps />
        ) : (
          <SectionCard title={currentSession ? t`Session under way` : t`Next session`}>
            {session && <NextSession booking={session} now={now} />}
            {!session && data && (
              <Text c="dimmed">
                <Trans>You have no upcoming sessions. Book your next one at any time.</Trans>
              </Text>
            )}
            {!session && !data && !error && <NextSessionSkeleton />}
            {error && <InlineError message={errorMessageWithReason(error, t`Failed to fetch bookings`)} query={{ isFetching, refetch }} />}
          </SectionCard>
        )}
        <SectionCard title={t`Quick actions`}>
          <LinkList links={quickActions} />
        </SectionCard>
      </div>
    </Stack>
  );
}

function FirstSteps() {
  const { t, i18n } = useLingui();
  return (
    <SectionCard title={t`Your first session`}>
      <Stack component="ol">
        {FIRST_STEPS.map(({ title, text }, index) => (
          <Group key={title.id} component="li" gap="0.875rem" align="start" wrap="nowrap">
            <ThemeIcon size={32} fw={650} aria-hidden="true">
              {index + 1}
            </ThemeIcon>
            <div>
              <Text fw={600}>{i18n._(title)}</Text>
              <Text c="dimmed">{i18n._(text)}</Text>
            </div>
          </Group>
        ))}
      </Stack>
      <div>
        <ButtonLink to="/tutors">
          <Trans>Find Tutors</Trans>
        </ButtonLink>
      </div>
    </SectionCard>
  );
}

type NextSessionProps = { booking: BookingView; now: Date };

function NextSession({ booking, now }: NextSessionProps) {
  const { t, i18n } = useLingui();
  const { id, tutor, subject, startTime, endTime, learningMethod, childName, status } = booking;
  const tutorName = tutor.user?.name ?? translated(i18n, UNKNOWN_TUTOR);
  const timeLeft = countdown(booking, now, textsOf(i18n));

  return (
    <>
      <Group gap="0.875rem" align="start" wrap="nowrap">
        <Avatar name={tutorName} src={tutor.user?.profileImage || null} size={56} alt="" />
        <Box flex={1} miw={0}>
          <Text ff="heading" fz="1.1875rem" fw={600} lh={1.3}>
            {childName ? t`${childName} with ${tutorName}` : tutorName}
          </Text>
          <Text c="dimmed">{`${translatedName(i18n, subject.name)}, ${translated(i18n, METHOD_LABELS[learningMethod])}`}</Text>
          {status === 'pending' && (
            <Badge color="yellow" mt={6}>
              <Trans>Pending</Trans>
            </Badge>
          )}
        </Box>
      </Group>
      <Group justify="space-between" align="baseline" gap="0.25rem 1rem" p="0.75rem 0.875rem" bdrs="md" bg="var(--vidya-sunken)">
        <Text fz="1.0625rem" fw={600}>
          <ZonedTime start={startTime} end={endTime} />
        </Text>
        <Group component="p" gap={6} fw={600} c="var(--vidya-primary-ink)" data-tabular>
          {timeLeft && <Timer size={16} aria-hidden="true" />}
          {timeLeft ?? t`Waiting for the tutor to answer.`}
        </Group>
      </Group>
      <Group gap={10} className={classes.actions}>
        <JoinButton booking={booking} now={now} />
        <ButtonLink to="/bookings/$id" params={{ id }} variant="default">
          <Trans>View Booking</Trans>
        </ButtonLink>
      </Group>
    </>
  );
}

function NextSessionSkeleton() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading your next session…`}>
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
