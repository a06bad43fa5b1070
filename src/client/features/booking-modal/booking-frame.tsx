import { Button } from '@mantine/core';
import { ArrowLeft, ArrowRight, TentTree } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Dialog } from '#client/ui/dialog.tsx';
import { Empty } from '#client/ui/page-state.tsx';
import { DOUBLE_PRESS } from '#shared/vocabulary/limits.ts';
import { BOOKING_STEPS } from './booking-draft.ts';
import classes from './booking-modal.module.css';

export type BookingProgressProps = { step: number };

/** Which of the steps it is; the heading takes the focus when the step changes. */
export function BookingProgress({ step }: BookingProgressProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);

  useEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);

  return (
    <div className={classes.progress}>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label="Booking progress"
        aria-valuemin={1}
        aria-valuemax={BOOKING_STEPS.length}
        aria-valuenow={step + 1}
        aria-valuetext={`Step ${step + 1} of ${BOOKING_STEPS.length}: ${BOOKING_STEPS[step]}`}
      >
        {BOOKING_STEPS.map((name, index) => (
          <span key={name} className={classes.part} data-done={index <= step || undefined} />
        ))}
      </div>
      <p className={classes.count}>{`Step ${step + 1} of ${BOOKING_STEPS.length}`}</p>
      <h3 ref={heading} className={classes.heading} tabIndex={-1} data-autofocus>
        {BOOKING_STEPS[step]}
      </h3>
    </div>
  );
}

export type BookingFooterProps = {
  step: number;
  formId: string;
  /** Why Next is disabled. */
  missing: string | null;
  /** Of several weeks, the one that is being asked for. */
  sending: { index: number; of: number } | null;
  isBusy: boolean;
  onBack: () => void;
};

export function BookingFooter({ step, formId, missing, sending, isBusy, onBack }: BookingFooterProps) {
  const reasonId = useId();
  const isLast = step === BOOKING_STEPS.length - 1;
  const isNew = useIsNew(step);
  return (
    <div className={classes.actions}>
      <p id={reasonId} className={classes.reason} aria-live="polite">
        {sending && sending.of > 1 ? `Requesting session ${sending.index + 1} of ${sending.of}…` : missing}
      </p>
      {step > 0 && (
        <Button
          className={classes.back}
          variant="default"
          leftSection={<ArrowLeft size={18} aria-hidden="true" />}
          disabled={isBusy}
          aria-disabled={isNew || undefined}
          onClick={onBack}
        >
          Back
        </Button>
      )}
      <Button
        className={classes.next}
        type="submit"
        form={formId}
        loading={isBusy}
        disabled={missing !== null}
        aria-disabled={isNew || undefined}
        aria-describedby={missing ? reasonId : undefined}
        rightSection={isLast ? undefined : <ArrowRight size={18} aria-hidden="true" />}
      >
        {isLast ? 'Book Session' : 'Next'}
      </Button>
    </div>
  );
}

/** For as long as a press on a button that was there before could be the second one of a double press, which is ignored. */
function useIsNew(step: number): boolean {
  const [seen, setSeen] = useState(step);
  useEffect(() => {
    const timer = setTimeout(() => setSeen(step), DOUBLE_PRESS.ms);
    return () => clearTimeout(timer);
  }, [step]);
  return seen !== step;
}

export type OnVacationProps = { opened: boolean; tutorName: string; onClose: () => void };

export function OnVacation({ opened, tutorName, onClose }: OnVacationProps) {
  return (
    <Dialog opened={opened} title="Book Session" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <Empty
        icon={<TentTree size={26} />}
        title="Tutor is on Vacation"
        text={`${tutorName} is not accepting new bookings at the moment. Please come back later or choose another tutor.`}
      />
    </Dialog>
  );
}
