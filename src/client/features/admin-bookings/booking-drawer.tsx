import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Anchor, Button, Drawer, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { BellRing, ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { BookingTimeline, StatusBadges } from '#client/features/bookings/index.ts';
import { SessionProblems } from '#client/features/session-problems/index.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessage, errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { useMinuteClock } from '#client/ui/clock.ts';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { toTelUrl } from '#client/ui/format.ts';
import { AnchorLink, ButtonLink } from '#client/ui/links.tsx';
import { Loading, QueryError } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import { ZonedInstant, ZonedTime } from '#client/ui/zoned-time.tsx';
import type { BookingDetails } from '#shared/contracts/bookings.ts';
import { owedLines } from '#shared/domain/cancellation-copy.ts';
import { formatRupees, toCents, toRupees } from '#shared/domain/money.ts';
import { formatHours, METHOD_LABELS } from '#shared/domain/rates.ts';
import classes from './booking-drawer.module.css';
import { getTutorName, PAYMENTS } from './bookings-table.tsx';

export type BookingDrawerProps = { id: string | null; onClose: () => void };

export function BookingDrawer({ id, onClose }: BookingDrawerProps) {
  // Mantine returns the focus only if it sees the drawer open, and this code may load when it should already be open.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  // Keeps its content while the drawer closes.
  const [shown, setShown] = useState(id);
  if (id !== null && id !== shown) setShown(id);

  return (
    <Drawer
      opened={id !== null && isMounted}
      title="Booking details"
      position="right"
      size="min(34rem, 100%)"
      onClose={onClose}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 20 }}
      overlayProps={{ backgroundOpacity: 0.45 }}
      // A `header` in a dialog would count as the page's banner.
      attributes={{ header: { role: 'presentation' } }}
      classNames={{ content: classes.content, header: classes.header, title: classes.title }}
    >
      {shown !== null && <Content key={shown} id={shown} />}
    </Drawer>
  );
}

function Content({ id }: { id: string }) {
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.bookings.byId.queryOptions({ id }));
  if (data) return <Details booking={data} />;
  if (error) {
    const message = errorMessage(error, 'Failed to fetch bookings');
    return <QueryError title="Error fetching bookings." message={message} query={{ isFetching, refetch }} />;
  }
  return (
    <Loading label="Loading booking…">
      <Stack gap="lg">
        <Skeleton height={28} width="60%" />
        <Skeleton height={120} />
        <Skeleton height={220} />
      </Stack>
    </Loading>
  );
}

function Details({ booking }: { booking: BookingDetails }) {
  const now = useMinuteClock();
  const asAdmin = { booking, role: 'admin', now } as const;
  return (
    <Stack gap="lg" pb="env(safe-area-inset-bottom, 0px)">
      <Stack gap={6} align="flex-start">
        <StatusBadges booking={booking} now={now} />
        <Title order={3} size="1.1875rem">
          {booking.subject.name}
        </Title>
        <Text fw={550}>
          <ZonedTime start={booking.startTime} end={booking.endTime} />
        </Text>
      </Stack>

      <Group gap="xs" className={classes.actions}>
        <ButtonLink to="/bookings/$id" params={{ id: booking.id }} variant="default" rightSection={<ExternalLink size={16} aria-hidden="true" />}>
          Open booking page
        </ButtonLink>
        {booking.status === 'pending' && <RemindButton id={booking.id} />}
      </Group>

      <BookingFacts booking={booking} />

      <Stack component="section" gap="sm" aria-labelledby="timeline">
        <Title order={3} id="timeline" size="1.0625rem" ff="text" fw={650}>
          Status
        </Title>
        <BookingTimeline {...asAdmin} />
      </Stack>
      {booking.problems.length > 0 && <SessionProblems {...asAdmin} />}
    </Stack>
  );
}

function RemindButton({ id }: { id: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const remind = useMutation(trpc.bookings.askForAnswer.mutationOptions());
  const restoreFocus = useReturnFocus(remind.isPending);
  const send = useOneAtATime(async () => {
    restoreFocus();
    try {
      const { message } = await remind.mutateAsync({ id });
      toast.success(message);
    } catch (error) {
      toast.error(errorMessageWithReason(error, 'Failed to send the reminder. Please try again.'));
      void queryClient.invalidateQueries(trpc.bookings.pathFilter());
    }
  });
  return (
    <Button leftSection={<BellRing size={18} aria-hidden="true" />} loading={remind.isPending} onClick={() => void send()}>
      Remind the tutor
    </Button>
  );
}

function BookingFacts({ booking }: { booking: BookingDetails }) {
  const { student, tutor, selectedTopics, cancellation } = booking;
  return (
    <div className={classes.facts}>
      <Facts layout="rows">
        <Fact label="Student">
          {student.name}
          <Contact email={student.email} phone={booking.contactNumber} />
        </Fact>
        {booking.childName && <Fact label="For the child">{booking.childName}</Fact>}
        <Fact label="Tutor">
          {tutor.id ? (
            <AnchorLink to="/tutors/$id" params={{ id: tutor.id }}>
              {getTutorName(booking)}
            </AnchorLink>
          ) : (
            getTutorName(booking)
          )}
          <Contact email={tutor.user?.email ?? ''} phone={tutor.phone} />
        </Fact>
        <Fact label="Duration">{formatHours(booking.duration)}</Fact>
        <Fact label="Method">{METHOD_LABELS[booking.learningMethod]}</Fact>
        {selectedTopics.length > 0 && <Fact label="Topics">{selectedTopics.map(({ name }) => name).join(', ')}</Fact>}
        <Fact label="Amount">{formatRupees(booking.amount)}</Fact>
        <Fact label="Payment">{PAYMENTS[booking.paymentStatus]}</Fact>
        {cancellation &&
          owedLines({ retained: toCents(cancellation.retained), platformFee: toCents(cancellation.platformFee) }, 'admin').map(({ name, amount }) => (
            <Fact key={name} label={name}>
              {formatRupees(toRupees(amount))}
            </Fact>
          ))}
        {booking.cancellationReason && <Fact label="Cancellation reason">{booking.cancellationReason}</Fact>}
        {booking.notes && <Fact label="Notes">{booking.notes}</Fact>}
        <Fact label="Booking id">
          <code>
            {booking.id.slice(0, -8)}
            <strong>{booking.id.slice(-8)}</strong>
          </code>
        </Fact>
        <Fact label="Last changed">
          <ZonedInstant at={booking.updatedAt} />
        </Fact>
      </Facts>
    </div>
  );
}

function Contact({ email, phone }: { email: string; phone: string }) {
  return (
    <Stack gap={0} align="flex-start">
      {email && (
        <Anchor href={`mailto:${email}`} size="sm" py={2}>
          {email}
        </Anchor>
      )}
      {phone && (
        <Anchor href={toTelUrl(phone)} size="sm" py={2}>
          {phone}
        </Anchor>
      )}
    </Stack>
  );
}
