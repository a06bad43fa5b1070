import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Box, Button, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { RowText } from '#client/features/account/icon-row.tsx';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { pageConfig } from '#client/lib/page-config.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { MoreOfList } from '#client/ui/more-of-list.tsx';
import { Loading, QueryError } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import type { AttemptView, DeliveryView } from '#shared/contracts/webhooks.ts';
import { WEBHOOKS } from '#shared/vocabulary/job-limits.ts';
import { EventName } from './webhook.tsx';
import classes from './webhook-log.module.css';

const LOAD_FAILED = msg`Failed to fetch the log`;
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
  const { t, i18n } = useLingui();
  const logDays = getLogDays();
  const [isSending, setSending] = useState(false);
  const trpc = useTRPC();
  const pages = useInfiniteQuery(
    trpc.webhooks.deliveries.infiniteQueryOptions(
      { id },
      {
        getNextPageParam: ({ nextCursor }) => nextCursor,
        staleTime: 0,
        refetchOnWindowFocus: 'always',
        refetchInterval: ({ state }) => state.status !== 'error' && (isSending ? POLL_SENDING_MS : POLL_MS),
      },
    ),
  );
  const { data, error, isFetching, refetch } = pages;
  const deliveries = data?.pages.flatMap((page) => page.deliveries);

  return (
    <Box mt="md">
      {!deliveries && !error && (
        <Loading label={t`Loading the log…`}>
          <Skeleton height={64} />
        </Loading>
      )}
      {!deliveries && error && (
        <QueryError title={t`Error Loading Log`} message={errorMessageWithReason(error, i18n._(LOAD_FAILED))} query={{ isFetching, refetch }} />
      )}
      {deliveries?.length === 0 && (
        <Text mb="xs" c="dimmed" size="sm">
          <Trans>
            No messages sent yet. When one of your bookings changes, you can see here for {logDays} days what was sent and what your program answered.
          </Trans>
        </Text>
      )}
      {deliveries && deliveries.length > 0 && (
        <>
          <Text mb="xs" c="dimmed" size="sm">
            <Trans>Sent messages, newest first. We keep them for {logDays} days.</Trans>
          </Text>
          <ol className={classes.deliveries}>
            {deliveries.map((delivery) => (
              <Delivery key={delivery.id} delivery={delivery} isOn={isOn} onSendingChange={setSending} />
            ))}
          </ol>
        </>
      )}
      {deliveries && <MoreOfList pages={pages} failure={errorMessageWithReason(error, i18n._(LOAD_FAILED))} mt="md" />}
    </Box>
  );
}

type DeliveryProps = { delivery: DeliveryView; isOn: boolean; onSendingChange: (isSending: boolean) => void };

function Delivery({ delivery, isOn, onSendingChange }: DeliveryProps) {
  const { t } = useLingui();
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
              <Stack component="ol" gap="xs" aria-label={t`Tries`}>
                {attempts.map((attempt) => (
                  <Attempt key={attempt.id} attempt={attempt} />
                ))}
              </Stack>
            )}
            <ReplayButton delivery={delivery} isOn={isOn} onSendingChange={onSendingChange} />
            <Textarea styles={BODY_STYLES} label={t`The message as it was sent`} readOnly rows={6} spellCheck={false} value={body} />
            <RowText>
              <Trans>
                Its <Code>X-Webhook-Id</Code> is <Code>{id}</Code>, every time we send it.
              </Trans>
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
  if (state === 'delivered')
    return (
      <Badge color="green">
        <Trans>Delivered</Trans>
      </Badge>
    );
  if (state === 'failed')
    return (
      <Badge color="red">
        <Trans>Given up</Trans>
      </Badge>
    );
  if (attempts.length === 0 || !nextTryAt)
    return (
      <Badge color="blue">
        <Trans>On its way</Trans>
      </Badge>
    );
  return (
    <Text span size="sm" fw={600} c="var(--vidya-warning-ink)">
      <Trans>
        Next attempt at <ZonedInstant at={nextTryAt} />
      </Trans>
    </Text>
  );
}

