import classes from './conversation.module.css';
import { toLines } from './message-days.ts';
import { MessageLine } from './message-line.tsx';
import logClasses from './message-log.module.css';
import { getOutbox, useOutboxMessages } from './outbox.ts';

export type UnsentMessagesProps = { userId: string; threadId: string };

/** What waits in this browser, where the conversation itself cannot be loaded. */
export function UnsentMessages({ userId, threadId }: UnsentMessagesProps) {
  const outbox = getOutbox(userId);
  const unsent = useOutboxMessages(userId).filter((message) => message.threadId === threadId);
  const lines = toLines([], unsent);
  if (lines.length === 0) return null;
  return (
    <div className={classes.unsent}>
      <ol className={logClasses.lines}>
        {lines.map((line, index) => (
          <MessageLine
            key={line.key}
            line={line}
            otherName=""
            isLast={index === lines.length - 1}
            onReport={() => {}}
            onRetry={({ clientId }) => outbox.update(clientId, { state: 'sending', refusal: '' })}
            onRemove={({ clientId }) => outbox.remove(clientId)}
          />
        ))}
      </ol>
    </div>
  );
}
