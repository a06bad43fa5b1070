import { Button, Skeleton, Stack } from '@mantine/core';
import { CircleCheck, RotateCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { MoreOfList } from '#client/ui/more-of-list.tsx';
import { Page } from '#client/ui/page.tsx';
import { Empty, ErrorState, Loading } from '#client/ui/page-state.tsx';
import { zoneLabel } from '#client/ui/viewer-zone.ts';
import type { DeadLetter } from '#shared/contracts/dead-letters.ts';
import { JOBS } from '#shared/vocabulary/limits.ts';
import { DeadLetterCard } from './dead-letter-card.tsx';
import classes from './dead-letters.module.css';
import { DiscardDialog } from './discard-dialog.tsx';
import { NOT_RETRIED, useDeadLetterAction } from './use-dead-letter-action.ts';

const FAILED = 'Failed to fetch failed jobs';

export type DeadLettersPageProps = { zone: string };

/** Work in the background that was given up, and what may still become of it. */
export function DeadLettersPage({ zone }: DeadLettersPageProps) {
  const pages = trpc.deadLetters.list.useInfiniteQuery({}, { getNextPageParam: ({ nextCursor }) => nextCursor });
  const { data, error, isFetching, refetch } = pages;
  const jobs = data?.pages.flatMap((page) => page.jobs);
  const [asked, setAsked] = useState<DeadLetter | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const retryAll = trpc.deadLetters.retryAll.useMutation();
  const keepFocus = useReturnFocus(retryAll.isPending);
  const focusList = () => list.current?.focus();
  const tryAll = useDeadLetterAction({ act: () => retryAll.mutateAsync(), failed: NOT_RETRIED, onAnswered: focusList });

  return (
    <Page
      title="Failed Jobs"
      intro={`Mails and other work in the background that failed each time. Each is kept for ${JOBS.deadDays} days. Times are in ${zoneLabel(zone)}.`}
      actions={
        jobs &&
        jobs.length > 1 && (
          <Button
            variant="default"
            leftSection={<RotateCw size={18} aria-hidden="true" />}
            loading={retryAll.isPending}
            onClick={() => {
              keepFocus();
              void tryAll();
            }}
          >
            Try all again
          </Button>
        )
      }
    >
      {!jobs && !error && (
        <Loading label="Loading failed jobs…">
          <Skeleton height={156} />
        </Loading>
      )}
      {!jobs && error && (
        <ErrorState
          title="Failed jobs could not be read"
          message={errorMessageWithReason(error, FAILED)}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      <div ref={list} tabIndex={-1} className={classes.frame}>
        {jobs?.length === 0 && (
          <Empty title="No failed jobs" text="All work in the background was done, or is still tried." icon={<CircleCheck size={26} />} />
        )}
        {jobs && jobs.length > 0 && (
          <Stack component="ol" gap="0.875rem" aria-label="Failed jobs">
            {jobs.map((job) => (
              <DeadLetterCard key={job.id} job={job} zone={zone} onDiscard={() => setAsked(job)} onAnswered={focusList} />
            ))}
          </Stack>
        )}
      </div>
      {jobs && <MoreOfList pages={pages} failure={errorMessageWithReason(error, FAILED)} />}
      <DiscardDialog job={asked} onClose={() => setAsked(null)} onAnswered={focusList} />
    </Page>
  );
}
