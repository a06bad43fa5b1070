import { Button, TextInput } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { copyText } from '#client/ui/copy-text.ts';
import { toast } from '#client/ui/toasts.ts';
import classes from './shown-once.module.css';

const COPIED_MS = 2000;

export type ShownOnceProps = {
  label: string;
  value: string;
  /** The words of the button, and what is said when it did what it says, or could not. */
  copy: { label: string; done: string; failed: string };
  /** Beside the button that copies. */
  actions?: ReactNode;
  hint?: ReactNode;
};

/** A secret while it can be seen: it is never shown again. */
export function ShownOnce({ label, value, copy, actions, hint }: ShownOnceProps) {
  const [isCopied, setCopied] = useState(false);
  const copier = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);

  // It appears away from the button that made it, which a phone may have at the edge.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' });
    copier.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(setCopied, COPIED_MS, false);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copyValue(): Promise<void> {
    if (await copyText(value)) return setCopied(true);
    toast.error(copy.failed);
    // Selected, so that it can be copied by hand.
    field.current?.focus();
  }

  return (
    <div ref={place} className={classes.frame}>
      <TextInput
        ref={field}
        label={label}
        description="Copy it now: it is shown only this once."
        readOnly
        autoComplete="off"
        spellCheck={false}
        value={value}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className={classes.buttons}>
        <Button ref={copier} leftSection={isCopied ? <Check size={18} /> : <Copy size={18} />} onClick={() => void copyValue()}>
          {isCopied ? 'Copied' : copy.label}
        </Button>
        {actions}
      </div>
      {hint && <p className={classes.hint}>{hint}</p>}
      <p className={classes.said} role="status">
        {isCopied ? copy.done : ''}
      </p>
    </div>
  );
}
