import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './account-form.module.css';

export type OpenerProps = { label: string; children: (close: () => void) => ReactNode };

/** A button in whose place a form opens; the focus goes to its first field, and back when it closes. */
export function Opener({ label, children }: OpenerProps) {
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  const form = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (isOpen) form.current?.querySelector('input')?.focus();
    else if (wasOpen.current) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  if (isOpen) {
    return (
      <div ref={form} className={classes.opened}>
        {children(() => setOpen(false))}
      </div>
    );
  }
  return (
    <Button ref={button} className={classes.opener} variant="default" onClick={() => setOpen(true)}>
      {label}
    </Button>
  );
}
