import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Card, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarClock, Check, Undo2, X } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { TimeNotice } from '#client/features/booking-times/index.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { ActionBar } from '#client/ui/action-bar.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useOpener } from '#client/ui/use-opener.ts';
import { ZonedInstant, ZonedTime } from '#client/ui/zoned-time.tsx';
import type { BookingDetails, ProposalView } from '#shared/contracts/bookings.ts';
import { textsOf } from '#shared/domain/texts.ts';
import { SUCCESS } from '#shared/messages.ts';
import { getOtherParty, getPartyName, type ProposalProps } from './proposal-parties.ts';
import { LazyProposeDialog } from './propose-button.tsx';

type Answer = 'accept' | 'decline' | 'withdraw';

const ANSWERED = {
  accept: SUCCESS.proposalAccepted,
  decline: SUCCESS.proposalDeclined,
  withdraw: SUCCESS.proposalWithdrawn,
} as const satisfies Record<Answer, string>;

const FAILED = {
  accept: msg`Failed to accept the new time. Please try again.`,
  decline: msg`Failed to decline the new time. Please try again.`,
  withdraw: msg`Failed to withdraw the proposal. Please try again.`,
} as const satisfies Record<Answer, MessageDescriptor>;

/** On a phone they share the row. */
const PHONE_WIDE = { base: 1, sm: '0 1 auto' } as const;

export function ProposalPanel(props: ProposalProps) {
  const { proposal, status } = props.booking;
  if (!proposal || status !== 'confirmed' || props.now > proposal.lapsesAt) return null;
  return <OpenProposal key={proposal.id} {...props} proposal={proposal} />;
}

function OpenProposal({ booking, role, now, proposal }: ProposalProps & { proposal: ProposalView }) {
  const { t, i18n } = useLingui();
  const { setOpener, returnFocus } = useOpener();
  const { answer, pending, refusal } = useAnswer(booking, proposal, returnFocus);
  const restoreFocus = useReturnFocus(pending !== null);
  const [start, setStart] = useState<Date>();
  const [isProposing, setProposing] = useState(false);
  const { by } = proposal;
  const proposer = getPartyName(i18n, by, booking);
  const answering = getOtherParty(by);
  const answerer = getPartyName(i18n, answering, booking);
  const problem = refusal && textsOf(i18n).recognise(refusal.message, refusal.params);

  const handlePress = (chosen: Answer) => (event: MouseEvent<HTMLButtonElement>) => {
    setOpener(event.currentTarget);
    restoreFocus(event.currentTarget);
    answer(chosen);
  };

  return (
    <Card component="section" shadow="none" bd="1px solid var(--vidya-accent)" aria-labelledby="proposal">
      <Stack gap="0.875rem">
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <CalendarClock size={20} color="var(--vidya-accent-ink)" style={{ marginTop: '0.1875rem' }} aria-hidden="true" />
          <Title order={2} id="proposal" size="1.0625rem" ff="text" fw={650} lh={1.6} lts={0}>
            {role === by ? t`You have proposed another time` : t`${proposer} proposes another time`}
          </Title>
        </Group>
        <SimpleGrid component="dl" minColWidth="min(15rem, 100%)" autoFlow="auto-fit" spacing="sm">
          <Time label={t`New time`} start={proposal.startTime} end={proposal.endTime} isNew />
          <Time label={t`Instead of`} start={booking.startTime} end={booking.endTime} />
        </SimpleGrid>
        <Text>
          {role === answering ? (
            <Trans>
              You can answer until <ZonedInstant at={proposal.lapsesAt} />. Until then the present time holds.
            </Trans>
          ) : (
            <Trans>
              Waiting for {answerer} until <ZonedInstant at={proposal.lapsesAt} />. Until then the present time holds.
            </Trans>
          )}
        </Text>
        <Text size="sm" c="dimmed" mt="-0.5rem">
          <Trans>The price stays the same. Cancellation terms apply to the current time.</Trans>
        </Text>
        {refusal && problem !== null && (
          <TimeNotice
            kind="refused"
            title={t`The new time is no longer available`}
            message={refusal.offers.length > 0 ? t`${problem}. You can propose one of these instead.` : problem}
            offers={refusal.offers}
            onChoose={(offer) => {
              setStart(offer);
              setProposing(true);
            }}
          />
        )}
        {role === answering && (
          <ActionBar>
            <Group gap="0.625rem">
              <Button
                flex={PHONE_WIDE}
                leftSection={<Check size={18} aria-hidden="true" />}
                loading={pending === 'accept'}
                disabled={pending !== null}
                onClick={handlePress('accept')}
              >
                <Trans>Accept</Trans>
              </Button>
              <Button
                flex={PHONE_WIDE}
                variant="default"
                leftSection={<X size={18} aria-hidden="true" />}
                loading={pending === 'decline'}
                disabled={pending !== null}
                onClick={handlePress('decline')}
              >
                <Trans>Decline</Trans>
              </Button>
            </Group>
          </ActionBar>
        )}
        {role === by && (
          <Group gap="0.625rem">
            <Button
              flex={PHONE_WIDE}
              variant="default"
              leftSection={<Undo2 size={18} aria-hidden="true" />}
              loading={pending === 'withdraw'}
              onClick={handlePress('withdraw')}
            >
              <Trans>Withdraw</Trans>
            </Button>
          </Group>
        )}
      </Stack>
      {role !== 'admin' && (
        <LazyProposeDialog booking={booking} by={role} now={now} start={start} opened={isProposing} onClose={() => setProposing(false)} />
      )}
    </Card>
  );
}

