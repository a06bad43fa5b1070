import { useId } from 'react';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#shared/vocabulary/outside.ts';
import shared from './programs.module.css';
import { EVENT_WORDS } from './webhook-words.ts';
import classes from './webhooks.module.css';

export type WebhookEventsProps = {
  chosen: readonly WebhookEvent[];
  /** By which the form finds the first of them again. */
  mark: string;
  error: string | undefined;
  onChange: (chosen: WebhookEvent[]) => void;
};

/** What is told, in the words of people and of programs. */
export function WebhookEvents({ chosen, mark, error, onChange }: WebhookEventsProps) {
  const errorId = useId();
  const turn = (turned: WebhookEvent, isOn: boolean) => onChange(WEBHOOK_EVENTS.filter((one) => (one === turned ? isOn : chosen.includes(one))));
  return (
    <fieldset className={classes.events} aria-describedby={error ? errorId : undefined}>
      <legend>What is it told?</legend>
      {WEBHOOK_EVENTS.map((event) => (
        <Checkbox
          key={event}
          data-field={mark}
          checked={chosen.includes(event)}
          onChange={({ currentTarget }) => turn(event, currentTarget.checked)}
          label={
            <span className={classes.event}>
              <span>
                <strong>{EVENT_WORDS[event].label}</strong> <code>{event}</code>
              </span>
              <span className={classes.eventHint}>{EVENT_WORDS[event].hint}</span>
            </span>
          }
        />
      ))}
      {error && (
        <p id={errorId} className={shared.problem}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
