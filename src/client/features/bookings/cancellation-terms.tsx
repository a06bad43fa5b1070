import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Paper, Stack, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useClockWithAlarm } from '#client/ui/clock.ts';
import { OwedSentences } from '#client/ui/owed-sentences.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { type Cancellation, cancellationAmounts, nextShareChange, refundShare } from '#shared/domain/cancellation.ts';
import { type OwedReader, owedBands, owedLines } from '#shared/domain/cancellation-copy.ts';
import { formatRupees, toCents, toRupees } from '#shared/domain/money.ts';
import { textsOf, translated } from '#shared/domain/texts.ts';
import { NO_PAYMENT } from '#shared/messages.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';

/** In rupees. */
export type CancellationTermsProps = { retained: number; platformFee: number; reader: OwedReader; children?: ReactNode };

export function CancellationTerms({ retained, platformFee, reader, children }: CancellationTermsProps) {
  const { i18n } = useLingui();
  const headingId = useId();
  return (
    <Paper component="section" w="100%" p="0.75rem 0.875rem" radius="md" bg="var(--vidya-sunken)" aria-labelledby={headingId}>
      <Text component="h3" id={headingId} fw={600} mb="xs">
        <Trans>Under our cancellation terms</Trans>
      </Text>
      <Stack component="dl" gap={4}>
        {owedLines({ retained: toCents(retained), platformFee: toCents(platformFee) }, reader, textsOf(i18n)).map(({ name, amount }) => (
          <Amount key={name} name={name} rupees={toRupees(amount)} />
        ))}
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
  const { i18n } = useLingui();
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between" align="baseline">
      <Text component="dt" size="sm">
        {name}
      </Text>
      <Text component="dd" fw={600} mod="tabular" style={{ whiteSpace: 'nowrap' }}>
        {formatRupees(rupees, i18n.locale)}
      </Text>
    </Group>
  );
}

export type CancellationPreviewProps = { booking: BookingView; by: Party };

export function CancellationPreview({ booking: { status, startTime, amount }, by }: CancellationPreviewProps) {
  const { i18n } = useLingui();
  const toCancellation = (now: Date): Cancellation => ({ by, status, startTime, now });
  const now = useClockWithAlarm((time) => nextShareChange(toCancellation(time))?.at ?? null);
  const { retained, platformFee } = cancellationAmounts(toCents(amount), refundShare(toCancellation(now)));

  return (
    <CancellationTerms retained={toRupees(retained)} platformFee={toRupees(platformFee)} reader={by}>
      {by === 'student' && (
        <p aria-live="polite">
          <OwedSentences bands={owedBands(toCancellation(now), toCents(amount))} reader={by} />
        </p>
      )}
      <p>{translated(i18n, NO_PAYMENT)}</p>
    </CancellationTerms>
  );
}
