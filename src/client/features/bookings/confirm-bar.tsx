import { Trans, useLingui } from '@lingui/react/macro';
import { Button, List } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { Notice } from '#client/ui/notice.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { useOpener } from '#client/ui/use-opener.ts';
import classes from './confirm-bar.module.css';
import { type Confirming, formatRequest } from './use-confirming.ts';

/** The live region is there before its text, so that it is read out. */
export function ConfirmBar({ confirming: { waiting, undo } }: { confirming: Confirming }) {
  const { t, i18n } = useLingui();
  const zone = useTimeZone();
  const [first] = waiting;
  const count = waiting.length;
  const request = first && formatRequest(i18n, first, zone);
  const { setOpener, returnFocus } = useOpener();
  return (
    <div role="status" className={classes.region}>
      {first && (
        <div key={first.id} className={classes.bar}>
          <p>{count === 1 ? t`Confirming ${request}…` : t`Confirming ${count} requests…`}</p>
          <Button
            variant="white"
            leftSection={<Undo2 size={18} aria-hidden="true" />}
            onClick={({ currentTarget }) => {
              setOpener(currentTarget);
              returnFocus();
              undo();
            }}
          >
            <Trans>Undo</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}

export function Refusals({ confirming: { refusals, dismiss } }: { confirming: Confirming }) {
  const count = refusals.length;
  if (count === 0) return null;
  return (
    <Notice
      tone="danger"
      role="alert"
      actions={
        <Button variant="default" onClick={dismiss}>
          <Trans>Dismiss</Trans>
        </Button>
      }
    >
      <strong>{count === 1 ? <Trans>This request was not confirmed.</Trans> : <Trans>These {count} requests were not confirmed.</Trans>}</strong>
      <List>
        {refusals.map(({ id, text }) => (
          <List.Item key={id}>{text}</List.Item>
        ))}
      </List>
    </Notice>
  );
}
