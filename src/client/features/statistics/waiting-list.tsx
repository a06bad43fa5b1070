import { Group, Skeleton, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronRight, CircleCheck } from 'lucide-react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { useMinuteClock } from '#client/ui/clock.ts';
import { DividedList } from '#client/ui/divided-list.tsx';
import { InlineError, SectionCard } from '#client/ui/section-card.tsx';
import type { WaitingCount, WaitingView } from '#shared/contracts/statistics.ts';
import { relativeTime } from '#shared/domain/relative-time.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import classes from './waiting-list.module.css';

type Kind = { name: keyof WaitingView; singular: string; plural: string; link: LinkProps };

const KINDS: readonly Kind[] = [
  { name: 'toReview', singular: 'tutor to review', plural: 'tutors to review', link: { to: '/admin/tutors', search: { filter: 'pending' } } },
  {
    name: 'changed',
    singular: 'verified profile that changed',
    plural: 'verified profiles that changed',
    link: { to: '/admin/tutors', search: { filter: 'changed' } },
  },
  { name: 'reports', singular: 'open report', plural: 'open reports', link: { to: '/admin/reports', search: { state: 'open' } } },
  {
    name: 'deadJobs',
    singular: 'background job that failed for good',
    plural: 'background jobs that failed for good',
    link: { to: '/admin/failed-jobs' },
  },
];

export function WaitingList() {
  const { data, error, isFetching, refetch } = trpc.statistics.waiting.useQuery(undefined, { refetchInterval: BOOKING.clockMs });
  const waiting = data ? KINDS.filter(({ name }) => data[name].count > 0) : [];

  return (
    <SectionCard title="Needs attention">
      {!data && !error && <Skeleton height={112} />}
      {!data && error && <InlineError message={errorMessageWithReason(error, 'Failed to fetch dashboard stats')} query={{ isFetching, refetch }} />}
      {data && waiting.length === 0 && (
        <Group component="p" gap="0.5rem" c="dimmed">
          <CircleCheck size={20} color="var(--vidya-success-ink)" aria-hidden="true" />
          Nothing waits for you.
        </Group>
      )}
      {data && waiting.length > 0 && (
        <DividedList>
          {waiting.map((kind) => (
            <li key={kind.name}>
              <Entry kind={kind} waiting={data[kind.name]} />
            </li>
          ))}
        </DividedList>
      )}
    </SectionCard>
  );
}

function Entry({ kind: { singular, plural, link }, waiting: { count, isMore, since } }: { kind: Kind; waiting: WaitingCount }) {
  const now = useMinuteClock();
  return (
    <Link {...link} className={classes.entry}>
      <Text span px="xs" py={2} bdrs={999} bg="var(--vidya-accent-tint)" c="var(--vidya-accent-ink)" fw={650} ta="center" data-tabular>
        {isMore ? `${count}+` : count}
      </Text>
      <Text span fw={550} lh={1.4} className={classes.label}>
        {count === 1 && !isMore ? singular : plural}
        {since && <Text span display="block" size="sm" c="dimmed">{`The first came ${relativeTime(since, now)}`}</Text>}
      </Text>
      <ChevronRight size={18} aria-hidden="true" />
    </Link>
  );
}
