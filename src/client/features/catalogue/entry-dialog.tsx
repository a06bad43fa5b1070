import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Dialog } from '#client/ui/dialog.tsx';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import classes from './entry-dialog.module.css';
import type { EntryForm } from './use-entry-form.ts';

type Values = Record<string, string>;

export type EntryDialogProps<T extends Values> = {
  opened: boolean;
  title: string;
  submit: string;
  form: EntryForm<T>;
  onClose: () => void;
  children: ReactNode;
};

/** The frame of the forms of the catalogue; only Cancel gives up what was typed. */
export function EntryDialog<T extends Values>({ opened, title, submit, form, onClose, children }: EntryDialogProps<T>) {
  const id = useId();
  const { isBusy, isRestored, discard } = form;
  useCloseOnBack(opened, () => {
    if (!isBusy) onClose();
  });
  return (
    <Dialog
      opened={opened}
      title={title}
      isBusy={isBusy}
      onClose={onClose}
      footer={
        <>
          <Button
            variant="default"
            disabled={isBusy}
            onClick={() => {
              discard();
              onClose();
            }}
          >
            Cancel
          </Button>
          <Button type="submit" form={id} loading={isBusy}>
            {submit}
          </Button>
        </>
      }
    >
      <form ref={form.ref} id={id} className={classes.form} noValidate onSubmit={form.onSubmit}>
        {isRestored && <p className={classes.restored}>What you typed before is still here. Cancel discards it.</p>}
        {children}
      </form>
    </Dialog>
  );
}
