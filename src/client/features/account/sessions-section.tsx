import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Box, Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { useRef } from 'react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { Loading, QueryError } from '#client/ui/page-state.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { toast } from '#client/ui/toasts.ts';
import type { SessionView } from '#shared/contracts/account.ts';
import { deviceNameIn, deviceOf } from '#shared/domain/device-name.ts';
import { relativeTime } from '#shared/domain/relative-time.ts';
import { textsOf } from '#shared/domain/texts.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import { SUCCESS } from '#shared/messages.ts';
import { HOUR_MS } from '#shared/vocabulary/durations.ts';
import { IconRow, RowText, RowTitle } from './icon-row.tsx';

const LOAD_FAILED = msg`Failed to fetch sessions`;
const END_FAILED = msg`Failed to sign out there. Please try again.`;

export type SessionsSectionProps = { now: Date };

export function SessionsSection({ now }: SessionsSectionProps) {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.account.sessions.queryOptions(undefined, { refetchOnWindowFocus: 'always' }));
  const listRef = useRef<HTMLUListElement>(null);

  if (!data) {
    if (error)
      return (
        <QueryError title={t`Error Loading Sessions`} message={errorMessageWithReason(error, i18n._(LOAD_FAILED))} query={{ isFetching, refetch }} />
      );
    return (
      <Loading label={t`Loading your sessions…`}>
        <Skeleton height={72} />
      </Loading>
    );
  }
  return (
    <Box component="ul" ref={listRef} my="-1rem" style={{ outline: 'none' }} tabIndex={-1} aria-label={t`Active sessions`}>
      {data.map((session) => (
        <SessionRow key={session.id} session={session} now={now} onEnded={() => listRef.current?.focus()} />
      ))}
    </Box>
  );
}

type SessionRowProps = { session: SessionView; now: Date; onEnded: () => void };

function SessionRow({ session, now, onEnded }: SessionRowProps) {
  const { t, i18n } = useLingui();
  const { id, isCurrent, origin, userAgent, createdAt, lastUsedAt } = session;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { name: deviceName, isPhone } = deviceOf(userAgent);
  const name = deviceNameIn(deviceName, textsOf(i18n));
  const startedAt = formatInstant(createdAt, useTimeZone(), i18n.locale);
  const end = useMutation(
    trpc.account.endSession.mutationOptions({
      onSuccess: () => {
        toast.success(SUCCESS.sessionEnded);
        queryClient.setQueryData(trpc.account.sessions.queryKey(), (sessions) => sessions?.filter((other) => other.id !== id));
        onEnded();
      },
      onError: (error) => toast.error(errorMessageWithReason(error, i18n._(END_FAILED))),
      onSettled: () => queryClient.invalidateQueries(trpc.account.sessions.pathFilter()),
    }),
  );

  return (
    <IconRow
      icon={isPhone ? Smartphone : Laptop}
      action={
        !isCurrent && (
          <Button
            variant="default"
            aria-label={t`Sign out there: ${name}, signed in on ${startedAt}`}
            loading={end.isPending}
            onClick={() => end.isPending || end.mutate({ id })}
          >
            <Trans>Sign out there</Trans>
          </Button>
        )
      }
    >
      <RowTitle>
        {name}
        {isCurrent && <Badge color="teal">{t`This device`}</Badge>}
      </RowTitle>
      <RowText>{formatOrigin(i18n, origin, startedAt)}</RowText>
      <RowText>{isCurrent ? t`In use now` : formatLastUsed(i18n, lastUsedAt, now)}</RowText>
    </IconRow>
  );
}

function formatOrigin(i18n: I18n, origin: SessionView['origin'], startedAt: string): string {
  if (origin === 'passkey') return i18n._(msg`Signed in with a passkey on ${startedAt}`);
  return i18n._(origin === 'google' ? msg`Signed in with Google on ${startedAt}` : msg`Signed in on ${startedAt}`);
}

/** `at` is only accurate to the hour. */
function formatLastUsed(i18n: I18n, at: Date, now: Date): string {
  const ago = relativeTime(at, now, textsOf(i18n));
  return i18n._(now.getTime() - at.getTime() < HOUR_MS ? msg`Last used within the last hour` : msg`Last used ${ago}`);
}
