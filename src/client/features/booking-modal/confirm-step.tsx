import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { ZonedTime } from '#client/ui/zoned-time.tsx';
import type { SubjectEntryView, TutorProfileView } from '#shared/contracts/tutors.ts';
import type { Interval } from '#shared/domain/free-times.ts';
import { formatRupees, toRupees } from '#shared/domain/money.ts';
import type { PendingLimit } from '#shared/domain/pending-requests.ts';
import { formatHours, hourlyRate, METHOD_LABELS, sessionPrice } from '#shared/domain/rates.ts';
import type { RepeatedSession } from '#shared/domain/weekly-repeat.ts';
import { NO_PAYMENT } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { asksToAccept, type BookingDraft, contactProblem } from './booking-draft.ts';
import classes from './booking-modal.module.css';
import { RefundTerms } from './refund-terms.tsx';
import { RepeatChoice } from './repeat-choice.tsx';
import { UnverifiedTutor } from './unverified-tutor.tsx';

export type ConfirmStepProps = {
  draft: BookingDraft;
  entry: SubjectEntryView;
  session: Interval | null;
  /** The chosen session and the same hour of later weeks. */
  repeats: readonly RepeatedSession[];
  /** Why fewer weeks are offered than the calendar has. */
  repeatLimit: PendingLimit | null;
  tutor: Pick<TutorProfileView, 'isVerified' | 'user'>;
  now: Date;
  zone: string;
  /** What the server said of single fields. */
  refusals: Readonly<Record<string, string>>;
  onChange: (draft: BookingDraft) => void;
};

export function ConfirmStep({ draft, entry, session, repeats, repeatLimit, tutor, now, zone, refusals, onChange }: ConfirmStepProps) {
  const [wasLeft, setLeft] = useState(false);
  const contact = wasLeft ? contactProblem(draft.contactNumber) : null;

  return (
    <div className={classes.fields}>
      <Summary draft={draft} entry={entry} session={session} repeats={repeats} tutorName={tutor.user.name} now={now} zone={zone} />
      {!tutor.isVerified && (
        <UnverifiedTutor>
          {asksToAccept(draft, tutor) && (
            <Checkbox
              required
              label="I want the home visit although this tutor is not verified yet."
              checked={draft.acceptsUnverified}
              onChange={(event) => onChange({ ...draft, acceptsUnverified: event.currentTarget.checked })}
            />
          )}
        </UnverifiedTutor>
      )}
      <RepeatChoice repeats={repeats} weeks={draft.weeks} zone={zone} limit={repeatLimit} onChange={(weeks) => onChange({ ...draft, weeks })} />
      <TextInput
        label="Contact number"
        description="So that your tutor can reach you."
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        maxLength={LIMITS.contactNumber.max}
        value={draft.contactNumber}
        error={contact ?? refusals.contactNumber}
        onBlur={() => setLeft(true)}
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
          error={refusals.address}
          onChange={(event) => onChange({ ...draft, address: event.currentTarget.value })}
        />
      )}
      <Textarea
        label="Notes for the tutor"
        description="What you would like to work on, if you wish."
        rows={3}
        maxLength={LIMITS.notes}
        value={draft.notes}
        error={refusals.notes}
        onChange={(event) => onChange({ ...draft, notes: event.currentTarget.value })}
      />
    </div>
  );
}

type SummaryProps = Pick<ConfirmStepProps, 'draft' | 'entry' | 'session' | 'repeats' | 'now' | 'zone'> & { tutorName: string };

function Summary({ draft: { hours, method, topicId, weeks }, entry, session, repeats, tutorName, now, zone }: SummaryProps) {
  const topic = entry.selectedTopics.find(({ id }) => id === topicId);
  const rate = method && hourlyRate(entry.teachingModes, method);
  const price = method && hours && sessionPrice(entry.teachingModes, method, hours);
  const sessions = repeats.slice(0, weeks).filter(({ isFree }) => isFree).length;

  return (
    <div className={classes.summary}>
      <dl className={classes.facts}>
        <div>
          <dt>Tutor</dt>
          <dd>{tutorName}</dd>
        </div>
        <div>
          <dt>Subject</dt>
          <dd>{topic ? `${entry.subject.name}: ${topic.name}` : entry.subject.name}</dd>
        </div>
        {session && (
          <div>
            <dt>When</dt>
            <dd>
              <ZonedTime {...session} zone={zone} />
            </dd>
          </div>
        )}
        {method && (
          <div>
            <dt>Method</dt>
            <dd>{METHOD_LABELS[method]}</dd>
          </div>
        )}
      </dl>
      {rate !== null && hours !== null && price !== null && (
        <p className={classes.price}>
          <span>{`${formatRupees(toRupees(rate))} × ${formatHours(hours)}`}</span>
          <strong>{formatRupees(toRupees(price))}</strong>
        </p>
      )}
      {price !== null && sessions > 1 && (
        <p className={classes.price}>
          <span>{`In all, ${sessions} sessions`}</span>
          <strong>{formatRupees(toRupees(price * sessions))}</strong>
        </p>
      )}
      <p className={classes.hint}>{NO_PAYMENT}</p>
      {session && <RefundTerms start={session.start} now={now} zone={zone} />}
    </div>
  );
}
