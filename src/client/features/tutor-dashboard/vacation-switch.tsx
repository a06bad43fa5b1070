import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Card, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Palmtree } from 'lucide-react';
import { useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import { TOASTS } from '#shared/vocabulary/limits.ts';
import classes from './vacation-switch.module.css';

export type VacationSwitchProps = { isOn: boolean };

export function VacationSwitch({ isOn }: VacationSwitchProps) {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  // Keeps its text while the dialog closes, although the mode has changed.
  const [wasOn, setWasOn] = useState(isOn);
  const { data: counts } = useQuery(trpc.bookings.counts.queryOptions());
  const setVacation = useMutation(trpc.tutors.setVacation.mutationOptions());

  const askForConfirmation = () => {
    setWasOn(isOn);
    setConfirming(true);
    void queryClient.invalidateQueries(trpc.bookings.counts.pathFilter());
  };
  const submit = useOneAtATime(async () => {
    try {
      const { message, tutor } = await setVacation.mutateAsync({ vacationMode: !wasOn });
      await queryClient.cancelQueries(trpc.tutors.own.pathFilter());
      queryClient.setQueryData(trpc.tutors.own.queryKey(), tutor);
      void queryClient.invalidateQueries(trpc.tutors.availability.pathFilter());
      toast.success(message, { duration: TOASTS.vacation });
      setConfirming(false);
    } catch (error) {
      toast.error(errorMessageWithReason(error, t`Failed to update vacation mode. Please try again.`));
    }
  });

  return (
    <Card
      component="section"
      p="1.125rem"
      bg={isOn ? 'var(--vidya-warning-tint)' : undefined}
      style={isOn ? { borderColor: 'transparent' } : undefined}
      aria-labelledby="vacation-mode"
    >
      <Group gap="0.875rem" wrap="nowrap">
        <Palmtree size={22} color={`var(--vidya-${isOn ? 'warning' : 'primary'}-ink)`} aria-hidden="true" />
        <Box flex={1} miw={0}>
          <Text component="h2" fw={600} lh={1.4} id="vacation-mode">
            <Trans>Vacation mode</Trans>
          </Text>
          <Text size="sm" lh={1.4} c={isOn ? undefined : 'dimmed'} id="vacation-state">
            {isOn ? t`On: students cannot book new sessions.` : t`Off: students can book you.`}
          </Text>
        </Box>
        <button
          type="button"
          role="switch"
          className={classes.switch}
          aria-checked={isOn}
          aria-labelledby="vacation-mode"
          aria-describedby="vacation-state"
          onClick={askForConfirmation}
        >
          <span className={classes.track} />
        </button>
      </Group>
      <ConfirmDialog
        opened={isConfirming}
        {...confirmationText(i18n, wasOn, counts && counts.pending + counts.upcoming)}
        isProcessing={setVacation.isPending}
        onConfirm={() => void submit()}
        onClose={() => setConfirming(false)}
      />
    </Card>
  );
}

type ConfirmationText = Pick<ConfirmDialogProps, 'type' | 'title' | 'message' | 'confirmLabel'>;

function confirmationText(i18n: I18n, isOn: boolean, bookingCount: number | undefined): ConfirmationText {
  if (isOn) {
    return {
      type: 'info',
      title: i18n._(msg`Turn off vacation mode?`),
      message: i18n._(msg`Students can book you again immediately, during your weekly hours.`),
      confirmLabel: i18n._(msg`Turn Off`),
    };
  }
  const effect = i18n._(msg`Students cannot book new sessions with you until you turn it off again. They still find you, marked as on vacation.`);
  return {
    type: 'warning',
    title: i18n._(msg`Turn on vacation mode?`),
    message: `${effect} ${bookingsText(i18n, bookingCount)}`,
    confirmLabel: i18n._(msg`Turn On`),
  };
}

function bookingsText(i18n: I18n, count: number | undefined): string {
  if (count === undefined) return i18n._(msg`Bookings you already have do not change.`);
  if (count === 0) return i18n._(msg`You have no upcoming bookings.`);
  return i18n._(
    msg`${plural(count, {
      one: 'You still have # booking. It does not change, and the student expects you.',
      other: 'You still have # bookings. They do not change, and the students expect you.',
    })}`,
  );
}
