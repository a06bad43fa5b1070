import { Button, List } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { Notice } from '#client/ui/notice.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { useOpener } from '#client/ui/use-opener.ts';
import classes from './confirm-bar.module.css';
import { type Confirming, formatRequest } from './use-confirming.ts';

/** The live region is there before its text, so that it is read out. */
export function ConfirmBar({ confirming: { waiting, undo } }: { confirming: Confirming }) {
  const zone = useTimeZone();
  const [first] = waiting;
  const { setOpener, returnFocus } = useOpener();
  return (
    <div role="status" className={classes.region}>
      {first && (
        <div key={first.id} className={classes.bar}>
          <p>{waiting.length === 1 ? `Confirming ${formatRequest(first, zone)}…` : `Confirming ${waiting.length} requests…`}</p>
          <Button
            variant="white"
            leftSection={<Undo2 size={18} aria-hidden="true" />}
            onClick={({ currentTarget }) => {
              setOpener(currentTarget);
              returnFocus();
              undo();
            }}
          >
            Undo
          </Button>
        </div>
      )}
    </div>
  );
}

export function Refusals({ confirming: { refusals, dismiss } }: { confirming: Confirming }) {
  if (refusals.length === 0) return null;
  return (
    <Notice
      tone="danger"
      role="alert"
      actions={
        <Button variant="default" onClick={dismiss}>
          Dismiss
        </Button>
      }
    >
      <strong>{refusals.length === 1 ? 'This request was not confirmed.' : `These ${refusals.length} requests were not confirmed.`}</strong>
      <List>
        {refusals.map(({ id, text }) => (
          <List.Item key={id}>{text}</List.Item>
        ))}
      </List>
    </Notice>
  );
}
