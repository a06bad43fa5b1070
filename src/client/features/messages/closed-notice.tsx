import { Button } from '@mantine/core';
import type { Ref } from 'react';
import { useDraft } from '#client/lib/drafts/draft.ts';
import { detectLang } from '#client/ui/detect-lang.ts';
import type { ThreadView } from '#shared/contracts/messages.ts';
import { ERRORS } from '#shared/errors.ts';
import { messageDraft } from './composer.tsx';
import classes from './conversation.module.css';
import { copyMessage } from './message-menu.tsx';

export type ClosedNoticeProps = {
  ref: Ref<HTMLParagraphElement>;
  userId: string;
  thread: ThreadView;
  onUnblock: () => void;
  onDeleted: () => void;
};

export function ClosedNotice({ ref, userId, thread: { id, other, isBlockedByMe }, onUnblock, onDeleted }: ClosedNoticeProps) {
  const { value: text, discard } = useDraft(messageDraft(userId, id), '');

  return (
    <div className={classes.closed}>
      <div>
        <p ref={ref} className={classes.why} tabIndex={-1}>
          {ERRORS['thread.closed'].message}
        </p>
        {isBlockedByMe && <p>{`You have blocked ${other.name}. Neither of you can send messages until you unblock.`}</p>}
        {!isBlockedByMe && <p>You can still read it.</p>}
      </div>
      {isBlockedByMe && (
        <Button variant="default" onClick={onUnblock}>
          Unblock
        </Button>
      )}
      {text.trim() !== '' && (
        <div className={classes.typed}>
          <label>
            Unsent message
            <textarea rows={2} readOnly dir="auto" lang={detectLang(text)} value={text} />
          </label>
          <Button variant="default" onClick={() => void copyMessage(text)}>
            Copy text
          </Button>
          <Button
            variant="default"
            onClick={() => {
              discard();
              onDeleted();
            }}
          >
            Delete
          </Button>
        </div>
      )}
    </div>
  );
}
