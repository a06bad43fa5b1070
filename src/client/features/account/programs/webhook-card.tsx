import { useRef, useState } from 'react';
import { pageConfig } from '#client/lib/page-config.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { Switch } from '#client/ui/switch.tsx';
import { toast } from '#client/ui/toasts.ts';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import type { WebhookView } from '#shared/contracts/webhooks.ts';
import { WEBHOOKS } from '#shared/vocabulary/limits.ts';
import shared from './programs.module.css';
import { isGone, useKnownWebhooks } from './webhook-actions.ts';
import { WebhookButtons } from './webhook-buttons.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { eventsOf } from './webhook-words.ts';
import classes from './webhooks.module.css';

const NOT_SWITCHED = 'Failed to switch the webhook. Please try again.';

export type WebhookCardProps = {
  webhook: WebhookView;
  /** While it can be seen. */
  secret: string | null;
  onSecret: (secret: string | null) => void;
  onGone: () => void;
};

export function WebhookCard({ webhook, secret, onSecret, onGone }: WebhookCardProps) {
  const card = useRef<HTMLLIElement>(null);
  const { id, url } = webhook;
  const { isShownOn, turn } = useSwitch(webhook, onGone);

  function hide(): void {
    onSecret(null);
    card.current?.focus();
  }

  return (
    <li ref={card} className={classes.card} tabIndex={-1} aria-labelledby={`webhook-${id}`}>
      <h3 id={`webhook-${id}`}>{url}</h3>
      <p className={shared.about}>Told of: {eventsOf(webhook)}</p>
      <Trouble webhook={webhook} />
      {secret && <WebhookSecret key={secret} secret={secret} onDone={hide} />}
      <Switch
        label="Switched on"
        aria-describedby={`webhook-${id}`}
        checked={isShownOn}
        onChange={({ currentTarget }) => void turn(currentTarget.checked)}
      />
      <WebhookButtons webhook={webhook} onSecret={onSecret} onGone={onGone} />
    </li>
  );
}

/** Why it is off, or that it soon will be. */
function Trouble({ webhook: { offAt, isOffByFailures, failingSince } }: { webhook: WebhookView }) {
  const { timezone } = pageConfig();
  if (offAt && isOffByFailures) {
    return (
      <p className={classes.trouble} data-tone="danger">
        We switched it off on <ZonedInstant at={offAt} zone={timezone} />, because nothing was taken for {WEBHOOKS.failingDays} days. Switch it on
        again once your program answers.
      </p>
    );
  }
  if (offAt) {
    return (
      <p className={shared.about}>
        You switched it off on <ZonedInstant at={offAt} zone={timezone} />. It is told of nothing meanwhile.
      </p>
    );
  }
  if (!failingSince) return null;
  return (
    <p className={classes.trouble}>
      Every try has failed since <ZonedInstant at={failingSince} zone={timezone} />. After {WEBHOOKS.failingDays} days of that we switch it off.
    </p>
  );
}

/** Turned at once, and back where the server says no; who turns it again meanwhile gets the last that they wanted. */
function useSwitch({ id, offAt }: WebhookView, onGone: () => void) {
  const known = useKnownWebhooks();
  const flip = trpc.webhooks.switch.useMutation();
  const [shown, setShown] = useState<boolean | null>(null);
  const wanted = useRef(offAt === null);
  const isSending = useRef(false);

  async function sendWanted(): Promise<void> {
    const isOn = wanted.current;
    const saved = await flip.mutateAsync({ id, isOn });
    await known.change((before) => before.map((one) => (one.id === id ? saved : one)));
    if (wanted.current !== isOn) await sendWanted();
  }

  async function turn(isOn: boolean): Promise<void> {
    wanted.current = isOn;
    setShown(isOn);
    if (isSending.current) return;
    isSending.current = true;
    try {
      await sendWanted();
    } catch (error) {
      toast.error(errorMessageWithReason(error, NOT_SWITCHED));
      if (isGone(error)) {
        await known.change((before) => before.filter((one) => one.id !== id));
        onGone();
      }
    }
    isSending.current = false;
    setShown(null);
  }

  return { isShownOn: shown ?? offAt === null, turn };
}
