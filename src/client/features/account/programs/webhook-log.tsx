import { Badge, Box, Button, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { ChevronDown, RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { RowText } from '#client/features/account/icon-row.tsx';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { pageConfig } from '#client/lib/page-config.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { MoreOfList } from '#client/ui/more-of-list.tsx';
import { Loading, QueryError } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import type { AttemptView, DeliveryView } from '#shared/contracts/webhooks.ts';
import { WEBHOOKS } from '#shared/vocabulary/job-limits.ts';
import { EventName } from './webhook.tsx';
import classes from './webhook-log.module.css';

const LOAD_FAILED = 'Failed to fetch the log';
/** The last font has the Sinhala and Tamil letters. */
const BODY_STYLES = {
  input: {
    fontFamily: 'var(--mantine-font-family-monospace), var(--mantine-font-family)',
    fontSize: 'var(--mantine-font-size-sm)',
    overflowWrap: 'anywhere',
  },
} as const;
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
    <Box mt="md">
      {!deliveries && !error && (
        <Loading label="Loading the log…">
          <Skeleton height={64} />
        </Loading>
      )}
      {!deliveries && error && (
        <QueryError title="Error Loading Log" message={errorMessageWithReason(error, LOAD_FAILED)} query={{ isFetching, refetch }} />
      )}
      {deliveries?.length === 0 && (
        <Text mb="xs" c="dimmed" size="sm">
          No messages sent yet. When one of your bookings changes, you can see here for {getLogDays()} days what was sent and what your program
          answered.
        </Text>
      )}
      {deliveries && deliveries.length > 0 && (
        <>
          <Text mb="xs" c="dimmed" size="sm">
            Sent messages, newest first. We keep them for {getLogDays()} days.
          </Text>
          <ol className={classes.deliveries}>
            {deliveries.map((delivery) => (
              <Delivery key={delivery.id} delivery={delivery} isOn={isOn} onSendingChange={setSending} />
            ))}
          </ol>
        </>
      )}
      {deliveries && <MoreOfList pages={pages} failure={errorMessageWithReason(error, LOAD_FAILED)} mt="md" />}
    </Box>
  );
}

type DeliveryProps = { delivery: DeliveryView; isOn: boolean; onSendingChange: (isSending: boolean) => void };

function Delivery({ delivery, isOn, onSendingChange }: DeliveryProps) {
  const { id, event, createdAt, attempts, body } = delivery;
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={classes.delivery}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={classes.summary}>
          <EventName event={event} />
          <Text span c="dimmed" size="sm">
            <ZonedInstant at={createdAt} />
          </Text>
          <DeliveryState delivery={delivery} />
          <ChevronDown size={18} aria-hidden="true" />
        </summary>
        {isOpen && (
          <Stack gap="sm" px="md" pt={4} pb="md">
            {attempts.length > 0 && (
              <Stack component="ol" gap="xs" aria-label="Tries">
                {attempts.map((attempt) => (
                  <Attempt key={attempt.id} attempt={attempt} />
                ))}
              </Stack>
            )}
            <ReplayButton delivery={delivery} isOn={isOn} onSendingChange={onSendingChange} />
            <Textarea styles={BODY_STYLES} label="The message as it was sent" readOnly rows={6} spellCheck={false} value={body} />
            <RowText>
              Its <Code>X-Webhook-Id</Code> is <Code>{id}</Code>, every time we send it.
            </RowText>
          </Stack>
        )}
      </details>
    </li>
  );
}

function Code({ children }: { children: string }) {
  return (
    <Text component="code" inherit ff="monospace">
      {children}
    </Text>
  );
}

function DeliveryState({ delivery: { state, attempts, nextTryAt } }: { delivery: DeliveryView }) {
  if (state === 'delivered') return <Badge color="green">Delivered</Badge>;
  if (state === 'failed') return <Badge color="red">Given up</Badge>;
  if (attempts.length === 0 || !nextTryAt) return <Badge color="blue">On its way</Badge>;
  return (
    <Text span size="sm" fw={600} c="var(--vidya-warning-ink)">
      Next attempt at <ZonedInstant at={nextTryAt} />
    </Text>
  );
}

function Attempt({ attempt }: { attempt: AttemptView }) {
  return (
    <Group component="li" gap="0 0.75rem" align="baseline">
      <Text span fw={600} c={`var(--vidya-${isAccepted(attempt) ? 'success' : 'danger'}-ink)`}>
        {formatAnswer(attempt)}
      </Text>
      <Text span c="dimmed" size="sm">
        <ZonedInstant at={attempt.at} />, after {formatDuration(attempt.milliseconds)}
        {attempt.isReplay && ', sent again by you'}
      </Text>
    </Group>
  );
}

const REPLAY_FAILED = 'Failed to send it again. Please try again.';

type ReplayButtonProps = { delivery: DeliveryView; isOn: boolean; onSendingChange: (isSending: boolean) => void };

/** Stays busy until the log shows the new attempt, which the server makes later. */
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
    <Group gap="0.5rem 0.75rem">
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
        <RowText>Switch the webhook on to send this again.</RowText>
      )}
      <Text c="dimmed" size="sm" role="status">
        {isWaiting && 'It is being sent…'}
        {!isWaiting && replaysBefore !== null && last && `Sent again. ${formatAnswer(last)}.`}
      </Text>
    </Group>
  );
}

function formatAnswer({ status, problem }: Pick<AttemptView, 'status' | 'problem'>): string {
  if (problem === 'refused_address') return 'The address was refused';
  if (problem === 'lost_secret') return 'Not sent: make a new secret first';
  return status === null ? 'No answer' : `Answered with ${status}`;
}

function formatDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

const isAccepted = ({ status }: Pick<AttemptView, 'status'>): boolean => status !== null && status >= 200 && status < 300;

const getLogDays = (): number => pageConfig().retention?.webhookLog ?? WEBHOOKS.logDays;
