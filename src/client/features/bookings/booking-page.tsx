import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Container, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSubscription } from '@trpc/tanstack-react-query';
import { ArrowLeft, CalendarX2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { readFrom } from '#client/lib/realtime/read-from.ts';
import { errorMessage, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { useMinuteClock } from '#client/ui/clock.ts';
import { LastSeenNote } from '#client/ui/last-seen-note.tsx';
import { AnchorLink, ButtonLink } from '#client/ui/links.tsx';
import { Empty, Loading, QueryError } from '#client/ui/page-state.tsx';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { BookingContent } from './booking-content.tsx';
import classes from './booking-page.module.css';
import { StaleNotice } from './bookings-list.tsx';

const BACK = {
  student: { to: '/student/bookings', label: msg`My Bookings` },
  tutor: { to: '/tutor/bookings', label: msg`My Bookings` },
  admin: { to: '/admin/bookings', label: msg`Manage Bookings` },
} as const satisfies Record<Role, { to: string; label: MessageDescriptor }>;

export type BookingPageProps = { id: string; role: Role };

export function BookingPage({ id, role }: BookingPageProps) {
  const { t, i18n } = useLingui();
  const now = useMinuteClock();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(trpc.bookings.byId.queryOptions({ id }, { refetchInterval: BOOKING.clockMs }));
  const tutorId = data?.tutor.id ?? '';
  const refresh = () => {
    void queryClient.invalidateQueries(trpc.bookings.pathFilter());
    void queryClient.invalidateQueries(trpc.tutors.availability.queryFilter({ id: tutorId }));
  };
  // The answers to this page show everything that is read again here.
  const since = readFrom.at();
  useSubscription(trpc.inbox.watchTutor.subscriptionOptions({ tutorId, since }, { enabled: tutorId !== '', onData: refresh }));
  const isMissing = toApiError(error)?.code === 'booking.not_found';
  const message = errorMessage(error, t`Failed to fetch bookings`);

  if (data && !isMissing) {
    return (
      <Frame role={role}>
        {error !== null && <StaleNotice message={message} isRetrying={isFetching} onRetry={() => void refetch()} mb="md" />}
        <LastSeenNote />
        <BookingContent booking={data} role={role} now={now} />
      </Frame>
    );
  }
  return (
    <Frame role={role}>
      <VisuallyHidden component="h1">
        <Trans>Booking</Trans>
      </VisuallyHidden>
      {isMissing && (
        <Empty
          title={t`Booking not found`}
          text={t`It does not exist, or it belongs to someone else.`}
          icon={<CalendarX2 size={26} />}
          action={<ButtonLink to={BACK[role].to}>{i18n._(BACK[role].label)}</ButtonLink>}
        />
      )}
      {!error && <BookingLoading />}
      {error && !isMissing && <QueryError title={t`Error fetching bookings.`} message={message} query={{ isFetching, refetch }} />}
    </Frame>
  );
}

function Frame({ role, children }: { role: Role; children: ReactNode }) {
  const { i18n } = useLingui();
  const { to, label } = BACK[role];
  return (
    <Container size="64rem" pt={{ base: 'xs', sm: 'md' }} pb={{ base: '3rem', sm: '4rem' }}>
      <AnchorLink to={to} underline="hover" display="inline-flex" mih="2.75rem" style={{ alignItems: 'center', gap: '0.375rem' }}>
        <ArrowLeft size={18} aria-hidden="true" />
        {i18n._(label)}
      </AnchorLink>
      {children}
    </Container>
  );
}

function BookingLoading() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading booking…`}>
      <div className={classes.content}>
        <Stack component="header" gap="xs" pb="xs">
          <Skeleton height={26} width={104} />
          <Skeleton height={40} width="60%" />
          <Skeleton height={22} width="80%" />
        </Stack>
        <Stack>
          <Skeleton height={150} />
          <Skeleton height={200} />
        </Stack>
        <Stack>
          <Skeleton height={130} />
          <Skeleton height={220} />
        </Stack>
      </div>
    </Loading>
  );
}
