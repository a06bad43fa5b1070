import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Group, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { OwedSentences } from '#client/ui/owed-sentences.tsx';
import { ZonedTime } from '#client/ui/zoned-time.tsx';
import type { SubjectEntryView, TutorProfileView } from '#shared/contracts/tutors.ts';
import type { PendingLimit } from '#shared/domain/booking-request.ts';
import { owedBands } from '#shared/domain/cancellation-copy.ts';
import type { Interval, RepeatedSession } from '#shared/domain/free-times.ts';
import { type Cents, formatRupees, toRupees } from '#shared/domain/money.ts';
import { formatHours, hourlyRate, METHOD_LABELS, sessionPrice } from '#shared/domain/rates.ts';
import { textsOf, translated, translatedName } from '#shared/domain/texts.ts';
import { NO_PAYMENT } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { type BookingDraft, contactProblem, mustAcceptUnverified } from './booking-draft.ts';
import classes from './booking-modal.module.css';
import { UnverifiedTutor } from './notices.tsx';
import { RepeatChoice } from './repeat-choice.tsx';
import { countSessions } from './session-lines.tsx';

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
  const { t, i18n } = useLingui();
  const [isTouched, setTouched] = useState(false);
  const contactError = isTouched ? contactProblem(i18n, draft.contactNumber) : null;

  return (
    <Stack gap="lg">
      <Summary draft={draft} entry={entry} session={session} repeats={repeats} tutorName={tutor.user.name} now={now} />
      {!tutor.isVerified && (
        <UnverifiedTutor>
          {mustAcceptUnverified(draft, tutor) && (
            <Checkbox
              required
              label={t`I want the home visit although this tutor is not verified yet.`}
              checked={draft.acceptsUnverified}
              onChange={(event) => onChange({ ...draft, acceptsUnverified: event.currentTarget.checked })}
            />
          )}
        </UnverifiedTutor>
      )}
      <TextInput
        label={t`Contact number`}
        description={t`Your tutor uses it to reach you.`}
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
      <RepeatChoice repeats={repeats} weeks={draft.weeks} limit={repeatLimit} onChange={(weeks) => onChange({ ...draft, weeks })} />
      {draft.method === 'individual' && (
        <Textarea
          label={t`Where should the tutor come?`}
          description={t`Your tutor sees this once the booking is confirmed.`}
          autoComplete="street-address"
          rows={2}
          maxLength={LIMITS.address}
          value={draft.address}
          error={errors.address}
          onChange={(event) => onChange({ ...draft, address: event.currentTarget.value })}
        />
      )}
      <Textarea
        label={t`Notes for the tutor`}
        description={t`What you would like to work on, if you wish.`}
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
  const { t, i18n } = useLingui();
  const subjectName = translatedName(i18n, entry.subject.name);
  const topic = entry.selectedTopics.find(({ id }) => id === topicId);
  const rate = method && hourlyRate(entry.teachingModes, method);
  const price = method && hours && sessionPrice(entry.teachingModes, method, hours);
  const sessions = countSessions(repeats, weeks);

  return (
    <Paper p="md" radius="md" withBorder bg="var(--vidya-sunken)">
      <Facts layout="rows" labelWidth="5rem">
        <Fact label={t`Tutor`}>{tutorName}</Fact>
        <Fact label={t`Subject`}>{topic ? `${subjectName}: ${translatedName(i18n, topic.name)}` : subjectName}</Fact>
        {session && (
          <Fact label={t`When`}>
            <ZonedTime {...session} />
          </Fact>
        )}
        {method && <Fact label={t`Method`}>{translated(i18n, METHOD_LABELS[method])}</Fact>}
      </Facts>
      {rate !== null && hours !== null && price !== null && (
        <Price label={`${formatRupees(toRupees(rate), i18n.locale)} × ${formatHours(hours, textsOf(i18n))}`} cents={price} />
      )}
      {price !== null && sessions > 1 && <Price label={t`In all, ${sessions} sessions`} cents={price * sessions} />}
      <Text size="sm" c="dimmed">
        {translated(i18n, NO_PAYMENT)}
      </Text>
      {session && price !== null && <Terms start={session.start} amount={price} now={now} />}
    </Paper>
  );
}

function Price({ label, cents }: { label: string; cents: number }) {
  const { i18n } = useLingui();
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
        {formatRupees(toRupees(cents), i18n.locale)}
      </Text>
    </Group>
  );
}

type TermsProps = { start: Date; amount: Cents; now: Date };

function Terms({ start, amount, now }: TermsProps) {
  const { t } = useLingui();
  const bands = owedBands({ by: 'student', status: 'confirmed', startTime: start, now }, amount);
  return (
    <Box component="section" mt="sm" fz="sm" aria-label={t`Cancellation terms`}>
      <p>
        <Trans>If you cancel once it is confirmed:</Trans> <OwedSentences bands={bands} reader="student" to={2} />
      </p>
      <details className={classes.terms}>
        <summary>
          <Trans>More about cancelling</Trans>
        </summary>
        <p>
          <OwedSentences bands={bands} reader="student" from={2} />{' '}
          <Trans>A request that your tutor has not confirmed yet is free to cancel, and so is whatever your tutor cancels.</Trans>
        </p>
      </details>
    </Box>
  );
}
