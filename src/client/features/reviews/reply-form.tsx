import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { formatLength } from '#client/ui/format.ts';
import { toast } from '#client/ui/toasts.ts';
import { SUCCESS } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const FAILED = 'Failed to send the reply. Please try again.';

const schema = () => import('#shared/contracts/engagement.ts').then(({ replyInput }) => replyInput.pick({ reply: true }));

export type ReplyFormProps = { review: { id: string; studentName: string }; onSent: () => void };

export function ReplyForm({ review: { id, studentName }, onSent }: ReplyFormProps) {
  const utils = trpc.useUtils();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const reply = trpc.reviews.reply.useMutation({ onSuccess: onSent, onSettled: () => utils.reviews.invalidate() });
  const form = useAppForm({
    initialValues: { reply: '' },
    schema,
    fallbackMessage: FAILED,
    validateOnBlur: 'filled',
    clearErrorOnChange: true,
    onSubmit: async (values) => {
      try {
        await reply.mutateAsync({ id, reply: values.reply.trim() });
        toast.success(SUCCESS.replySent);
      } catch (error) {
        if (toApiError(error)?.status !== 409) throw error;
        toast.error(errorMessageWithReason(error, FAILED));
      }
    },
  });
  const { focusField } = form;

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
        <Button ref={opener} variant="default" aria-label={`Reply to ${studentName}`} onClick={() => setOpen(true)}>
          Reply
        </Button>
      </div>
    );
  }
  return (
    <form noValidate onSubmit={form.handleSubmit}>
      <Stack gap="0.875rem" maw="42rem">
        <Textarea
          label={`Your reply to ${studentName}`}
          description={`${formatLength(form.values.reply, { min: 0, max: LIMITS.reply })}. Everyone can read it, and you cannot change it later.`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          rows={4}
          required
          {...form.getInputProps('reply')}
          error={form.errors.reply ?? form.formError}
        />
        <Group gap="0.625rem">
          <Button type="submit" loading={form.isSubmitting}>
            Send Reply
          </Button>
          <Button variant="default" disabled={form.isSubmitting} onClick={close}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
