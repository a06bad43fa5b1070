import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { RowCheckbox, type RowSelection, SELECTED_BACKGROUND } from '#client/ui/row-checkbox.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import type { DeadLetter } from '#shared/contracts/dead-letters.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import { RETRY_FAILED, useJobAction } from './use-job-action.ts';

export type JobCardProps = {
  job: DeadLetter;
  /** Not where there is only this one. */
  selection: RowSelection | null;
  onDiscard: () => void;
  onAnswer: () => void;
};

export function JobCard({ job: { id, job, person, booking, tries, problem, diedAt }, selection, onDiscard, onAnswer }: JobCardProps) {
  const zone = useTimeZone();
  const trpc = useTRPC();
  const retry = useMutation(trpc.deadLetters.retry.mutationOptions());
  const submitRetry = useJobAction({ send: () => retry.mutateAsync({ ids: [id] }), fallbackMessage: RETRY_FAILED, onAnswer });
  const returnFocus = useReturnFocus(retry.isPending);
  const about = [person, booking && `booking for ${booking}`].filter(Boolean).join(', ');

  return (
    <Card component="li" shadow="none" p="1rem 1.125rem" aria-labelledby={`job-${id}`} bg={selection?.has(id) ? SELECTED_BACKGROUND : undefined}>
      <Stack gap="xs">
        <Group justify="space-between" gap="0 1rem">
          <Group gap="sm" wrap="nowrap" miw={0}>
            {selection && <RowCheckbox id={id} label={about === '' ? `Select ${job}` : `Select ${job}, about ${about}`} selection={selection} />}
            <Text component="h2" id={`job-${id}`} fw={700} miw={0}>
              {job}
            </Text>
          </Group>
          <Text size="sm" c="dimmed">
            <time dateTime={diedAt.toISOString()}>{formatInstant(diedAt, zone)}</time>
            {tries === 1 ? ', after 1 try' : `, after ${tries} tries`}
          </Text>
        </Group>
        {about !== '' && (
          <Text size="sm" c="dimmed">
            About: {about}
          </Text>
        )}
        <Text size="sm" p="0.625rem 0.875rem" bg="var(--vidya-sunken)" ff="monospace" bdrs="md" style={{ whiteSpace: 'pre-wrap' }}>
          {problem}
        </Text>
        <Group gap="xs">
          <Button
            variant="default"
            aria-describedby={`job-${id}`}
            loading={retry.isPending}
            onClick={() => {
              returnFocus();
              void submitRetry();
            }}
          >
            Try again
          </Button>
          <Button variant="outline" color="red" aria-describedby={`job-${id}`} disabled={retry.isPending} onClick={onDiscard}>
            Discard
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
