import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { formatLength } from '#client/ui/text-length.ts';
import { toast } from '#client/ui/toasts.ts';
import { SUCCESS } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const schema = () => import('#shared/contracts/engagement.ts').then(({ replyInput }) => replyInput.pick({ reply: true }));

export type ReplyFormProps = { review: { id: string; studentName: string }; onSent: () => void };

export function ReplyForm({ review: { id, studentName }, onSent }: ReplyFormProps) {
  const { t, i18n } = useLingui();
  const failed = t`Failed to send the reply. Please try again.`;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const reply = useMutation(
    trpc.reviews.reply.mutationOptions({ onSuccess: onSent, onSettled: () => queryClient.invalidateQueries(trpc.reviews.pathFilter()) }),
  );
  const form = useAppForm({
    initialValues: { reply: '' },
    schema,
    fallbackMessage: failed,
    validateOnBlur: 'filled',
    clearErrorOnChange: true,
    onSubmit: async (values) => {
      try {
        await reply.mutateAsync({ id, reply: values.reply.trim() });
        toast.success(SUCCESS.replySent);
      } catch (error) {
        if (toApiError(error)?.status !== 409) throw error;
        toast.error(errorMessageWithReason(error, failed));
      }
    },
  });
  const { focusField } = form;
  const length = formatLength(i18n, form.values.reply, { min: 0, max: LIMITS.reply });

  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (isOpen === wasOpen.current) return;
    wasOpen.current = isOpen;
    if (isOpen) focusField('reply');
    else opener.current?.focus();
  });

  function close(): void {
    form.clearErrors();
    setOpen(false);
  }

  if (!isOpen) {
    return (
      <div>
        <Button ref={opener} variant="default" aria-label={t`Reply to ${studentName}`} onClick={() => setOpen(true)}>
          <Trans context="button">Reply</Trans>
        </Button>
      </div>
    );
  }
  return (
    <form noValidate onSubmit={form.handleSubmit}>
      <Stack gap="0.875rem" maw="42rem">
        <Textarea
          label={t`Your reply to ${studentName}`}
          description={t`${length}. Everyone can read it, and you cannot change it later.`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          rows={4}
          required
          {...form.getInputProps('reply')}
          error={form.errors.reply ?? form.formError}
        />
        <Group gap="0.625rem">
          <Button type="submit" loading={form.isSubmitting}>
            <Trans>Send Reply</Trans>
          </Button>
          <Button variant="default" disabled={form.isSubmitting} onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
