import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { RowText } from '#client/features/account/icon-row.tsx';
import { OneTimeSecret } from '#client/features/account/one-time-secret.tsx';
import { useOptimisticSwitch } from '#client/features/account/use-optimistic-switch.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { Switch } from '#client/ui/switch.tsx';
import { toast } from '#client/ui/toasts.ts';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import type { WebhookView } from '#shared/contracts/webhooks.ts';
import { WEBHOOK_EVENTS } from '#shared/vocabulary/integrations.ts';
import { WEBHOOKS } from '#shared/vocabulary/job-limits.ts';
import { isNotFound, useWebhookList } from './use-webhook-list.ts';
import { EVENT_TEXT } from './webhook.tsx';
import { WebhookButtons } from './webhook-buttons.tsx';

const SWITCH_FAILED = msg`Failed to switch the webhook. Please try again.`;

export type WebhookCardProps = {
  webhook: WebhookView;
  secret: string | null;
  onSecret: (secret: string | null) => void;
  onRemoved: () => void;
};

export function WebhookCard({ webhook, secret, onSecret, onRemoved }: WebhookCardProps) {
  const { t, i18n } = useLingui();
  const card = useRef<HTMLLIElement>(null);
  const { id, url } = webhook;
  const events = formatEvents(i18n, webhook);
  const list = useWebhookList();
  const trpc = useTRPC();
  const switchWebhook = useMutation(trpc.webhooks.switch.mutationOptions());
  const toggle = useOptimisticSwitch({
    isOn: webhook.offAt === null,
    async save(isOn) {
      const saved = await switchWebhook.mutateAsync({ id, isOn });
      await list.update((current) => current.map((other) => (other.id === id ? saved : other)));
    },
    async onError(error) {
      toast.error(errorMessageWithReason(error, i18n._(SWITCH_FAILED)));
      if (!isNotFound(error)) return;
      await list.update((current) => current.filter((other) => other.id !== id));
      onRemoved();
    },
  });

  function hideSecret(): void {
    onSecret(null);
    card.current?.focus();
  }

  return (
    <Box
      component="li"
      ref={card}
      py="lg"
      style={{ borderTop: '1px solid var(--vidya-border)', outline: 'none' }}
      tabIndex={-1}
      aria-labelledby={`webhook-${id}`}
    >
      <Text component="h3" fw={600} lh={1.5} id={`webhook-${id}`}>
        {url}
      </Text>
      <RowText>
        <Trans>Sends: {events}</Trans>
      </RowText>
      <StateNotice webhook={webhook} />
      {secret && <Secret key={secret} secret={secret} onDone={hideSecret} />}
      <Switch label={t`Switched on`} aria-describedby={`webhook-${id}`} {...toggle} />
      <WebhookButtons webhook={webhook} onSecret={onSecret} onRemoved={onRemoved} />
    </Box>
  );
}

function StateNotice({ webhook: { offAt, isOffByFailures, failingSince } }: { webhook: WebhookView }) {
  const { failingDays } = WEBHOOKS;
  if (offAt && isOffByFailures) {
    return (
      <Text mt="xs" p="0.625rem 0.875rem" bdrs="md" size="sm" bg="var(--vidya-danger-tint)" c="var(--vidya-danger-ink)">
        <Trans>
          We switched it off on <ZonedInstant at={offAt} />, because every message failed for {failingDays} days. Switch it back on when your program
          is ready.
        </Trans>
      </Text>
    );
  }
  if (offAt) {
    return (
      <RowText>
        <Trans>
          You switched it off on <ZonedInstant at={offAt} />. No messages are sent until you switch it on.
        </Trans>
      </RowText>
    );
  }
  if (!failingSince) return null;
  return (
    <Text mt="xs" p="0.625rem 0.875rem" bdrs="md" size="sm" bg="var(--vidya-warning-tint)" c="var(--vidya-warning-ink)">
      <Trans>
        Every attempt has failed since <ZonedInstant at={failingSince} />. After {failingDays} days of failures we switch it off.
      </Trans>
    </Text>
  );
}

const COPY_SECRET = {
  label: msg`Copy secret`,
  done: msg`Secret copied`,
  failed: msg`The secret could not be copied. Please select it and copy it by hand.`,
} as const;

function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { t } = useLingui();
  return (
    <OneTimeSecret
      label={t`Secret of this webhook`}
      value={secret}
      copy={COPY_SECRET}
      actions={
        <Button variant="default" onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      }
      hint={t`We sign every message with it, so your program can check that the message came from us.`}
    />
  );
}

function formatEvents(i18n: I18n, { events }: Pick<WebhookView, 'events'>): string {
  if (events.length === WEBHOOK_EVENTS.length) return i18n._(msg`All five events`);
  return events.map((event) => i18n._(EVENT_TEXT[event].label)).join(', ');
}
