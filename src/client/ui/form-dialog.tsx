import { Trans } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { type FormEvent, useId } from 'react';
import { Dialog, type DialogProps } from './dialog.tsx';

export type FormDialogProps = Omit<DialogProps, 'isBusy' | 'footer' | 'problem'> & {
  /** What `useAppForm` returns. */
  form: { isSubmitting: boolean; formError: string | null; handleSubmit: (event: FormEvent) => void };
  submitLabel: string;
  isBlocked?: boolean;
  /** By default Cancel only closes. */
  onCancel?: () => void;
};

export function FormDialog({ form, submitLabel, isBlocked = false, onCancel, children, ...dialog }: FormDialogProps) {
  const id = useId();
  const { isSubmitting, formError, handleSubmit } = form;
  return (
    <Dialog
      {...dialog}
      isBusy={isSubmitting}
      problem={formError}
      footer={
        <>
          <Button variant="default" disabled={isSubmitting} onClick={onCancel ?? dialog.onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={id} disabled={isBlocked} loading={isSubmitting}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => (isBlocked ? event.preventDefault() : handleSubmit(event))}>
        {/* Own stacking context: the overlay of a field must stay below the buttons of the footer. */}
        <Stack gap="lg" style={{ isolation: 'isolate' }}>
          {children}
        </Stack>
      </form>
    </Dialog>
  );
}
