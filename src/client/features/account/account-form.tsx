import { Button } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type ContractForm, type ContractFormOptions, useContractForm } from '#client/lib/forms/use-contract-form.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { toast } from '#client/ui/toasts.ts';
import classes from './account-form.module.css';

export type FormFooterProps = { problem: string | null; isSaved?: boolean; children: ReactNode };

export function FormFooter({ problem, isSaved = false, children }: FormFooterProps) {
  return (
    <>
      {problem && <p className={classes.problem}>{problem}</p>}
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

export function useAccountForm<T extends Record<string, unknown>>(options: Omit<ContractFormOptions<T>, 'onFailed'>): ContractForm<T> {
  return useContractForm({ ...options, onFailed: (error) => toast.error(errorMessageWithReason(error, options.failed)) });
}
