import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { newId } from '#client/lib/new-id.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { Empty } from '#client/ui/page-state.tsx';
import type { ThreadView } from '#shared/contracts/messages.ts';
import { MESSAGES } from '#shared/vocabulary/limits.ts';
import { Composer, type ComposerHandle } from './composer.tsx';
import classes from './conversation.module.css';
import { continueInThread, questionDraft, toComposerId } from './question-draft.ts';

export type QuestionFormProps = {
  userId: string;
  tutorId: string;
  /** `isOpen`: the form has not been left meanwhile. */
  onSent: (thread: ThreadView, state: { isOpen: boolean }) => void;
};

const NOTHING = { clientId: '', text: '' };

/** The first message to a tutor with whom there is no conversation yet. */
export function QuestionForm({ userId, tutorId, onSent }: QuestionFormProps) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const { mutateAsync, isPending } = useMutation(trpc.messages.ask.mutationOptions());
  const composer = useRef<ComposerHandle>(null);
  const [failure, setFailure] = useState<string | null>(null);
  // A repeated message has the id of the first try, which may have arrived.
  const [sent, setSent] = useState(() => questionDraft(userId, tutorId).read() ?? NOTHING);

  const restore = useEffectEvent(() => {
    if (sent.text !== '') returnToField(sent.text);
  });
  useEffect(() => restore(), []);

  function returnToField(text: string): void {
    questionDraft(userId, tutorId).remove();
    composer.current?.prepend(text);
  }

  const ask = useOneAtATime(async (text: string) => {
    const message = sent.text === text ? sent : { clientId: newId(), text };
    setSent(message);
    setFailure(null);
    questionDraft(userId, tutorId).write(message);
    try {
      const thread = await mutateAsync({ tutorId, ...message });
      continueInThread({ userId, tutorId }, thread.id, text);
      onSent(thread, { isOpen: composer.current !== null });
    } catch (error) {
      // Where the form was left, the question stays stored until it is opened again.
      if (!composer.current) return;
      setFailure(errorMessageWithReason(error, t`Failed to send the message. Please try again.`));
      returnToField(text);
    }
  });

  const { beforeReply } = MESSAGES;
  return (
    <>
      <div className={classes.waiting}>
        <Empty
          title={t`Ask this tutor a question`}
          text={t`You can send up to ${beforeReply} messages before the tutor replies. Once you book a session, there is no limit.`}
        />
      </div>
      {(isPending || failure) && (
        <p className={classes.offline} role={failure ? 'alert' : 'status'}>
          {failure ?? t`Sending…`}
        </p>
      )}
      <Composer
        ref={composer}
        userId={userId}
        threadId={toComposerId(tutorId)}
        label={t`Message to this tutor`}
        isBusy={isPending}
        onSend={(text) => void ask(text)}
      />
    </>
  );
}
