import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { MoreOfList } from '#client/ui/more-of-list.tsx';
import { ErrorState, Loading } from '#client/ui/page-state.tsx';
import { WEBHOOKS } from '#shared/vocabulary/limits.ts';
import { WebhookDelivery } from './webhook-delivery.tsx';
import classes from './webhook-log.module.css';

const FAILED = 'Failed to fetch the log';
/** What is sent happens elsewhere: it is looked at again and again while the log is open, more often while something was just sent. */
const LOOK_MS = 15_000;
const LOOK_SOON_MS = 2000;

export type WebhookLogProps = { id: string; isOn: boolean };

/** What was sent to one address, the newest first, and what became of it. Import it only on demand. */
export function WebhookLog({ id, isOn }: WebhookLogProps) {
  const [isSending, setSending] = useState(false);
  const pages = trpc.webhooks.deliveries.useInfiniteQuery(
    { id },
    {
      getNextPageParam: ({ nextCursor }) => nextCursor,
      staleTime: 0,
      refetchOnWindowFocus: 'always',
      refetchInterval: ({ state }) => state.status !== 'error' && (isSending ? LOOK_SOON_MS : LOOK_MS),
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
          message={errorMessageWithReason(error, FAILED)}
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
              <WebhookDelivery key={delivery.id} delivery={delivery} isOn={isOn} onSending={setSending} />
            ))}
          </ol>
        </>
      )}
      {deliveries && <MoreOfList pages={pages} failure={errorMessageWithReason(error, FAILED)} className={classes.more} />}
    </div>
  );
}
