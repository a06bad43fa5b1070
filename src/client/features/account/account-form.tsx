import { Button } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type AppForm, type AppFormOptions, useAppForm } from '#client/lib/forms/use-app-form.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { toast } from '#client/ui/toasts.ts';
import classes from './account-form.module.css';

export type FormFooterProps = { error: string | null; isSaved?: boolean; children: ReactNode };

export function FormFooter({ error, isSaved = false, children }: FormFooterProps) {
  return (
    <>
      {error && <p className={classes.problem}>{error}</p>}
      <div className={classes.buttons}>
        {children}
        {isSaved && (
          <span className={classes.saved}>
            <CircleCheck size={18} aria-hidden="true" />
            Saved
          </span>
        )}
      </div>
    </>
  );
}

type FormOpenerProps = { label: string; children: (close: () => void) => ReactNode };

export function FormOpener({ label, children }: FormOpenerProps) {
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

/** The page is long: a toast shows an error too. */
export function useAccountForm<T extends Record<string, unknown>>(options: AppFormOptions<T>): AppForm<T> {
  return useAppForm({ ...options, onError: (error) => toast.error(errorMessageWithReason(error, options.fallbackMessage)) });
}
