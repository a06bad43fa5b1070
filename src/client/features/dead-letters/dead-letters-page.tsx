import { Button, Skeleton, Stack } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { CircleCheck, RotateCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { pageConfig } from '#client/lib/page-config.ts';
import { usePageKeys } from '#client/lib/page-keys.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { BY_CURSOR, useTRPC } from '#client/lib/rpc/trpc.ts';
import { useSelection } from '#client/lib/selection.ts';
import { MoreOfList } from '#client/ui/more-of-list.tsx';
import { Page } from '#client/ui/page.tsx';
import { Empty, Loading, QueryError } from '#client/ui/page-state.tsx';
import { SelectAll } from '#client/ui/row-checkbox.tsx';
import { SelectionBar } from '#client/ui/selection-bar.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import type { DeadLetter } from '#shared/contracts/dead-letters.ts';
import { zoneLabel } from '#shared/domain/zone.ts';
import { JOBS } from '#shared/vocabulary/job-limits.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import { JobCard } from './job-card.tsx';
import { RETRY_FAILED, useJobAction } from './use-job-action.ts';

const FETCH_FAILED = 'Failed to fetch failed jobs';
const NONE: readonly DeadLetter[] = [];

export function DeadLettersPage() {
  const zone = useTimeZone();
  const trpc = useTRPC();
  const pages = useInfiniteQuery(trpc.deadLetters.list.infiniteQueryOptions({}, BY_CURSOR));
  const { data, error, isFetching, refetch } = pages;
  const jobs = data?.pages.flatMap((page) => page.jobs);
  const [jobsToDiscard, setJobsToDiscard] = useState(NONE);
  const list = useRef<HTMLDivElement>(null);
  const focusList = () => list.current?.focus();
  const selection = useSelection((jobs ?? NONE).map(({ id }) => id));
  const { ids, clear } = selection;
  usePageKeys({ Escape: clear }, ids.length > 0);

  return (
    <Page
      title="Failed Jobs"
      intro={`Emails and background jobs that failed every time. We keep each one for ${pageConfig().retention?.failedJobs ?? JOBS.deadDays} days. Times are in ${zoneLabel(zone)}.`}
      actions={jobs && jobs.length > 1 && <RetryAll onAnswer={focusList} />}
    >
      {!jobs && !error && (
        <Loading label="Loading failed jobs…">
          <Skeleton height={156} />
        </Loading>
      )}
      {!jobs && error && (
        <QueryError title="Failed jobs could not be loaded" message={errorMessageWithReason(error, FETCH_FAILED)} query={{ isFetching, refetch }} />
      )}
      <div ref={list} tabIndex={-1} style={{ outline: 'none' }}>
        {jobs?.length === 0 && (
          <Empty title="No failed jobs" text="Every background job has finished or will be retried." icon={<CircleCheck size={26} />} />
        )}
        {jobs && jobs.length > 0 && (
          <Stack gap="0.875rem">
            {jobs.length > 1 && <SelectAll selection={selection} />}
            <Stack component="ol" gap="0.875rem" aria-label="Failed jobs">
              {jobs.map((job) => (
                <JobCard
                  key={job.id}
                  job={job}
                  selection={jobs.length > 1 ? selection : null}
                  onDiscard={() => setJobsToDiscard([job])}
                  onAnswer={focusList}
                />
              ))}
            </Stack>
          </Stack>
        )}
      </div>
      {jobs && <MoreOfList pages={pages} failure={errorMessageWithReason(error, FETCH_FAILED)} />}
      <SelectionBar count={ids.length} onClear={clear}>
        <RetrySelected ids={ids} onAnswer={focusList} />
        <Button variant="outline" color="red" onClick={() => setJobsToDiscard((jobs ?? NONE).filter(({ id }) => ids.includes(id)))}>
          Discard
        </Button>
      </SelectionBar>
      <DiscardDialog jobs={jobsToDiscard} onClose={() => setJobsToDiscard(NONE)} onAnswer={focusList} />
    </Page>
  );
}

function RetryAll({ onAnswer }: { onAnswer: () => void }) {
  const trpc = useTRPC();
  const retryAll = useMutation(trpc.deadLetters.retryAll.mutationOptions());
  const returnFocus = useReturnFocus(retryAll.isPending);
  const submit = useJobAction({ send: () => retryAll.mutateAsync(), fallbackMessage: RETRY_FAILED, onAnswer });
  return (
    <Button
      variant="default"
      leftSection={<RotateCw size={18} aria-hidden="true" />}
      loading={retryAll.isPending}
      onClick={() => {
        returnFocus();
        void submit();
      }}
    >
      Try all again
    </Button>
  );
}

function RetrySelected({ ids, onAnswer }: { ids: readonly string[]; onAnswer: () => void }) {
  const trpc = useTRPC();
  const retry = useMutation(trpc.deadLetters.retry.mutationOptions());
  const returnFocus = useReturnFocus(retry.isPending);
  const submit = useJobAction({ send: () => retry.mutateAsync({ ids: [...ids] }), fallbackMessage: RETRY_FAILED, onAnswer });
  return (
    <Button
      variant="default"
      loading={retry.isPending}
      onClick={() => {
        returnFocus();
        void submit();
      }}
    >
      Try again
    </Button>
  );
}
