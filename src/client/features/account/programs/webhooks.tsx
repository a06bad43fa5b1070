import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useDialog } from '#client/features/account/dialog-draft.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { lazyDialog, preloadOnIntent } from '#client/ui/lazy-part.tsx';
import { Loading, QueryError } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { AddWebhookInput, WebhookView } from '#shared/contracts/webhooks.ts';
import { SUCCESS } from '#shared/messages.ts';
import { WEBHOOKS } from '#shared/vocabulary/job-limits.ts';
import { ProgramList, ReferenceLink } from './program-list.tsx';
import { useWebhookList } from './use-webhook-list.ts';
import { webhookDraft } from './webhook.tsx';
import { WebhookCard } from './webhook-card.tsx';

const LOAD_FAILED = msg`Failed to fetch your webhooks`;

const WebhookDialog = lazyDialog(() => import('./webhook-dialog.tsx').then((module) => module.WebhookDialog));

export function Webhooks() {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const { data: webhooks, error, isFetching, refetch } = useQuery(trpc.webhooks.list.queryOptions(undefined, { refetchOnWindowFocus: 'always' }));

  return (
    <>
      <Text c="dimmed" mt={4}>
        <Trans>
          A webhook tells your program about changes to your bookings: we send a signed message to your address, and try again for several days if it
          fails.
        </Trans>
      </Text>
      <ReferenceLink />
      {webhooks && <WebhookList webhooks={webhooks} />}
      {!webhooks && error && (
        <QueryError title={t`Error Loading Webhooks`} message={errorMessageWithReason(error, i18n._(LOAD_FAILED))} query={{ isFetching, refetch }} />
      )}
      {!webhooks && !error && (
        <Loading label={t`Loading your webhooks…`}>
          <Skeleton height={88} />
        </Loading>
      )}
    </>
  );
}

type NewSecret = { id: string; secret: string };

function WebhookList({ webhooks }: { webhooks: WebhookView[] }) {
  const { t } = useLingui();
  const { perUser: limit } = WEBHOOKS;
  const webhookList = useWebhookList();
  const trpc = useTRPC();
  const add = useMutation(trpc.webhooks.add.mutationOptions());
  const [created, setCreated] = useState<NewSecret | null>(null);
  const dialog = useDialog(webhookDraft(null));
  const list = useRef<HTMLDivElement>(null);

  async function save(values: AddWebhookInput): Promise<void> {
    try {
      const { secret, ...view } = await add.mutateAsync(values);
      dialog.finish();
      setCreated({ id: view.id, secret });
      toast.success(SUCCESS.webhookAdded);
      await webhookList.update((current) => [...current.filter(({ id }) => id !== view.id), view]);
    } catch (error) {
      void webhookList.refetch();
      throw error;
    }
  }

  return (
    <>
      <ProgramList
        ref={list}
        label={t`Webhooks`}
        emptyText={t`You have no webhooks. Add the address of your program to receive every booking from then on.`}
      >
        {webhooks.map((webhook) => (
          <WebhookCard
            key={webhook.id}
            webhook={webhook}
            secret={created?.id === webhook.id ? created.secret : null}
            onSecret={(secret) => setCreated(secret === null ? null : { id: webhook.id, secret })}
            onRemoved={() => list.current?.focus()}
          />
        ))}
      </ProgramList>
      {webhooks.length < limit ? (
        <Button mt="md" variant="default" {...preloadOnIntent(WebhookDialog)} onClick={dialog.open}>
          <Trans>Add a webhook</Trans>
        </Button>
      ) : (
        <Text c="dimmed" mt={4}>
          <Trans>You have {limit} webhooks, which is the limit. Remove one to add another.</Trans>
        </Text>
      )}
      <WebhookDialog key={dialog.key} webhook={null} opened={dialog.isOpen} save={save} onClose={dialog.close} />
    </>
  );
}
