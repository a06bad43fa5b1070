import { useId, useState } from 'react';
import { errorMessage, errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { useAvailability } from '#client/lib/use-availability.ts';
import { getChosenTime } from '#client/ui/chosen-time.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { TimeNotice } from '#client/ui/time-notice.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useMinuteClock } from '#client/ui/use-minute-clock.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { nextFreeStarts } from '#shared/domain/free-times.ts';
import { requestsLeft } from '#shared/domain/pending-requests.ts';
import { weeklyRepeats, weeksWithin } from '#shared/domain/weekly-repeat.ts';
import { SUCCESS } from '#shared/messages.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { bookableSubjects } from './bookable-subjects.ts';
import { BOOKING_STEPS, type BookingDraft, missingIn, renewed, sessionsOf, toRequest, withStart } from './booking-draft.ts';
import { BookingFooter, BookingProgress, OnVacation } from './booking-frame.tsx';
import classes from './booking-modal.module.css';
import { ConfirmEmail } from './confirm-email.tsx';
import { ConfirmStep, type ConfirmStepProps } from './confirm-step.tsx';
import { DurationStep } from './duration-step.tsx';
import { PartlyBooked } from './partly-booked.tsx';
import { RequestsLimit } from './requests-limit.tsx';
import { TimeStep } from './time-step.tsx';
import { TopicStep } from './topic-step.tsx';
import { UnverifiedTutor } from './unverified-tutor.tsx';
import { useBookingDraft } from './use-booking-draft.ts';
import { useBookingRequests } from './use-booking-requests.ts';

const FAILED = 'Failed to book session. Please try again.';
const LAST_STEP = BOOKING_STEPS.length - 1;
/** Assumed until the server has answered, which decides in the end. */
const NO_REQUESTS = { all: 0, ofTutor: 0 };

/** The weeks that can be chosen, and why there are not more. */
type Offer = Pick<ConfirmStepProps, 'repeats' | 'repeatLimit'>;

export type BookingModalProps = {
  tutor: TutorProfileView;
  opened: boolean;
  /** The subject to begin with, by id or name. */
  wanted: string | undefined;
  student: { id: string; phone: string };
  zone: string;
  onClose: () => void;
  onBooked: () => void;
};

export function BookingModal({ tutor, opened, wanted, student, zone, onClose, onBooked }: BookingModalProps) {
  const now = useMinuteClock();
  const utils = trpc.useUtils();
  const subjects = bookableSubjects(tutor.subjects);
  const calendar = useAvailability(tutor.id, now);
  const [draft, setDraft] = useBookingDraft({ tutorId: tutor.id, student, subjects, wanted, opened });
  const formId = useId();

  trpc.inbox.watchTutor.useSubscription(
    { tutorId: tutor.id },
    {
      enabled: opened,
      onData: () => {
        void utils.tutors.availability.invalidate({ id: tutor.id });
        void utils.bookings.pendingRequests.invalidate({ tutorId: tutor.id });
      },
    },
  );
  const pending = trpc.bookings.pendingRequests.useQuery({ tutorId: tutor.id }, { enabled: opened });
  const { outcome, send, reset } = useBookingRequests({
    onBooked: () => {
      toast.success(SUCCESS.bookingRequested);
      onBooked();
    },
    onRefused: () => {
      setDraft(renewed);
      void utils.tutors.availability.invalidate({ id: tutor.id });
    },
  });

  const error = outcome.kind === 'refused' ? outcome.error : null;
  const refused = toApiError(error);
  const isBusy = outcome.kind === 'sending' || outcome.kind === 'booked';
  const entry = subjects.find(({ subject }) => subject.id === draft.subjectId);
  const sessions = sessionsOf(draft, calendar.data, { now, zone });
  // While a request is under way, or where nobody knows what became of it, the chosen time is taken by none other than itself.
  const isOwn = isBusy || (error !== null && refused === null);
  const time = getChosenTime(draft, isOwn ? null : sessions);
  const { left, limit } = requestsLeft(pending.data ?? NO_REQUESTS, pending.data?.isEmailConfirmed ?? true);
  const isFull = left === 0 && !isOwn;
  const missing = missingIn(draft, time, tutor) ?? (isFull && draft.step === LAST_STEP ? 'You cannot send more requests for now' : null);
  const [asked, setAsked] = useState<Offer>({ repeats: [], repeatLimit: null });
  const all = time.kind === 'free' && sessions ? weeklyRepeats(time.session.start, sessions) : [];
  const within = weeksWithin(all, left);
  const { repeats, repeatLimit }: Offer = isOwn ? asked : { repeats: within, repeatLimit: left > 0 && within.length < all.length ? limit : null };
  const change = (next: BookingDraft) => {
    reset();
    setDraft(renewed(next));
  };
  const choose = (start: Date) => change(withStart(draft, start, zone));
  const goOn = () => {
    if (missing !== null || isBusy) return;
    if (draft.step < LAST_STEP) return change({ ...draft, step: draft.step + 1 });
    if (time.kind !== 'free') return;
    setAsked({ repeats, repeatLimit });
    const weeks = repeats.slice(1, draft.weeks).filter(({ isFree }) => isFree);
    void send([time.session, ...weeks].map((session) => toRequest(tutor, draft, session)));
  };

  if (calendar.data?.vacationMode ?? tutor.vacationMode) return <OnVacation opened={opened} tutorName={tutor.user.name} onClose={onClose} />;
  if (!entry) return null;

  const title = (
    <>
      Book Session
      <span className={classes.with}>{`with ${tutor.user.name}`}</span>
    </>
  );
  if (outcome.kind === 'partly') return <PartlyBooked {...outcome} opened={opened} title={title} zone={zone} onDone={onBooked} />;

  return (
    <Dialog
      opened={opened}
      size="lg"
      isTall
      // A notice that comes or goes moves what lies below it.
      view={`${draft.step} ${error !== null} ${time.kind === 'lost'} ${isFull} ${repeatLimit}`}
      isBusy={isBusy}
      onClose={onClose}
      title={title}
      footer={
        <BookingFooter
          step={draft.step}
          formId={formId}
          missing={missing}
          sending={outcome.kind === 'sending' ? outcome : null}
          isBusy={isBusy}
          onBack={() => change({ ...draft, step: draft.step - 1 })}
        />
      }
    >
      <BookingProgress step={draft.step} />
      {error !== null && (
        <TimeNotice
          kind="refused"
          title="Booking Failed"
          message={errorMessageWithReason(error, FAILED)}
          offers={(refused?.nextFree ?? []).map((start) => new Date(start))}
          zone={zone}
          onChoose={choose}
        />
      )}
      {refused?.code === 'booking.email_unconfirmed' && !isFull && <ConfirmEmail />}
      {error === null && time.kind === 'lost' && (
        <TimeNotice
          kind="lost"
          title="Your time has just been taken"
          message="The time you chose is no longer free. Please choose another one."
          offers={sessions ? nextFreeStarts({ ...sessions, after: time.session.start, count: BOOKING.nextFree }) : []}
          zone={zone}
          onChoose={choose}
        />
      )}
      <form
        id={formId}
        className={classes.content}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          goOn();
        }}
      >
        {isFull && (draft.step === 0 || draft.step === LAST_STEP) && <RequestsLimit limit={limit} />}
        {draft.step === 0 && !tutor.isVerified && <UnverifiedTutor />}
        {draft.step === 0 && <DurationStep draft={draft} subjects={subjects} now={now} zone={zone} onChange={change} />}
        {draft.step === 1 && <TopicStep draft={draft} entry={entry} onChange={change} />}
        {draft.step === 2 && (
          <TimeStep
            draft={draft}
            sessions={sessions}
            time={time}
            problem={calendar.error && errorMessage(calendar.error, 'Failed to fetch availability')}
            zone={zone}
            onRetry={() => void calendar.refetch()}
            onChange={change}
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
            zone={zone}
            refusals={Object.fromEntries((refused?.errors ?? []).map(({ field, message }) => [field, message]))}
            onChange={change}
          />
        )}
      </form>
    </Dialog>
  );
}
