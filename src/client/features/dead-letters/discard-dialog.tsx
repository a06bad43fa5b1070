import { List } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import type { DeadLetter } from '#shared/contracts/dead-letters.ts';
import { useJobAction } from './use-job-action.ts';

const DISCARD_FAILED = 'Failed to discard. Please try again.';

export type DiscardDialogProps = { jobs: readonly DeadLetter[]; onClose: () => void; onAnswer: () => void };

/** Open as long as there are jobs to ask about. */
export function DiscardDialog({ jobs, onClose, onAnswer }: DiscardDialogProps) {
  // Keeps its text while the dialog closes.
  const [lastJobs, setLastJobs] = useState(jobs);
  if (jobs.length > 0 && jobs !== lastJobs) setLastJobs(jobs);
  const trpc = useTRPC();
  const discard = useMutation(trpc.deadLetters.discard.mutationOptions());
  const [first] = lastJobs;
  const isOne = lastJobs.length === 1;
  const submit = useJobAction({
    send: () => discard.mutateAsync({ ids: lastJobs.map(({ id }) => id) }).finally(onClose),
    fallbackMessage: DISCARD_FAILED,
    onAnswer,
  });
  return (
    <ConfirmDialog
      opened={jobs.length > 0}
      type="error"
      title={isOne ? 'Discard this job?' : `Discard ${lastJobs.length} jobs?`}
      message={
        isOne ? `“${first?.job ?? ''}” will not be done, and cannot be retried later.` : 'These will not be done, and cannot be retried later:'
      }
      confirmLabel={isOne ? 'Discard' : `Discard ${lastJobs.length} jobs`}
      cancelLabel={isOne ? 'Keep it' : 'Keep them'}
      isProcessing={discard.isPending}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      {!isOne && (
        <List>
          {countKinds(lastJobs).map(([kind, count]) => (
            <List.Item key={kind}>{count === 1 ? kind : `${kind} (${count})`}</List.Item>
          ))}
        </List>
      )}
    </ConfirmDialog>
  );
}

function countKinds(jobs: readonly DeadLetter[]): [kind: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { job } of jobs) counts.set(job, (counts.get(job) ?? 0) + 1);
  return [...counts];
}
