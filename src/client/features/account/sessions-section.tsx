import { Badge, Box, Button, Skeleton } from '@mantine/core';
import { Laptop, Smartphone } from 'lucide-react';
import { useRef } from 'react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { Loading, QueryError } from '#client/ui/page-state.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { toast } from '#client/ui/toasts.ts';
import type { SessionView } from '#shared/contracts/account.ts';
import { deviceOf } from '#shared/domain/device-name.ts';
import { relativeTime } from '#shared/domain/relative-time.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import { SUCCESS } from '#shared/messages.ts';
import { IconRow, RowText, RowTitle } from './icon-row.tsx';

const LOAD_FAILED = 'Failed to fetch sessions';
const END_FAILED = 'Failed to sign out there. Please try again.';
const HOUR = 3_600_000;

export type SessionsSectionProps = { now: Date };

export function SessionsSection({ now }: SessionsSectionProps) {
  const { data, error, isFetching, refetch } = trpc.account.sessions.useQuery(undefined, { refetchOnWindowFocus: 'always' });
  const listRef = useRef<HTMLUListElement>(null);

  if (!data) {
    if (error)
      return <QueryError title="Error Loading Sessions" message={errorMessageWithReason(error, LOAD_FAILED)} query={{ isFetching, refetch }} />;
    return (
      <Loading label="Loading your sessions…">
        <Skeleton height={72} />
      </Loading>
    );
  }
  return (
    <Box component="ul" ref={listRef} my="-1rem" style={{ outline: 'none' }} tabIndex={-1} aria-label="Active sessions">
      {data.map((session) => (
        <SessionRow key={session.id} session={session} now={now} onEnded={() => listRef.current?.focus()} />
      ))}
    </Box>
  );
}

type SessionRowProps = { session: SessionView; now: Date; onEnded: () => void };

function SessionRow({ session, now, onEnded }: SessionRowProps) {
  const { id, isCurrent, origin, userAgent, createdAt, lastUsedAt } = session;
  const utils = trpc.useUtils();
  const { name, isPhone } = deviceOf(userAgent);
  const startedAt = formatInstant(createdAt, useTimeZone());
  const end = trpc.account.endSession.useMutation({
    onSuccess: () => {
      toast.success(SUCCESS.sessionEnded);
      utils.account.sessions.setData(undefined, (sessions) => sessions?.filter((other) => other.id !== id));
      onEnded();
    },
    onError: (error) => toast.error(errorMessageWithReason(error, END_FAILED)),
    onSettled: () => utils.account.sessions.invalidate(),
  });

  return (
    <IconRow
      icon={isPhone ? Smartphone : Laptop}
      action={
        !isCurrent && (
          <Button
            variant="default"
            aria-label={`Sign out there: ${name}, signed in on ${startedAt}`}
            loading={end.isPending}
            onClick={() => end.isPending || end.mutate({ id })}
          >
            Sign out there
          </Button>
        )
      }
    >
      <RowTitle>
        {name}
        {isCurrent && <Badge color="teal">This device</Badge>}
      </RowTitle>
      <RowText>{formatOrigin(origin, startedAt)}</RowText>
      <RowText>{isCurrent ? 'In use now' : formatLastUsed(lastUsedAt, now)}</RowText>
    </IconRow>
  );
}

function formatOrigin(origin: SessionView['origin'], at: string): string {
  if (origin === 'passkey') return `Signed in with a passkey on ${at}`;
  return origin === 'google' ? `Signed in with Google on ${at}` : `Signed in on ${at}`;
}

/** `at` is only accurate to the hour. */
function formatLastUsed(at: Date, now: Date): string {
  return now.getTime() - at.getTime() < HOUR ? 'Last used within the last hour' : `Last used ${relativeTime(at, now)}`;
}
