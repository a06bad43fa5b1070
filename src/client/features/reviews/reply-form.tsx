import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { formatLength } from '#client/ui/format-length.ts';
import { toast } from '#client/ui/toasts.ts';
import { lengthOf, visibleLength } from '#shared/domain/text-length.ts';
import { SUCCESS, tooLong, VALIDATION } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import classes from './reply-form.module.css';

export type ReplyFormProps = { review: { id: string; studentName: string }; onSent: () => void };

/** The tutor's one reply to a review, behind a button. */
export function ReplyForm({ review: { id, studentName }, onSent }: ReplyFormProps) {
  const utils = trpc.useUtils();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const reply = trpc.reviews.reply.useMutation({ onSuccess: onSent, onSettled: () => utils.reviews.invalidate() });
  const keepFocus = useReturnFocus(reply.isPending);

  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (isOpen !== wasOpen.current) (isOpen ? field : opener).current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  const send = useOneAtATime(async (pressed: HTMLElement | null) => {
    const wrong = problemOf(text);
    setProblem(wrong);
    if (wrong) return field.current?.focus();
    keepFocus(pressed);
    try {
      await reply.mutateAsync({ id, reply: text.trim() });
      toast.success(SUCCESS.replySent);
    } catch (error) {
      const sentence = errorMessageWithReason(error, 'Failed to send the reply. Please try again.');
      if (toApiError(error)?.status === 409) toast.error(sentence);
      else setProblem(sentence);
    }
  });

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send(event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null);
  };

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
    <form className={classes.form} noValidate onSubmit={onSubmit}>
      <Textarea
        ref={field}
        label={`Your reply to ${studentName}`}
        description={`${formatLength(text, { min: 0, max: LIMITS.reply })}. Everybody can read it, and it cannot be changed afterwards.`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        rows={4}
        required
        value={text}
        error={problem}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={reply.isPending}>
          Send Reply
        </Button>
        <Button variant="default" disabled={reply.isPending} onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function problemOf(text: string): string | null {
  if (visibleLength(text) === 0) return VALIDATION.replyMissing;
  return lengthOf(text) > LIMITS.reply ? tooLong('Reply', LIMITS.reply) : null;
}
