import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { newId } from '#client/lib/new-id.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { Empty } from '#client/ui/page-state.tsx';
import type { ThreadView } from '#shared/contracts/messages.ts';
import { MESSAGES } from '#shared/vocabulary/limits.ts';
import { Composer, type ComposerHandle } from './composer.tsx';
import classes from './conversation.module.css';

export type QuestionFormProps = { userId: string; tutorId: string; onSent: (thread: ThreadView) => void };

/** The first message to a tutor with whom there is no conversation yet. */
export function QuestionForm({ userId, tutorId, onSent }: QuestionFormProps) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const { mutateAsync, isPending } = useMutation(trpc.messages.ask.mutationOptions());
  const composer = useRef<ComposerHandle>(null);
  const [failure, setFailure] = useState<string | null>(null);
  // A repeated message has the id of the first try, which may have arrived.
  const [sent, setSent] = useState({ clientId: '', text: '' });

  const ask = useOneAtATime(async (text: string) => {
    const message = sent.text === text ? sent : { clientId: newId(), text };
    setSent(message);
    setFailure(null);
    try {
      onSent(await mutateAsync({ tutorId, ...message }));
    } catch (error) {
      setFailure(errorMessageWithReason(error, t`Failed to send the message. Please try again.`));
      composer.current?.prepend(text);
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
      <Composer ref={composer} userId={userId} threadId={`tutor ${tutorId}`} label={t`Message to this tutor`} onSend={(text) => void ask(text)} />
    </>
  );
}