type TimeProps = { label: string; start: Date; end: Date; isNew?: boolean };

function Time({ label, start, end, isNew = false }: TimeProps) {
  const tint = isNew ? ({ bg: 'var(--vidya-accent-tint)', c: 'var(--vidya-accent-ink)' } as const) : ({ bg: 'var(--vidya-sunken)' } as const);
  return (
    <Paper p="0.75rem 0.875rem" radius="md" {...tint}>
      <Text component="dt" size="sm">
        {label}
      </Text>
      <Text component="dd" fw={600}>
        <ZonedTime start={start} end={end} />
      </Text>
    </Paper>
  );
}

function useAnswer(booking: BookingDetails, proposal: ProposalView, onAnswered: () => void) {
  const { i18n } = useLingui();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const options = {
    onSuccess: (changed: BookingDetails) => queryClient.setQueryData(trpc.bookings.byId.queryKey({ id: booking.id }), changed),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(trpc.bookings.pathFilter()),
        queryClient.invalidateQueries(trpc.tutors.availability.queryFilter({ id: booking.tutor.id })),
      ]),
  };
  const mutations = {
    accept: useMutation(trpc.proposals.accept.mutationOptions(options)),
    decline: useMutation(trpc.proposals.decline.mutationOptions(options)),
    withdraw: useMutation(trpc.proposals.withdraw.mutationOptions(options)),
  };
  const error = toApiError(mutations.accept.error);
  const isTimeGone = error?.code === 'booking.slot_taken' || error?.code === 'booking.outside_slots';

  const answer = useOneAtATime(async (chosen: Answer) => {
    try {
      await mutations[chosen].mutateAsync({ id: proposal.id });
      toast.success(ANSWERED[chosen]);
      onAnswered();
    } catch (failure) {
      toast.error(errorMessageWithReason(failure, i18n._(FAILED[chosen])));
      if (toApiError(failure)?.code === 'proposal.not_open') onAnswered();
    }
  });

  return {
    answer: (chosen: Answer) => void answer(chosen),
    pending: (['accept', 'decline', 'withdraw'] as const).find((name) => mutations[name].isPending) ?? null,
    refusal: isTimeGone ? { message: error.message, params: error.params, offers: error.nextFree.map((at) => new Date(at)) } : null,
  };
}
