import { Badge, Button, Skeleton, Textarea } from '@mantine/core';
import { ChevronDown, RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { MoreOfList } from '#client/ui/more-of-list.tsx';
import { ErrorState, Loading } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import type { AttemptView, DeliveryView } from '#shared/contracts/webhooks.ts';
import { WEBHOOKS } from '#shared/vocabulary/limits.ts';
import { EVENT_TEXT } from './webhook.ts';
import classes from './webhook-log.module.css';

const LOAD_FAILED = 'Failed to fetch the log';
const POLL_MS = 15_000;
const POLL_SENDING_MS = 2000;

export type WebhookLogProps = { id: string; isOn: boolean };

export function WebhookLog({ id, isOn }: WebhookLogProps) {
  const [isSending, setSending] = useState(false);
  const pages = trpc.webhooks.deliveries.useInfiniteQuery(
    { id },
    {
      getNextPageParam: ({ nextCursor }) => nextCursor,
      staleTime: 0,
      refetchOnWindowFocus: 'always',
      refetchInterval: ({ state }) => state.status !== 'error' && (isSending ? POLL_SENDING_MS : POLL_MS),
    },
  );
  const { data, error, isFetching, refetch } = pages;
  const deliveries = data?.pages.flatMap((page) => page.deliveries);

  return (
    <div className={classes.log}>
      {!deliveries && !error && (
        <Loading label="Loading the log…">
          <Skeleton height={64} />
        </Loading>
      )}
      {!deliveries && error && (
        <ErrorState
          title="Error Loading Log"
          message={errorMessageWithReason(error, LOAD_FAILED)}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {deliveries?.length === 0 && (
        <p className={classes.note}>
          Nothing was sent yet. When something happens to one of your bookings, you see here for {WEBHOOKS.logDays} days what was sent and what your
          program answered.
        </p>
      )}
      {deliveries && deliveries.length > 0 && (
        <>
          <p className={classes.note}>What was sent, the latest first. It is kept for {WEBHOOKS.logDays} days.</p>
          <ol className={classes.deliveries}>
            {deliveries.map((delivery) => (
              <Delivery key={delivery.id} delivery={delivery} isOn={isOn} onSendingChange={setSending} />
            ))}
          </ol>
        </>
      )}
      {deliveries && <MoreOfList pages={pages} failure={errorMessageWithReason(error, LOAD_FAILED)} className={classes.more} />}
    </div>
  );
}

type DeliveryProps = { delivery: DeliveryView; isOn: boolean; onSendingChange: (isSending: boolean) => void };

function Delivery({ delivery, isOn, onSendingChange }: DeliveryProps) {
  const { id, event, createdAt, attempts, body } = delivery;
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={classes.delivery}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={classes.told}>
          <span className={classes.event}>
            <strong>{EVENT_TEXT[event].label}</strong> <code>{event}</code>
          </span>
          <span className={classes.time}>
            <ZonedInstant at={createdAt} />
          </span>
          <DeliveryState delivery={delivery} />
          <ChevronDown size={18} aria-hidden="true" />
        </summary>
        {isOpen && (
          <div className={classes.details}>
            {attempts.length > 0 && (
              <ol className={classes.attempts} aria-label="Tries">
                {attempts.map((attempt) => (
                  <Attempt key={attempt.id} attempt={attempt} />
                ))}
              </ol>
            )}
            <ReplayButton delivery={delivery} isOn={isOn} onSendingChange={onSendingChange} />
            <Textarea classNames={{ input: classes.body }} label="The message as it was sent" readOnly rows={6} spellCheck={false} value={body} />
            <p className={classes.small}>
              Its <code>X-Webhook-Id</code> is <code>{id}</code>, each time it is sent.
            </p>
          </div>
        )}
      </details>
    </li>
  );
}

function DeliveryState({ delivery: { state, attempts, nextTryAt } }: { delivery: DeliveryView }) {
  if (state === 'delivered') return <Badge color="green">Delivered</Badge>;
  if (state === 'failed') return <Badge color="red">Given up</Badge>;
  if (attempts.length === 0 || !nextTryAt) return <Badge color="blue">On its way</Badge>;
  return (
    <span className={classes.waiting}>
      Waiting for another try at <ZonedInstant at={nextTryAt} />
    </span>
  );
}

function Attempt({ attempt }: { attempt: AttemptView }) {
  return (
    <li>
      <span className={classes.answer} data-taken={isAccepted(attempt) || undefined}>
        {formatAnswer(attempt)}
      </span>
      <span className={classes.small}>
        <ZonedInstant at={attempt.at} />, after {formatDuration(attempt.milliseconds)}
        {attempt.isReplay && ', sent again by you'}
      </span>
    </li>
  );
}

const REPLAY_FAILED = 'Failed to send it again. Please try again.';

type ReplayButtonProps = { delivery: DeliveryView; isOn: boolean; onSendingChange: (isSending: boolean) => void };

/** Busy until the log shows the new attempt, which the server makes later. */
function ReplayButton({ delivery: { id, attempts }, isOn, onSendingChange }: ReplayButtonProps) {
  const utils = trpc.useUtils();
  const replay = trpc.webhooks.replay.useMutation();
  const [replaysBefore, setReplaysBefore] = useState<number | null>(null);
  const replays = attempts.filter(({ isReplay }) => isReplay);
  const isWaiting = replaysBefore !== null && replays.length <= replaysBefore;
  const isBusy = replay.isPending || isWaiting;
  const returnFocus = useReturnFocus(isBusy);
  const last = replays.at(-1);

  useEffect(() => {
    if (!isWaiting) return;
    onSendingChange(true);
    return () => {
      onSendingChange(false);
      // Its outcome decides whether the webhook counts as failing.
      void utils.webhooks.list.invalidate();
    };
  }, [isWaiting, onSendingChange, utils]);

  const handleReplay = useOneAtATime(async () => {
    try {
      await replay.mutateAsync({ id });
      setReplaysBefore(replays.length);
    } catch (error) {
      toast.error(errorMessageWithReason(error, REPLAY_FAILED));
      void utils.webhooks.list.invalidate();
    }
    await utils.webhooks.deliveries.invalidate();
  });

  return (
    <div className={classes.again}>
      {isOn ? (
        <Button
          variant="default"
          size="sm"
          leftSection={<RotateCw size={16} aria-hidden="true" />}
          loading={isBusy}
          onClick={() => {
            returnFocus();
            void handleReplay();
          }}
        >
          Send again
        </Button>
      ) : (
        <p className={classes.small}>Switch the webhook on to send this again.</p>
      )}
      <p className={classes.small} role="status">
        {isWaiting && 'It is being sent…'}
        {!isWaiting && replaysBefore !== null && last && `Sent again. ${formatAnswer(last)}.`}
      </p>
    </div>
  );
}

function formatAnswer({ status, problem }: Pick<AttemptView, 'status' | 'problem'>): string {
  if (problem === 'refused_address') return 'The address was refused';
  if (problem === 'lost_secret') return 'Not sent: the secret has to be renewed';
  return status === null ? 'No answer' : `Answered with ${status}`;
}

function formatDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

const isAccepted = ({ status }: Pick<AttemptView, 'status'>): boolean => status !== null && status >= 200 && status < 300;
