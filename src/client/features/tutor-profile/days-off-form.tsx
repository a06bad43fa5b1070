import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { toFieldErrors } from '#client/lib/forms/field-errors.ts';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { invalidateAll, useTRPC } from '#client/lib/rpc/trpc.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { useMinuteClock } from '#client/ui/clock.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { toast } from '#client/ui/toasts.ts';
import { ZonedTime } from '#client/ui/zoned-time.tsx';
import type { BookingsInside, DaysOffInput } from '#shared/contracts/availability.ts';
import { translatedName } from '#shared/domain/texts.ts';
import { wallClock } from '#shared/domain/zone.ts';
import { SUCCESS } from '#shared/messages.ts';
import { DAYS_OFF } from '#shared/vocabulary/limits.ts';
import { type DaysOffDraft, describeBookingsInside, EMPTY_DRAFT, formatDates, getLastDate, moveErrors, toInput } from './days-off-draft.ts';
import { LiveError } from './fields.tsx';
import { TimeSelect } from './week-day.tsx';
import { changeStart, END_HOURS, START_HOURS } from './week-slots.ts';

const schema = () => import('./days-off-schema.ts').then(({ daysOffSchema }) => daysOffSchema);

export function DaysOffForm() {
  const { t } = useLingui();
  const today = wallClock(useMinuteClock(), useTimeZone()).date;
  const hoursErrorId = useId();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const addition = useMutation(
    trpc.daysOff.add.mutationOptions({ onSettled: () => void invalidateAll(queryClient, [trpc.daysOff.own, trpc.tutors.availability]) }),
  );
  const [saveError, setSaveError] = useState<{ message: string; values: DaysOffDraft } | null>(null);
  const [inside, setInside] = useState<BookingsInside | null>(null);
  const [dialog, setDialog] = useState({ index: 0, isOpen: false });
  const closeDialog = () => setDialog(({ index }) => ({ index, isOpen: false }));

  const form = useAppForm<DaysOffDraft>({
    initialValues: EMPTY_DRAFT,
    schema,
    fallbackMessage: t`Failed to fetch bookings`,
    validateOnBlur: 'filled',
    clearErrorOnChange: true,
    onSubmit: async (draft) => {
      setSaveError(null);
      setInside(await queryClient.fetchQuery(trpc.daysOff.bookingsInside.queryOptions(toInput(draft), { staleTime: 0 })));
      setDialog(({ index }) => ({ index: index + 1, isOpen: true }));
    },
  });
  const { values, errors } = form;

  const add = useOneAtATime(async () => {
    try {
      await addition.mutateAsync(toInput(values));
      toast.success(SUCCESS.daysOffAdded);
      form.setValues(EMPTY_DRAFT);
      closeDialog();
    } catch (error) {
      // A new key unmounts the dialog, so that it cannot take the focus back from the field.
      setDialog(({ index }) => ({ index: index + 1, isOpen: false }));
      const fieldErrors = moveErrors(toFieldErrors(error, values), values);
      if (Object.keys(fieldErrors).length > 0) form.showErrors(fieldErrors);
      else setSaveError({ message: errorMessageWithReason(error, t`Failed to save days off. Please try again.`), values });
    }
  });

  const dateProps = { type: 'date', min: today, max: getLastDate(today), 'data-tabular': true } as const;
  const toTimeProps = (field: 'start' | 'end') => {
    const { error, ...props } = form.getInputProps(field);
    return { ...props, value: values[field], isWrong: error !== undefined, describedBy: hoursErrorId };
  };

  return (
    <form noValidate aria-label={t`Plan days off`} onSubmit={form.handleSubmit}>
      <Stack gap="sm" maw="36rem">
        <SimpleGrid minColWidth="min(12.5rem, 100%)" spacing="sm" style={{ alignItems: 'start' }}>
          <TextInput {...dateProps} label={values.isPart ? t`Day` : t`First day`} {...form.getInputProps('fromDate')} />
          {values.isPart ? (
            <fieldset>
              <Text component="legend" mb={4} fw={600}>
                <Trans>Blocked hours</Trans>
              </Text>
              <Group gap="xs" wrap="nowrap">
                <TimeSelect
                  {...toTimeProps('start')}
                  hours={START_HOURS}
                  label={t({ message: 'From', context: 'time' })}
                  onChange={(start) => form.setValues(changeStart(values, start))}
                />
                <span aria-hidden="true">–</span>
                <TimeSelect {...toTimeProps('end')} hours={END_HOURS} label={t({ message: 'To', context: 'time' })} />
              </Group>
              <LiveError id={hoursErrorId} mt={4}>
                {errors.start ?? errors.end}
              </LiveError>
            </fieldset>
          ) : (
            <TextInput {...dateProps} min={values.fromDate || today} label={t`Last day (if there are more)`} {...form.getInputProps('toDate')} />
          )}
        </SimpleGrid>
        <Checkbox
          label={t`Only some hours of one day`}
          checked={values.isPart}
          onChange={(event) => form.setValues({ isPart: event.currentTarget.checked, toDate: '' })}
        />
        <TextInput label={t`Note (only you see it)`} autoComplete="off" maxLength={DAYS_OFF.note} {...form.getInputProps('note')} />
        <LiveError>{form.formError ?? (saveError?.values === values ? saveError.message : null)}</LiveError>
        <Button type="submit" variant="light" w={{ base: '100%', xs: 'auto' }} style={{ alignSelf: 'start' }} loading={form.isSubmitting}>
          <Trans>Add days off</Trans>
        </Button>
      </Stack>
      <DaysOffDialog
        key={dialog.index}
        opened={dialog.isOpen}
        input={toInput(values)}
        inside={inside}
        isProcessing={addition.isPending}
        onConfirm={() => void add()}
        onClose={closeDialog}
      />
    </form>
  );
}