function Attempt({ attempt }: { attempt: AttemptView }) {
  const { i18n } = useLingui();
  const duration = formatDuration(i18n, attempt.milliseconds);
  return (
    <Group component="li" gap="0 0.75rem" align="baseline">
      <Text span fw={600} c={`var(--vidya-${isAccepted(attempt) ? 'success' : 'danger'}-ink)`}>
        {formatAnswer(i18n, attempt)}
      </Text>
      <Text span c="dimmed" size="sm">
        {attempt.isReplay ? (
          <Trans>
            <ZonedInstant at={attempt.at} />, after {duration}, sent again by you
          </Trans>
        ) : (
          <Trans>
            <ZonedInstant at={attempt.at} />, after {duration}
          </Trans>
        )}
      </Text>
    </Group>
  );
}

const REPLAY_FAILED = msg`Failed to send it again. Please try again.`;

type ReplayButtonProps = { delivery: DeliveryView; isOn: boolean; onSendingChange: (isSending: boolean) => void };

/** Stays busy until the log shows the new attempt, which the server makes later. */
function ReplayButton({ delivery: { id, attempts }, isOn, onSendingChange }: ReplayButtonProps) {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const replay = useMutation(trpc.webhooks.replay.mutationOptions());
  const [replaysBefore, setReplaysBefore] = useState<number | null>(null);
  const replays = attempts.filter(({ isReplay }) => isReplay);
  const isWaiting = replaysBefore !== null && replays.length <= replaysBefore;
  const isBusy = replay.isPending || isWaiting;
  const returnFocus = useReturnFocus(isBusy);
  const last = replays.at(-1);
  const answer = last && formatAnswer(i18n, last);

  useEffect(() => {
    if (!isWaiting) return;
    onSendingChange(true);
    return () => {
      onSendingChange(false);
      void queryClient.invalidateQueries(trpc.webhooks.list.pathFilter());
    };
  }, [isWaiting, onSendingChange, trpc, queryClient]);

  const handleReplay = useOneAtATime(async () => {
    try {
      await replay.mutateAsync({ id });
      setReplaysBefore(replays.length);
    } catch (error) {
      toast.error(errorMessageWithReason(error, i18n._(REPLAY_FAILED)));
      void queryClient.invalidateQueries(trpc.webhooks.list.pathFilter());
    }
    await queryClient.invalidateQueries(trpc.webhooks.deliveries.pathFilter());
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
          <Trans>Send again</Trans>
        </Button>
      ) : (
        <RowText>
          <Trans>Switch the webhook on to send this again.</Trans>
        </RowText>
      )}
      <Text c="dimmed" size="sm" role="status">
        {isWaiting && t`It is being sent…`}
        {!isWaiting && replaysBefore !== null && last && t`Sent again. ${answer}.`}
      </Text>
    </Group>
  );
}

function formatAnswer(i18n: I18n, { status, problem }: Pick<AttemptView, 'status' | 'problem'>): string {
  if (problem === 'refused_address') return i18n._(msg`The address was refused`);
  if (problem === 'lost_secret') return i18n._(msg`Not sent: make a new secret first`);
  return i18n._(status === null ? msg`No answer` : msg`Answered with ${status}`);
}

function formatDuration(i18n: I18n, milliseconds: number): string {
  const seconds = (milliseconds / 1000).toFixed(1);
  return i18n._(milliseconds < 1000 ? msg`${milliseconds} ms` : msg`${seconds} s`);
}

const isAccepted = ({ status }: Pick<AttemptView, 'status'>): boolean => status !== null && status >= 200 && status < 300;

const getLogDays = (): number => pageConfig().retention?.webhookLog ?? WEBHOOKS.logDays;
