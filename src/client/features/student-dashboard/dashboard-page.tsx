import { Group, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { CalendarCheck, CalendarClock, CalendarPlus, Heart, MessageCircle } from 'lucide-react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { useAccount } from '#client/lib/session/session.ts';
import { useMinuteClock } from '#client/ui/clock.ts';
import { getFirstName } from '#client/ui/format.ts';
import { LastSeenNote } from '#client/ui/last-seen-note.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import { LinkList, type ListedLink } from '#client/ui/row-link.tsx';
import { InlineError, SectionCard } from '#client/ui/section-card.tsx';
import { StatCard } from '#client/ui/stat-card.tsx';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import classes from './dashboard-page.module.css';
import { NextSession, NextSessionSkeleton } from './next-session.tsx';

const FIRST_STEPS = [
  { title: 'Find a tutor', text: 'Look by subject, price and place, and read what other students say.' },
  { title: 'Ask for a time', text: 'Choose one that is free. Your tutor has up to a day to confirm it.' },
  { title: 'Learn', text: 'Join online from here, or your tutor comes to you.' },
] as const;

const QUICK_ACTIONS: readonly ListedLink[] = [
  { label: 'Book New Session', icon: CalendarPlus, link: { to: '/tutors' } },
  { label: 'View My Bookings', icon: CalendarCheck, link: { to: '/student/bookings' } },
  { label: 'Message Tutor', icon: MessageCircle, link: { to: '/messages' } },
];

export function DashboardPage() {
  const { name } = useAccount();
  const now = useMinuteClock();
  const { data, error, isFetching, refetch } = trpc.bookings.studentOverview.useQuery(undefined, {
    refetchInterval: BOOKING.clockMs,
    // No event announces a change of favourites.
    refetchOnMount: 'always',
  });
  // The overview holds only sessions that have not begun.
  const ongoing = trpc.bookings.forStudent.useQuery({ filter: 'ongoing', limit: 1 }, { refetchInterval: BOOKING.clockMs });
  const currentSession = ongoing.data?.bookings.find(({ endTime }) => now < endTime);
  const session = currentSession ?? data?.next;
  const isNew = data?.upcoming === 0 && data.completed === 0 && !currentSession;
  const placeholder = error ? null : undefined;

  return (
    <Stack>
      <LastSeenNote />
      <Title order={1}>{`Welcome, ${getFirstName(name)}`}</Title>
      <SimpleGrid component="ul" cols={3} spacing={{ base: 'xs', sm: 'sm', md: 'md' }} className={classes.stats}>
        <li>
          <StatCard
            name="Upcoming sessions"
            value={data?.upcoming ?? placeholder}
            hint="Requested and confirmed"
            icon={CalendarClock}
            link={{ to: '/student/bookings' }}
          />
        </li>
        <li>
          <StatCard
            name="Completed sessions"
            value={data?.completed ?? placeholder}
            hint="Yours to review"
            icon={CalendarCheck}
            link={{ to: '/student/bookings', search: { filter: 'completed' } }}
          />
        </li>
        <li>
          <StatCard
            name="Favorite tutors"
            value={data?.favourites ?? placeholder}
            hint="Kept for later"
            icon={Heart}
            link={{ to: '/student/favorites' }}
          />
        </li>
      </SimpleGrid>
      <div className={classes.columns}>
        {isNew ? (
          <FirstSteps />
        ) : (
          <SectionCard title={currentSession ? 'Session under way' : 'Next session'}>
            {session && <NextSession booking={session} now={now} />}
            {!session && data && <Text c="dimmed">Nothing ahead at the moment. Book your next session whenever it suits you.</Text>}
            {!session && !data && !error && <NextSessionSkeleton />}
            {error && <InlineError message={errorMessageWithReason(error, 'Failed to fetch bookings')} query={{ isFetching, refetch }} />}
          </SectionCard>
        )}
        <SectionCard title="Quick actions">
          <LinkList links={QUICK_ACTIONS} />
        </SectionCard>
      </div>
    </Stack>
  );
}

function FirstSteps() {
  return (
    <SectionCard title="Your first session">
      <Stack component="ol">
        {FIRST_STEPS.map(({ title, text }, index) => (
          <Group key={title} component="li" gap="0.875rem" align="start" wrap="nowrap">
            <ThemeIcon size={32} fw={650} aria-hidden="true">
              {index + 1}
            </ThemeIcon>
            <div>
              <Text fw={600}>{title}</Text>
              <Text c="dimmed">{text}</Text>
            </div>
          </Group>
        ))}
      </Stack>
      <div>
        <ButtonLink to="/tutors">Find Tutors</ButtonLink>
      </div>
    </SectionCard>
  );
}
