import { Button } from '@mantine/core';
import type { Ref } from 'react';
import { detectLang } from '#client/ui/detect-lang.ts';
import type { ThreadView } from '#shared/contracts/messages.ts';
import { ERRORS } from '#shared/errors.ts';
import classes from './conversation.module.css';
import { copyMessage } from './copy-message.ts';
import { useTypedText } from './typed-text.ts';

export type ClosedNoticeProps = {
  /** What it says, for the focus to begin at. */
  ref: Ref<HTMLParagraphElement>;
  userId: string;
  thread: ThreadView;
  onUnblock: () => void;
  /** What was half typed has been deleted, and its button with it. */
  onDeleted: () => void;
};

/** In the place of the field, where nobody can write; what was half typed when it closed stays until it is deleted. */
export function ClosedNotice({ ref, userId, thread: { id, other, isBlockedByMe }, onUnblock, onDeleted }: ClosedNoticeProps) {
  const [text, setText] = useTypedText(userId, id);

  return (
    <div className={classes.closed}>
      <div>
        <p ref={ref} className={classes.why} tabIndex={-1}>
          {ERRORS['thread.closed'].message}
        </p>
        {isBlockedByMe && <p>{`You have blocked ${other.name}. Nobody can write here until you unblock.`}</p>}
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
            What you have not sent
            <textarea rows={2} readOnly dir="auto" lang={detectLang(text)} value={text} />
          </label>
          <Button variant="default" onClick={() => void copyMessage(text)}>
            Copy text
          </Button>
          <Button
            variant="default"
            onClick={() => {
              setText('');
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
