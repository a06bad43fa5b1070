import { Button } from '@mantine/core';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import entries from '#client/ui/desk-entries.module.css';
import type { DeadLetter } from '#shared/contracts/dead-letters.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import classes from './dead-letters.module.css';
import { NOT_RETRIED, useDeadLetterAction } from './use-dead-letter-action.ts';

export type DeadLetterCardProps = { job: DeadLetter; zone: string; onDiscard: () => void; onAnswered: () => void };

export function DeadLetterCard({ job: { id, job, person, booking, tries, problem, diedAt }, zone, onDiscard, onAnswered }: DeadLetterCardProps) {
  const retry = trpc.deadLetters.retry.useMutation();
  const tryAgain = useDeadLetterAction({ act: () => retry.mutateAsync({ id }), failed: NOT_RETRIED, onAnswered });
  const keepFocus = useReturnFocus(retry.isPending);
  const about = [person, booking && `booking for ${booking}`].filter(Boolean).join(', ');

  return (
    <li className={entries.item} aria-labelledby={`job-${id}`}>
      <div className={classes.head}>
        <h2 id={`job-${id}`}>{job}</h2>
        <p className={entries.about}>
          <time dateTime={diedAt.toISOString()}>{formatInstant(diedAt, zone)}</time>
          {tries === 1 ? ', after 1 try' : `, after ${tries} tries`}
        </p>
      </div>
      {about !== '' && <p className={entries.about}>About: {about}</p>}
      <p className={classes.problem}>{problem}</p>
      <div className={classes.buttons}>
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
      </div>
    </li>
  );
}
