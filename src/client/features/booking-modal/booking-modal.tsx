import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSubscription } from '@trpc/tanstack-react-query';
import { useId, useState } from 'react';
import { getChosenTime, LostTimeNotice, TimeNotice, TimePicker } from '#client/features/booking-times/index.ts';
import { toFieldErrors } from '#client/lib/forms/field-errors.ts';
import { errorMessage, errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { useAvailability } from '#client/lib/use-availability.ts';
import { useMinuteClock } from '#client/ui/clock.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { toast } from '#client/ui/toasts.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { requestsLeft } from '#shared/domain/booking-request.ts';
import { isOverlapping, weeklyRepeats, weeksWithin } from '#shared/domain/free-times.ts';
import { canBeBooked } from '#shared/domain/on-offer.ts';
import { SUCCESS } from '#shared/messages.ts';
import type { BookableMethod } from '#shared/vocabulary/bookings.ts';
import { BOOKING_STEPS, type BookingDraft, findMissing, toFreeSessions, toRequest, withNewAttempt, withStart } from './booking-draft.ts';
import { BookingFooter, BookingProgress, OnVacation, PartlyBooked } from './booking-frame.tsx';
import { DurationStep, TopicStep } from './choice-steps.tsx';
import { ConfirmStep, type ConfirmStepProps } from './confirm-step.tsx';
import { writeLastMethod } from './last-method.ts';
import { ConfirmEmail, RequestsLimit, UnverifiedTutor } from './notices.tsx';
import { AnswerNote, ChosenSession, countSessions } from './session-lines.tsx';
import { useBookingDraft } from './use-booking-draft.ts';
import { useBookingRequests } from './use-booking-requests.ts';

const LAST_STEP = BOOKING_STEPS.length - 1;
const NONE_BOOKED = { booked: 0, of: 0 };
const NO_REQUESTS = { all: 0, ofTutor: 0 };

type Offer = Pick<ConfirmStepProps, 'repeats' | 'repeatLimit'>;

export type BookingModalProps = {
  tutor: TutorProfileView;
  opened: boolean;
  initialSubject: string | undefined;
  initialMethod?: BookableMethod | undefined;
  student: { id: string; phone: string };
  onClose: () => void;
  onBooked: () => void;
};

export function BookingModal({ tutor, opened, initialSubject, initialMethod, student, onClose, onBooked }: BookingModalProps) {
  const { t, i18n } = useLingui();
  const zone = useTimeZone();
  const now = useMinuteClock();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const subjects = tutor.subjects.filter(canBeBooked);
  const calendar = useAvailability(tutor.id, now);
  const [draft, setDraft] = useBookingDraft({ tutorId: tutor.id, student, subjects, initialSubject, initialMethod, opened });
  const formId = useId();

  useSubscription(
    trpc.inbox.watchTutor.subscriptionOptions(
      { tutorId: tutor.id },
      {
        enabled: opened,
        onData: () => {
          void queryClient.invalidateQueries(trpc.tutors.availability.queryFilter({ id: tutor.id }));
          // The prices may have changed.
          void queryClient.invalidateQueries(trpc.tutors.byId.queryFilter({ id: tutor.id }));
          void queryClient.invalidateQueries(trpc.bookings.pendingRequests.queryFilter({ tutorId: tutor.id }));
        },
      },
    ),
  );
  const pending = useQuery(trpc.bookings.pendingRequests.queryOptions({ tutorId: tutor.id }, { enabled: opened }));
  const { outcome, send, reset } = useBookingRequests({
    onBooked: () => {
      toast.success(SUCCESS.bookingRequested);
      onBooked();
    },
    onRefused: () => {
      setDraft(withNewAttempt);
      void queryClient.invalidateQueries(trpc.tutors.availability.queryFilter({ id: tutor.id }));
      void queryClient.invalidateQueries(trpc.tutors.byId.queryFilter({ id: tutor.id }));
    },
  });

  // A refusal is about what was sent before the dialog was closed, and times may be free or taken since.
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened && outcome.kind === 'refused') reset();
  }

  const error = outcome.kind === 'refused' ? outcome.error : null;
  const { booked, of } = outcome.kind === 'refused' ? outcome : NONE_BOOKED;
  const apiError = toApiError(error);
  const isBusy = outcome.kind === 'sending' || outcome.kind === 'booked';
  const entry = subjects.find(({ subject }) => subject.id === draft.subjectId);
  const own = pending.data?.own ?? [];
  const sessions = toFreeSessions(draft, calendar.data, { own, now, zone });
  // The chosen time may be taken by this very request, while it is pending or its outcome is unknown.
  const isUndecided = isBusy || (outcome.kind === 'refused' && !outcome.isFinal);
  const time = getChosenTime(draft, isUndecided ? null : sessions);
  const { left, limit } = requestsLeft(pending.data ?? NO_REQUESTS, pending.data?.isEmailConfirmed ?? true);
  const isFull = left === 0 && !isUndecided;
  const missing = findMissing(i18n, draft, time, tutor) ?? (isFull && draft.step === LAST_STEP ? t`You cannot send more requests for now` : null);
  const [requested, setRequested] = useState<Offer>({ repeats: [], repeatLimit: null });
  const all = time.kind === 'free' && sessions ? weeklyRepeats(time.session.start, sessions) : [];
  const within = weeksWithin(all, left);
  const { repeats, repeatLimit }: Offer = isUndecided
    ? requested
    : { repeats: within, repeatLimit: left > 0 && within.length < all.length ? limit : null };
  const change = (next: BookingDraft) => {
    reset();
    setDraft(withNewAttempt(next));
  };
  /** The time that was chosen stays with another length where it is free for that, too. */
  const changeLength = (next: BookingDraft) => {
    const unchanged = { ...next, date: draft.date, start: draft.start };
    const isFree = getChosenTime(unchanged, toFreeSessions(unchanged, calendar.data, { own, now, zone })).kind === 'free';
    change(next.hours !== draft.hours && isFree ? unchanged : next);
  };
  const choose = (start: Date) => change(withStart(draft, start, zone));
  const submit = () => {
    if (missing !== null || isBusy) return;
    if (draft.step < LAST_STEP) return change({ ...draft, step: draft.step + 1 });
    if (time.kind !== 'free' || !entry) return;
    setRequested({ repeats, repeatLimit });
    if (draft.method) writeLastMethod(student.id, draft.method);
    const weeks = repeats.slice(1, draft.weeks).filter(({ isFree }) => isFree);
    void send([time.session, ...weeks].map((session) => toRequest({ tutorId: tutor.id, entry }, draft, session)));
  };

  const tutorName = tutor.user.name;
  const title = (
    <>
      <Trans>Book Session</Trans>
      <Text span size="sm" c="dimmed" ff="text" fw={400} lineClamp={2}>
        <Trans>with {tutorName}</Trans>
      </Text>
    </>
  );
  // Before what may have become true while the weeks were sent.
  if (outcome.kind === 'partly') return <PartlyBooked {...outcome} opened={opened} title={title} onDone={onBooked} />;
  if (!isBusy && (calendar.data?.vacationMode ?? tutor.vacationMode))
    return <OnVacation opened={opened} tutorName={tutor.user.name} onClose={onClose} />;
  if (!entry) return null;

  return (
    <Dialog
      opened={opened}
      hasHistoryEntry
      size="lg"
      isTall
      // A notice that appears or disappears moves everything below it.
      view={`${draft.step} ${error !== null} ${time.kind === 'lost'} ${isFull} ${repeatLimit}`}
      isBusy={isBusy}
      onClose={onClose}
      title={title}
      footer={
        <BookingFooter
          step={draft.step}
          formId={formId}
          missing={missing}
          note={time.kind === 'free' && <AnswerNote start={time.session.start} sessions={countSessions(repeats, draft.weeks)} now={now} />}
          sending={outcome.kind === 'sending' ? outcome : null}
          isBusy={isBusy}
          onBack={() => change({ ...draft, step: draft.step - 1 })}
        />
      }
    >
      <BookingProgress step={draft.step} />
      {draft.step < 2 && time.kind === 'free' && <ChosenSession session={time.session} />}
      {error !== null && (
        <TimeNotice
          kind="refused"
          title={booked > 0 ? t`Requested so far: ${booked} of ${of}` : t`Booking Failed`}
          message={errorMessageWithReason(error, t`Failed to book session. Please try again.`)}
          offers={(apiError?.nextFree ?? []).map((start) => new Date(start))}
          onChoose={choose}
        />
      )}
      {apiError?.code === 'booking.email_unconfirmed' && !isFull && <ConfirmEmail />}
      {error === null && time.kind === 'lost' && <LostTimeNotice time={time} sessions={sessions} own={own} onChoose={choose} />}
      <form
        id={formId}
        style={{ paddingBottom: '1.25rem' }}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="lg">
          {isFull && (draft.step === 0 || draft.step === LAST_STEP) && <RequestsLimit limit={limit} />}
          {draft.step === 0 && !tutor.isVerified && <UnverifiedTutor />}
          {draft.step === 0 && <DurationStep draft={draft} subjects={subjects} entry={entry} now={now} onChange={changeLength} />}
          {draft.step === 1 && <TopicStep draft={draft} entry={entry} onChange={change} />}
          {draft.step === 2 && (
            <TimePicker
              sessions={sessions}
              problem={calendar.error && errorMessage(calendar.error, t`Failed to fetch availability`)}
              date={draft.date}
              time={time}
              noteOf={(session) => (isOverlapping(session, own) ? t`Your session` : undefined)}
              onRetry={() => void calendar.refetch()}
              onDate={(date) => change({ ...draft, date })}
              onChoose={choose}
            />
          )}
          {draft.step === 3 && (
            <ConfirmStep
              draft={draft}
              entry={entry}
              session={time.kind === 'free' ? time.session : null}
              repeats={repeats}
              repeatLimit={repeatLimit}
              tutor={tutor}
              now={now}
              errors={toFieldErrors(error, draft)}
              onChange={change}
            />
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
