import { Button, NativeSelect, Stack, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { tabDraft } from '#client/lib/drafts/draft.ts';
import { record, text } from '#client/lib/drafts/schema.ts';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { useAtOpening } from '#client/lib/forms/use-at-opening.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { lazyDialog } from '#client/ui/lazy-part.tsx';
import { toast } from '#client/ui/toasts.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { addTemplate, useRejectionTemplates } from './rejection-templates.ts';
import { type ProfileVersion, showResult, type TargetTutor, useInvalidateTutors } from './tutor-actions.ts';

const TemplatesDialog = lazyDialog(() => import('./templates-dialog.tsx').then((module) => module.TemplatesDialog));

const FAILED = 'Failed to reject tutor';
const SHOWN_LENGTH = 70;

const schema = () => import('#shared/contracts/verification.ts').then(({ rejectInput }) => rejectInput.pick({ reason: true }));
const draftSchema = record({ reason: text() });

export type RejectDialogProps = {
  tutor: Pick<TargetTutor, 'id' | keyof ProfileVersion> & { user: { name: string } };
  opened: boolean;
  onClose: () => void;
  onRejected?: () => void;
  /** Where another admin or the tutor was faster. */
  onRefused?: (message: string) => void;
};

export function RejectDialog({
  tutor: { id, user, revision, verificationStatus },
  opened,
  onClose,
  onRejected,
  onRefused = toast.error,
}: RejectDialogProps) {
  const trpc = useTRPC();
  const reject = useMutation(trpc.verification.reject.mutationOptions({ onSettled: useInvalidateTutors() }));
  const templates = useRejectionTemplates();
  const { value: version } = useAtOpening({ revision, verificationStatus }, opened);
  const [isEditing, setEditing] = useState(false);
  const form = useAppForm({
    initialValues: { reason: '' },
    schema,
    fallbackMessage: FAILED,
    validateOnBlur: 'filled',
    draft: tabDraft(`reject ${id}`, draftSchema),
    onSubmit: async ({ reason }) => {
      const { message } = await reject.mutateAsync({ id, reason: reason.trim(), ...version });
      showResult(message);
      form.setValues({ reason: '' });
      onClose();
      onRejected?.();
    },
    onError: (error) => {
      const message = errorMessageWithReason(error, FAILED);
      const status = toApiError(error)?.status;
      if (status === 409 || status === 404) {
        onRefused(message);
        onClose();
      } else form.showErrors({ reason: message });
    },
  });

  function close(): void {
    form.clearErrors();
    onClose();
  }

  return (
    <>
      <ConfirmDialog
        opened={opened && !isEditing}
        type="error"
        title={`Reject ${user.name}?`}
        message="Students cannot find the profile until it is submitted again. Existing bookings stay."
        confirmLabel="Reject"
        isProcessing={form.isSubmitting}
        onConfirm={() => void form.submit()}
        onClose={close}
      >
        <Stack
          w="100%"
          gap="sm"
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void form.submit();
          }}
        >
          <NativeSelect
            label="Template"
            value=""
            data={[
              { value: '', label: 'Choose a template to begin with' },
              ...templates.map((template, index) => ({ value: String(index), label: shorten(template) })),
            ]}
            onChange={({ currentTarget }) => {
              const template = templates[Number(currentTarget.value)];
              if (currentTarget.value === '' || template === undefined) return;
              form.setFieldValue('reason', addTemplate(form.values.reason, template, templates));
              form.focusField('reason');
            }}
          />
          <Textarea
            label="Reason for the rejection"
            description={`${user.name} will read this here and by email.`}
            rows={4}
            maxLength={LIMITS.reason}
            required
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <Button variant="subtle" size="sm" style={{ alignSelf: 'start' }} onClick={() => setEditing(true)}>
            Edit the templates
          </Button>
        </Stack>
      </ConfirmDialog>
      <TemplatesDialog opened={opened && isEditing} onClose={() => setEditing(false)} />
    </>
  );
}

const shorten = (template: string): string => (template.length > SHOWN_LENGTH ? `${template.slice(0, SHOWN_LENGTH)}…` : template);
