import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Card, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { invalidateAll, useTRPC } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Loading, QueryError, Skeletons } from '#client/ui/page-state.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { toast } from '#client/ui/toasts.ts';
import type { DaysOffView } from '#shared/contracts/availability.ts';
import { textsOf } from '#shared/domain/texts.ts';
import { cityOf } from '#shared/domain/zone.ts';
import { SUCCESS } from '#shared/messages.ts';
import { formatDates, formatDatesUnbroken } from './days-off-draft.ts';
import { DaysOffForm } from './days-off-form.tsx';
import { IconButton } from './icon-button.tsx';

export function DaysOffSection() {
  const { i18n } = useLingui();
  const city = cityOf(useTimeZone(), textsOf(i18n));
  return (
    <Stack gap="lg">
      <Text c="dimmed">
        <Trans>
          Block a holiday, an exam week or a few hours, up to 366 days ahead. This is saved immediately, separately from the rest of your profile.
          Dates and times are in {city} time.
        </Trans>
      </Text>
      <PlannedDays />
      <Box pt="lg" style={{ borderTop: '1px solid var(--vidya-border)' }}>
        <Title order={3} size="h4" mb="sm">
          <Trans>Plan days off</Trans>
        </Title>
        <DaysOffForm />
      </Box>
    </Stack>
  );
}

function PlannedDays() {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const planned = useQuery(trpc.daysOff.own.queryOptions());
  const removal = useMutation(trpc.daysOff.remove.mutationOptions());
  const [dialog, setDialog] = useState<{ day: DaysOffView; isOpen: boolean } | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const closeDialog = () => setDialog((current) => current && { ...current, isOpen: false });

  const remove = useOneAtATime(async (id: string) => {
    try {
      await removal.mutateAsync({ id });
      toast.success(SUCCESS.daysOffRemoved);
    } catch (error) {
      toast.error(errorMessageWithReason(error, t`Failed to remove days off. Please try again.`));
      if (toApiError(error)?.code !== 'days_off.not_found') return;
    }
    closeDialog();
    await invalidateAll(queryClient, [trpc.daysOff.own, trpc.tutors.availability]);
    list.current?.focus();
  });

  if (!planned.data) {
    if (planned.error)
      return (
        <QueryError title={t`Error Loading Days Off`} message={errorMessageWithReason(planned.error, t`Failed to fetch days off`)} query={planned} />
      );
    return (
      <Loading label={t`Loading days off…`}>
        <Skeletons count={2} height={60} gap="xs" />
      </Loading>
    );
  }
  const removable = dialog && formatDates(dialog.day, i18n.locale);
  return (
    <div ref={list} tabIndex={-1} style={{ outline: 'none' }}>
      {planned.data.length === 0 ? (
        <Paper p="md" radius="md" bg="none" c="dimmed" ta="center" bd="1px dashed var(--vidya-control-border)">
          <Trans>No days off planned. Students can book all your weekly hours.</Trans>
        </Paper>
      ) : (
        <Stack component="ul" gap="xs" aria-label={t`Planned days off`}>
          {planned.data.map((day) => (
            <Card key={day.id} component="li" radius="md" shadow="none" mih={60} py="xs" pl="md" pr="xs">
              <Group justify="space-between" gap="sm" wrap="nowrap">
                <div>
                  <Text fw={600} data-tabular>
                    {formatDatesUnbroken(day, i18n.locale)}
                  </Text>
                  {day.note && (
                    <Text size="sm" c="dimmed">
                      {day.note}
                    </Text>
                  )}
                </div>
                <RemoveButton dates={formatDates(day, i18n.locale)} onClick={() => setDialog({ day, isOpen: true })} />
              </Group>
            </Card>
          ))}
        </Stack>
      )}
      <ConfirmDialog
        opened={dialog?.isOpen ?? false}
        title={t`Remove these days off?`}
        message={removable && t`Students can book your weekly hours again: ${removable}.`}
        confirmLabel={t`Remove`}
        isProcessing={removal.isPending}
        onConfirm={() => dialog && void remove(dialog.day.id)}
        onClose={closeDialog}
      />
    </div>
  );
}

function RemoveButton({ dates, onClick }: { dates: string; onClick: () => void }) {
  const { t } = useLingui();
  return <IconButton label={t`Remove ${dates}`} icon={Trash2} isDanger onClick={onClick} />;
}
