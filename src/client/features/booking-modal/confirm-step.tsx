import { Box, Group, List, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { ZonedTime } from '#client/ui/zoned-time.tsx';
import type { SubjectEntryView, TutorProfileView } from '#shared/contracts/tutors.ts';
import type { PendingLimit } from '#shared/domain/booking-request.ts';
import { nextShareChange, type RefundShare, refundShare } from '#shared/domain/cancellation.ts';
import type { Interval, RepeatedSession } from '#shared/domain/free-times.ts';
import { formatRupees, toRupees } from '#shared/domain/money.ts';
import { formatHours, hourlyRate, METHOD_LABELS, sessionPrice } from '#shared/domain/rates.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import { NO_PAYMENT } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { type BookingDraft, contactProblem, mustAcceptUnverified } from './booking-draft.ts';
import { UnverifiedTutor } from './notices.tsx';
import { RepeatChoice } from './repeat-choice.tsx';

export type ConfirmStepProps = {
  draft: BookingDraft;
  entry: SubjectEntryView;
  session: Interval | null;
  repeats: readonly RepeatedSession[];
  repeatLimit: PendingLimit | null;
  tutor: Pick<TutorProfileView, 'isVerified' | 'user'>;
  now: Date;
  errors: Readonly<Record<string, string>>;
  onChange: (draft: BookingDraft) => void;
};

export function ConfirmStep({ draft, entry, session, repeats, repeatLimit, tutor, now, errors, onChange }: ConfirmStepProps) {
  const [isTouched, setTouched] = useState(false);
  const contactError = isTouched ? contactProblem(draft.contactNumber) : null;

  return (
    <Stack gap="lg">
      <Summary draft={draft} entry={entry} session={session} repeats={repeats} tutorName={tutor.user.name} now={now} />
      {!tutor.isVerified && (
        <UnverifiedTutor>
          {mustAcceptUnverified(draft, tutor) && (
            <Checkbox
              required
              label="I want the home visit although this tutor is not verified yet."
              checked={draft.acceptsUnverified}
              onChange={(event) => onChange({ ...draft, acceptsUnverified: event.currentTarget.checked })}
            />
          )}
        </UnverifiedTutor>
      )}
      <RepeatChoice repeats={repeats} weeks={draft.weeks} limit={repeatLimit} onChange={(weeks) => onChange({ ...draft, weeks })} />
      <TextInput
        label="Contact number"
        description="So that your tutor can reach you."
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        maxLength={LIMITS.contactNumber.max}
        value={draft.contactNumber}
        error={contactError ?? errors.contactNumber}
        onBlur={() => setTouched(true)}
        onChange={(event) => onChange({ ...draft, contactNumber: event.currentTarget.value })}
      />
      {draft.method === 'individual' && (
        <Textarea
          label="Where should the tutor come?"
          description="Your tutor sees this once the booking is confirmed."
          autoComplete="street-address"
          rows={2}
          maxLength={LIMITS.address}
          value={draft.address}
          error={errors.address}
          onChange={(event) => onChange({ ...draft, address: event.currentTarget.value })}
        />
      )}
      <Textarea
        label="Notes for the tutor"
        description="What you would like to work on, if you wish."
        rows={3}
        maxLength={LIMITS.notes}
        value={draft.notes}
        error={errors.notes}
        onChange={(event) => onChange({ ...draft, notes: event.currentTarget.value })}
      />
    </Stack>
  );
}

type SummaryProps = Pick<ConfirmStepProps, 'draft' | 'entry' | 'session' | 'repeats' | 'now'> & { tutorName: string };

function Summary({ draft: { hours, method, topicId, weeks }, entry, session, repeats, tutorName, now }: SummaryProps) {
  const topic = entry.selectedTopics.find(({ id }) => id === topicId);
  const rate = method && hourlyRate(entry.teachingModes, method);
  const price = method && hours && sessionPrice(entry.teachingModes, method, hours);
  const sessions = repeats.slice(0, weeks).filter(({ isFree }) => isFree).length;

  return (
    <Paper p="md" radius="md" withBorder bg="var(--vidya-sunken)">
      <Facts layout="rows" labelWidth="5rem">
        <Fact label="Tutor">{tutorName}</Fact>
        <Fact label="Subject">{topic ? `${entry.subject.name}: ${topic.name}` : entry.subject.name}</Fact>
        {session && (
          <Fact label="When">
            <ZonedTime {...session} />
          </Fact>
        )}
        {method && <Fact label="Method">{METHOD_LABELS[method]}</Fact>}
      </Facts>
      {rate !== null && hours !== null && price !== null && <Price label={`${formatRupees(toRupees(rate))} × ${formatHours(hours)}`} cents={price} />}
      {price !== null && sessions > 1 && <Price label={`In all, ${sessions} sessions`} cents={price * sessions} />}
      <Text size="sm" c="dimmed">
        {NO_PAYMENT}
      </Text>
      {session && <RefundTerms start={session.start} now={now} />}
    </Paper>
  );
}

function Price({ label, cents }: { label: string; cents: number }) {
  return (
    <Group
      component="p"
      justify="space-between"
      align="baseline"
      gap="0.25rem 1rem"
      mt="0.875rem"
      mb={4}
      pt="0.875rem"
      style={{ borderTop: '1px solid var(--vidya-border)' }}
    >
      <span>{label}</span>
      <Text component="strong" fz="1.25rem" fw={700} mod="tabular">
        {formatRupees(toRupees(cents))}
      </Text>
    </Group>
  );
}

function RefundTerms({ start, now }: { start: Date; now: Date }) {
  const zone = useTimeZone();
  return (
    <Box component="section" mt="sm" c="dimmed" fz="sm" aria-label="Cancellation terms">
      <p>If you cancel a request that your tutor has not confirmed yet, the whole price is refundable. Once it is confirmed:</p>
      <List fz="sm" spacing={0}>
        {listShares(start, now).map(({ share, until }) => (
          <List.Item key={share}>{formatShare(share, until && formatInstant(until, zone))}</List.Item>
        ))}
      </List>
    </Box>
  );
}

function listShares(startTime: Date, now: Date): { share: RefundShare; until: Date | null }[] {
  const shares = [];
  for (let at: Date | null = now; at; ) {
    const cancellation = { by: 'student', status: 'confirmed', startTime, now: at } as const;
    const next = nextShareChange(cancellation);
    shares.push({ share: refundShare(cancellation), until: next?.at ?? null });
    at = next?.at ?? null;
  }
  return shares;
}

function formatShare(share: RefundShare, until: string | null): string {
  if (share === 1) return `Cancelled before ${until}: the whole price is refundable.`;
  if (share === 0.5) return `Cancelled until ${until}: half of the price is refundable.`;
  return 'Cancelled later: nothing is refundable.';
}