type DaysOffDialogProps = {
  opened: boolean;
  input: DaysOffInput;
  inside: BookingsInside | null;
  isProcessing: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

function DaysOffDialog({ input, inside, ...dialog }: DaysOffDialogProps) {
  const { t, i18n } = useLingui();
  const moreCount = inside ? inside.total - inside.bookings.length : 0;
  return (
    <ConfirmDialog
      {...dialog}
      type={inside && inside.total > 0 ? 'warning' : 'info'}
      title={t`Add these days off?`}
      confirmLabel={t`Add days off`}
      message={
        <Stack gap="xs">
          <Text fw={700}>{input.fromDate && formatDates(input, i18n.locale)}</Text>
          <p>
            <Trans>Students cannot book you at these times, for any subject.</Trans>
          </p>
          {inside && <p>{describeBookingsInside(i18n, inside)}</p>}
          {inside && inside.bookings.length > 0 && (
            <Paper px="md" py="sm" radius="md" bg="var(--vidya-sunken)">
              <Stack component="ul" gap="xs">
                {inside.bookings.map((booking) => (
                  <BookingInside key={booking.id} booking={booking} />
                ))}
                {moreCount > 0 && (
                  <li>
                    <Plural value={moreCount} one="and # more booking" other="and # more bookings" />
                  </li>
                )}
              </Stack>
            </Paper>
          )}
        </Stack>
      }
    />
  );
}

function BookingInside({ booking }: { booking: BookingsInside['bookings'][number] }) {
  const { t, i18n } = useLingui();
  const { student, status, startTime, endTime } = booking;
  const subject = translatedName(i18n, booking.subject);
  return (
    <li>
      <Text fw={600}>{t`${subject} with ${student}`}</Text>
      <Group justify="space-between" gap="0 1rem" c="dimmed" fz="sm">
        <ZonedTime start={startTime} end={endTime} />
        <span>{i18n._(STATUS[status])}</span>
      </Group>
    </li>
  );
}

const STATUS = { pending: msg`Pending`, confirmed: msg`Confirmed` } satisfies Record<string, MessageDescriptor>;
