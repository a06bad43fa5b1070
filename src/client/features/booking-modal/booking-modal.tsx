import { useId, useRef, useState } from 'react';
import { refusalOf, sentenceOf } from '#client/api/refusals.ts';
import { trpc } from '#client/api/trpc.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useMinuteClock } from '#client/ui/use-minute-clock.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { nextFree } from '#shared/domain/free-times.ts';
import { SUCCESS } from '#shared/messages.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { bookableSubjects } from './bookable-subjects.ts';
import {
  BOOKING_STEPS,
  type BookingDraft,
  chosenTime,
  missingIn,
  newDraft,
  sessionsOf,
  subjectWanted,
  toRequest,
  withStart,
  withSubject,
} from './booking-draft.ts';
import { BookingFooter, BookingProgress, OnVacation } from './booking-frame.tsx';
import classes from './booking-modal.module.css';
import { BookingNotice } from './booking-notices.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import { DurationStep } from './duration-step.tsx';
import { TimeStep } from './time-step.tsx';
import { TopicStep } from './topic-step.tsx';
import { useAvailability } from './use-availability.ts';

const FAILED = 'Failed to book session. Please try again.';
const LAST_STEP = BOOKING_STEPS.length - 1;

export type BookingModalProps = {
  tutor: TutorProfileView;
  opened: boolean;
  /** The subject to begin with, by id or name. */
  wanted: string | undefined;
  /** The student's stored number. */
  phone: string;
  zone: string;
  onClose: () => void;
  onBooked: () => void;
};

export function BookingModal({ tutor, opened, wanted, phone, zone, onClose, onBooked }: BookingModalProps) {
  const now = useMinuteClock();
  const utils = trpc.useUtils();
  const subjects = bookableSubjects(tutor.subjects);
  const calendar = useAvailability(tutor.id, zone, now);
  const [draft, setDraft] = useState(() => newDraft(subjectWanted(subjects, wanted), phone));
  const [begunWith, setBegunWith] = useState(wanted);
  const formId = useId();
  const wasSent = useRef(false);

  trpc.inbox.watchTutor.useSubscription(
    { tutorId: tutor.id },
    { enabled: opened, onData: () => void utils.tutors.availability.invalidate({ id: tutor.id }) },
  );

  const request = trpc.bookings.request.useMutation({
    onSuccess: () => {
      void utils.bookings.invalidate();
      toast.success(SUCCESS.bookingRequested);
      onBooked();
    },
    onError: () => {
      wasSent.current = false;
      void utils.tutors.availability.invalidate({ id: tutor.id });
    },
  });

  if (wanted !== begunWith) {
    setBegunWith(wanted);
    const subject = wanted === undefined ? undefined : subjectWanted(subjects, wanted);
    if (subject && subject.subject.id !== draft.subjectId) setDraft({ ...withSubject(draft, subject), step: 0 });
  }

  const isBusy = request.isPending || request.isSuccess;
  const entry = subjects.find(({ subject }) => subject.id === draft.subjectId);
  const sessions = sessionsOf(draft, calendar.data, { now, zone });
  // While a request is under way the chosen time is taken by none other than itself.
  const time = chosenTime(draft, isBusy ? null : sessions);
  const missing = missingIn(draft, time);
  const refused = refusalOf(request.error);
  const change = (next: BookingDraft) => {
    if (request.isError) request.reset();
    setDraft(next);
  };
  const choose = (start: Date) => change(withStart(draft, start, zone));
  const goOn = () => {
    if (missing !== null || wasSent.current) return;
    if (draft.step < LAST_STEP) return change({ ...draft, step: draft.step + 1 });
    if (time.kind !== 'free') return;
    wasSent.current = true;
    request.mutate(toRequest(tutor, draft, time.session));
  };

  if (calendar.data?.vacationMode ?? tutor.vacationMode) return <OnVacation opened={opened} tutorName={tutor.user.name} onClose={onClose} />;
  if (!entry) return null;

  return (
    <Dialog
      opened={opened}
      size="lg"
      isBusy={isBusy}
      onClose={onClose}
      title={
        <>
          Book Session
          <span className={classes.with}>{`with ${tutor.user.name}`}</span>
        </>
      }
      footer={
        <BookingFooter
          step={draft.step}
          formId={formId}
          missing={missing}
          isBusy={isBusy}
          onBack={() => change({ ...draft, step: draft.step - 1 })}
        />
      }
    >
      <BookingProgress step={draft.step} />
      {request.isError && (
        <BookingNotice
          kind="refused"
          title="Booking Failed"
          message={sentenceOf(request.error, FAILED)}
          offers={(refused?.nextFree ?? []).map((start) => new Date(start))}
          zone={zone}
          onChoose={choose}
        />
      )}
      {!request.isError && time.kind === 'lost' && (
        <BookingNotice
          kind="lost"
          title="Your time has just been taken"
          message="Somebody else has booked the time you chose. Please choose another one."
          offers={sessions ? nextFree({ ...sessions, after: time.session.start, count: BOOKING.nextFree }) : []}
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
        {draft.step === 0 && <DurationStep draft={draft} subjects={subjects} now={now} zone={zone} onChange={change} />}
        {draft.step === 1 && <TopicStep draft={draft} entry={entry} onChange={change} />}
        {draft.step === 2 && (
          <TimeStep
            draft={draft}
            sessions={sessions}
            time={time}
            problem={calendar.error && sentenceOf(calendar.error, 'Failed to fetch availability')}
            onRetry={() => void calendar.refetch()}
            onChange={change}
          />
        )}
        {draft.step === 3 && (
          <ConfirmStep
            draft={draft}
            entry={entry}
            session={time.kind === 'free' ? time.session : null}
            tutorName={tutor.user.name}
            zone={zone}
            refusals={Object.fromEntries((refused?.errors ?? []).map(({ field, message }) => [field, message]))}
            onChange={change}
          />
        )}
      </form>
    </Dialog>
  );
}
