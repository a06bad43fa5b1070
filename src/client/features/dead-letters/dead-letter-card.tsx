import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import type { DeadLetter } from '#shared/contracts/dead-letters.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import { NOT_RETRIED, useDeadLetterAction } from './use-dead-letter-action.ts';

export type DeadLetterCardProps = { job: DeadLetter; zone: string; onDiscard: () => void; onAnswered: () => void };

export function DeadLetterCard({ job: { id, job, person, booking, tries, problem, diedAt }, zone, onDiscard, onAnswered }: DeadLetterCardProps) {
  const retry = trpc.deadLetters.retry.useMutation();
  const tryAgain = useDeadLetterAction({ act: () => retry.mutateAsync({ id }), failed: NOT_RETRIED, onAnswered });
  const keepFocus = useReturnFocus(retry.isPending);
  const about = [person, booking && `booking for ${booking}`].filter(Boolean).join(', ');

  return (
    <Card component="li" shadow="none" p="1rem 1.125rem" aria-labelledby={`job-${id}`}>
      <Stack gap="xs">
        <Group justify="space-between" align="baseline" gap="0 1rem">
          <Text component="h2" id={`job-${id}`} fw={700}>
            {job}
          </Text>
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
              keepFocus();
              void tryAgain();
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
