import { Badge, Textarea } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { pageConfig } from '#client/lib/page-config.ts';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import type { AttemptView, DeliveryView } from '#shared/contracts/webhooks.ts';
import { WebhookAgain } from './webhook-again.tsx';
import classes from './webhook-log.module.css';
import { answerOf, EVENT_WORDS, isTaken, tookOf } from './webhook-words.ts';

export type WebhookDeliveryProps = { delivery: DeliveryView; isOn: boolean; onSending: (isSending: boolean) => void };

/** What was sent once, or several times; how it went stands below it. */
export function WebhookDelivery({ delivery, isOn, onSending }: WebhookDeliveryProps) {
  const { id, event, createdAt, attempts, body } = delivery;
  const { timezone } = pageConfig();
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={classes.delivery}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={classes.told}>
          <span className={classes.event}>
            <strong>{EVENT_WORDS[event].label}</strong> <code>{event}</code>
          </span>
          <span className={classes.time}>
            <ZonedInstant at={createdAt} zone={timezone} />
          </span>
          <State delivery={delivery} zone={timezone} />
          <ChevronDown size={18} aria-hidden="true" />
        </summary>
        {isOpen && (
          <div className={classes.details}>
            {attempts.length > 0 && (
              <ol className={classes.attempts} aria-label="Tries">
                {attempts.map((attempt) => (
                  <Attempt key={attempt.id} attempt={attempt} zone={timezone} />
                ))}
              </ol>
            )}
            <WebhookAgain delivery={delivery} isOn={isOn} onSending={onSending} />
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

function State({ delivery: { state, attempts, nextTryAt }, zone }: { delivery: DeliveryView; zone: string }) {
  if (state === 'delivered') return <Badge color="green">Delivered</Badge>;
  if (state === 'failed') return <Badge color="red">Given up</Badge>;
  if (attempts.length === 0 || !nextTryAt) return <Badge color="blue">On its way</Badge>;
  return (
    <span className={classes.waiting}>
      Waiting for another try at <ZonedInstant at={nextTryAt} zone={zone} />
    </span>
  );
}

function Attempt({ attempt, zone }: { attempt: AttemptView; zone: string }) {
  return (
    <li>
      <span className={classes.answer} data-taken={isTaken(attempt) || undefined}>
        {answerOf(attempt)}
      </span>
      <span className={classes.small}>
        <ZonedInstant at={attempt.at} zone={zone} />, after {tookOf(attempt.milliseconds)}
        {attempt.isReplay && ', sent again by you'}
      </span>
    </li>
  );
}
