import { Button, Card, Group, Skeleton, Stack, Text } from '@mantine/core';
import { CircleCheck, RotateCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { MoreOfList } from '#client/ui/more-of-list.tsx';
import { Page } from '#client/ui/page.tsx';
import { Empty, Loading, QueryError } from '#client/ui/page-state.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { toast } from '#client/ui/toasts.ts';
import type { DeadLetter } from '#shared/contracts/dead-letters.ts';
import { formatInstant, zoneLabel } from '#shared/domain/zone.ts';
import { JOBS } from '#shared/vocabulary/limits.ts';

const FETCH_FAILED = 'Failed to fetch failed jobs';
const RETRY_FAILED = 'The job could not be retried. Please try again.';
const DISCARD_FAILED = 'Failed to discard the job. Please try again.';

export function DeadLettersPage() {
  const zone = useTimeZone();
  const pages = trpc.deadLetters.list.useInfiniteQuery({}, { getNextPageParam: ({ nextCursor }) => nextCursor });
  const { data, error, isFetching, refetch } = pages;
  const jobs = data?.pages.flatMap((page) => page.jobs);
  const [jobToDiscard, setJobToDiscard] = useState<DeadLetter | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const focusList = () => list.current?.focus();
  const retryAll = trpc.deadLetters.retryAll.useMutation();
  const returnFocus = useReturnFocus(retryAll.isPending);
  const submitRetryAll = useJobAction({ send: () => retryAll.mutateAsync(), fallbackMessage: RETRY_FAILED, onAnswer: focusList });

  return (
    <Page
      title="Failed Jobs"
      intro={`Emails and background jobs that failed every time. We keep each one for ${JOBS.deadDays} days. Times are in ${zoneLabel(zone)}.`}
      actions={
        jobs &&
        jobs.length > 1 && (
          <Button
            variant="default"
            leftSection={<RotateCw size={18} aria-hidden="true" />}
            loading={retryAll.isPending}
            onClick={() => {
              returnFocus();
              void submitRetryAll();
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
        <QueryError title="Failed jobs could not be loaded" message={errorMessageWithReason(error, FETCH_FAILED)} query={{ isFetching, refetch }} />
      )}
      <div ref={list} tabIndex={-1} style={{ outline: 'none' }}>
        {jobs?.length === 0 && (
          <Empty title="No failed jobs" text="Every background job has finished or will be retried." icon={<CircleCheck size={26} />} />
        )}
        {jobs && jobs.length > 0 && (
          <Stack component="ol" gap="0.875rem" aria-label="Failed jobs">
            {jobs.map((job) => (
              <JobCard key={job.id} job={job} onDiscard={() => setJobToDiscard(job)} onAnswer={focusList} />
            ))}
          </Stack>
        )}
      </div>
      {jobs && <MoreOfList pages={pages} failure={errorMessageWithReason(error, FETCH_FAILED)} />}
      <DiscardDialog job={jobToDiscard} onClose={() => setJobToDiscard(null)} onAnswer={focusList} />
    </Page>
  );
}

type JobCardProps = { job: DeadLetter; onDiscard: () => void; onAnswer: () => void };

function JobCard({ job: { id, job, person, booking, tries, problem, diedAt }, onDiscard, onAnswer }: JobCardProps) {
  const zone = useTimeZone();
  const retry = trpc.deadLetters.retry.useMutation();
  const submitRetry = useJobAction({ send: () => retry.mutateAsync({ id }), fallbackMessage: RETRY_FAILED, onAnswer });
  const returnFocus = useReturnFocus(retry.isPending);
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

type DiscardDialogProps = { job: DeadLetter | null; onClose: () => void; onAnswer: () => void };

function DiscardDialog({ job, onClose, onAnswer }: DiscardDialogProps) {
  // Keeps its text while the dialog closes.
  const [lastJob, setLastJob] = useState(job);
  if (job && job !== lastJob) setLastJob(job);
  const discard = trpc.deadLetters.discard.useMutation();
  const submit = useJobAction({
    send: () => discard.mutateAsync({ id: lastJob?.id ?? '' }).finally(onClose),
    fallbackMessage: DISCARD_FAILED,
    onAnswer,
  });
  return (
    <ConfirmDialog
      opened={job !== null}
      type="error"
      title="Discard this job?"
      message={`“${lastJob?.job ?? ''}” will not be done, and cannot be retried later.`}
      confirmLabel="Discard"
      cancelLabel="Keep it"
      isProcessing={discard.isPending}
      onConfirm={() => void submit()}
      onClose={onClose}
    />
  );
}

type JobAction = { send: () => Promise<{ message: string }>; fallbackMessage: string; onAnswer: () => void };

/** Reads the list again even after an error, because another admin may have been faster. */
function useJobAction({ send, fallbackMessage, onAnswer }: JobAction): () => Promise<void> {
  const utils = trpc.useUtils();
  return useOneAtATime(async () => {
    let isAnswered = true;
    try {
      const { message } = await send();
      toast.success(message);
    } catch (error) {
      isAnswered = toApiError(error) !== null;
      toast.error(errorMessageWithReason(error, fallbackMessage));
    }
    await Promise.all([utils.deadLetters.invalidate(), utils.statistics.waiting.invalidate()]);
    if (isAnswered) onAnswer();
  });
}
