import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, List, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { ArrowLeft, ArrowRight, TentTree } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { Empty } from '#client/ui/page-state.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import { DOUBLE_PRESS } from '#shared/vocabulary/limits.ts';
import { BOOKING_STEPS } from './booking-draft.ts';
import classes from './booking-modal.module.css';
import type { FailedWeek } from './use-booking-requests.ts';

export function BookingProgress({ step }: { step: number }) {
  const { t, i18n } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);

  const [number, total, title] = [step + 1, BOOKING_STEPS.length, BOOKING_STEPS[step]];
  const stepName = title && i18n._(title);

  useEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);

  return (
    <Box mt={6} mb="md">
      <SimpleGrid
        cols={total}
        spacing={6}
        role="progressbar"
        aria-label={t`Booking progress`}
        aria-valuemin={1}
        aria-valuemax={total}
        aria-valuenow={number}
        aria-valuetext={t`Step ${number} of ${total}: ${stepName}`}
      >
        {BOOKING_STEPS.map(({ id }, index) => (
          <span key={id} className={classes.part} data-done={index <= step || undefined} />
        ))}
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt="sm">
        <Trans>
          Step {number} of {total}
        </Trans>
      </Text>
      <Title ref={heading} order={3} size="1.25rem" className={classes.heading} tabIndex={-1} data-autofocus>
        {stepName}
      </Title>
    </Box>
  );
}

export type BookingFooterProps = {
  step: number;
  formId: string;
  missing: string | null;
  /** Beside the button of the last step. */
  note: ReactNode;
  sending: { index: number; of: number } | null;
  isBusy: boolean;
  onBack: () => void;
};

export function BookingFooter({ step, formId, missing, note, sending, isBusy, onBack }: BookingFooterProps) {
  const { t } = useLingui();
  const reasonId = useId();
  const isLast = step === BOOKING_STEPS.length - 1;
  const isNew = useIsNew(step);
  const [number, total] = sending ? [sending.index + 1, sending.of] : [1, 1];
  return (
    <div className={classes.actions}>
      <Text id={reasonId} size="sm" c="dimmed" lh={1.5} className={classes.reason} aria-live="polite">
        {total > 1 ? t`Requesting session ${number} of ${total}…` : (missing ?? (isLast && note))}
      </Text>
      {step > 0 && (
        <Button
          className={classes.back}
          variant="default"
          leftSection={<ArrowLeft size={18} aria-hidden="true" />}
          disabled={isBusy}
          aria-disabled={isNew || undefined}
          onClick={onBack}
        >
          <Trans>Back</Trans>
        </Button>
      )}
      <Button
        className={classes.next}
        type="submit"
        form={formId}
        loading={isBusy}
        disabled={missing !== null}
        aria-disabled={isNew || undefined}
        aria-describedby={missing || isLast ? reasonId : undefined}
        rightSection={isLast ? undefined : <ArrowRight size={18} aria-hidden="true" />}
      >
        {isLast ? t`Book Session` : t`Next`}
      </Button>
    </div>
  );
}

/** True while a press may be the second half of a double press on the previous step; such a press is ignored. */
function useIsNew(step: number): boolean {
  const [previousStep, setPreviousStep] = useState(step);
  useEffect(() => {
    const timer = setTimeout(() => setPreviousStep(step), DOUBLE_PRESS.ms);
    return () => clearTimeout(timer);
  }, [step]);
  return previousStep !== step;
}

export type OnVacationProps = { opened: boolean; tutorName: string; onClose: () => void };

export function OnVacation({ opened, tutorName, onClose }: OnVacationProps) {
  const { t } = useLingui();
  return (
    <Dialog
      opened={opened}
      hasHistoryEntry
      title={t`Book Session`}
      onClose={onClose}
      footer={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <Empty
        icon={<TentTree size={26} />}
        title={t`Tutor is on Vacation`}
        text={t`${tutorName} is not accepting new bookings at the moment. Please come back later or choose another tutor.`}
      />
    </Dialog>
  );
}

export type PartlyBookedProps = {
  opened: boolean;
  title: ReactNode;
  booked: readonly Date[];
  failed: readonly FailedWeek[];
  onDone: () => void;
};

export function PartlyBooked({ opened, title, booked, failed, onDone }: PartlyBookedProps) {
  const { t, i18n } = useLingui();
  const zone = useTimeZone();
  return (
    <Dialog
      opened={opened}
      hasHistoryEntry
      title={title}
      onClose={onDone}
      footer={
        <Button onClick={onDone}>
          <Trans>View My Bookings</Trans>
        </Button>
      }
    >
      <Stack role="status">
        <p>
          <Plural value={booked.length} one="One session was requested:" other="# sessions were requested:" />
        </p>
        <List spacing={6}>
          {booked.map((start) => (
            <List.Item key={start.getTime()}>{formatInstant(start, zone, i18n.locale)}</List.Item>
          ))}
        </List>
        <p>
          <Plural value={failed.length} one="One is no longer available:" other="# are no longer available:" />
        </p>
        <List spacing={6}>
          {failed.map(({ start, error }) => (
            <List.Item
              key={start.getTime()}
            >{`${formatInstant(start, zone, i18n.locale)}. ${errorMessage(error, t`Failed to create booking`)}`}</List.Item>
          ))}
        </List>
      </Stack>
    </Dialog>
  );
}
