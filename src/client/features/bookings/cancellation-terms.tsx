import { Group, Paper, Stack, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useClockWithAlarm } from '#client/ui/clock.ts';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { type Cancellation, cancellationAmounts, nextShareChange, type RefundShare, refundShare } from '#shared/domain/cancellation.ts';
import { formatRupees, toCents, toRupees } from '#shared/domain/money.ts';
import { NO_PAYMENT } from '#shared/messages.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';

/** In rupees. */
export type CancellationTermsProps = { refund: number; tutorShare: number; platformFee: number; children?: ReactNode };

export function CancellationTerms({ refund, tutorShare, platformFee, children }: CancellationTermsProps) {
  const headingId = useId();
  return (
    <Paper component="section" w="100%" p="0.75rem 0.875rem" radius="md" bg="var(--vidya-sunken)" aria-labelledby={headingId}>
      <Text component="h3" id={headingId} fw={600} mb="xs">
        Under our cancellation terms
      </Text>
      <Stack component="dl" gap={4}>
        <Amount name="Refundable to the student" rupees={refund} />
        <Amount name="Due to the tutor" rupees={tutorShare} />
        <Amount name="Platform fee" rupees={platformFee} />
      </Stack>
      {children && (
        <Stack gap="xs" mt="xs" fz="sm" c="dimmed">
          {children}
        </Stack>
      )}
    </Paper>
  );
}

function Amount({ name, rupees }: { name: string; rupees: number }) {
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between" align="baseline">
      <Text component="dt" size="sm">
        {name}
      </Text>
      <Text component="dd" fw={600} mod="tabular" style={{ whiteSpace: 'nowrap' }}>
        {formatRupees(rupees)}
      </Text>
    </Group>
  );
}

export type CancellationPreviewProps = { booking: BookingView; by: Party };

export function CancellationPreview({ booking: { status, startTime, amount }, by }: CancellationPreviewProps) {
  const toCancellation = (now: Date): Cancellation => ({ by, status, startTime, now });
  const now = useClockWithAlarm((time) => nextShareChange(toCancellation(time))?.at ?? null);
  const { refund, tutorGets, platformFee } = cancellationAmounts(toCents(amount), refundShare(toCancellation(now)));

  return (
    <CancellationTerms refund={toRupees(refund)} tutorShare={toRupees(tutorGets)} platformFee={toRupees(platformFee)}>
      <p>{NO_PAYMENT}</p>
      {by === 'student' && (
        <p aria-live="polite">
          <NextChange cancellation={toCancellation(now)} amount={amount} />
        </p>
      )}
    </CancellationTerms>
  );
}

function NextChange({ cancellation, amount }: { cancellation: Cancellation; amount: number }) {
  if (cancellation.status === 'pending') return 'Until your tutor confirms this request, you get everything back.';
  const next = nextShareChange(cancellation);
  if (!next) return 'Less than 2 hours before the start, you get nothing back.';
  return (
    <>
      {'Until '}
      <ZonedInstant at={next.at} />
      {', you get '}
      <Refund amount={amount} share={refundShare(cancellation)} />
      {' back; from then on, '}
      {next.share === 0 ? 'nothing' : <Refund amount={amount} share={next.share} />}.
    </>
  );
}

function Refund({ amount, share }: { amount: number; share: RefundShare }) {
  return <span style={{ whiteSpace: 'nowrap' }}>{formatRupees(toRupees(cancellationAmounts(toCents(amount), share).refund))}</span>;
}
