import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { Ref } from 'react';
import { useDraft } from '#client/lib/drafts/use-draft.ts';
import { detectLang } from '#client/ui/detect-lang.ts';
import type { ThreadView } from '#shared/contracts/messages.ts';
import { translated } from '#shared/domain/texts.ts';
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
  const { i18n } = useLingui();
  const { value: text, discard } = useDraft(messageDraft(userId, id), '');
  const { name } = other;

  return (
    <div className={classes.closed}>
      <div>
        <p ref={ref} className={classes.why} tabIndex={-1}>
          {translated(i18n, ERRORS['thread.closed'].message)}
        </p>
        {isBlockedByMe && (
          <p>
            <Trans>You have blocked {name}. Neither of you can send messages until you unblock.</Trans>
          </p>
        )}
        {!isBlockedByMe && (
          <p>
            <Trans>You can still read it.</Trans>
          </p>
        )}
      </div>
      {isBlockedByMe && (
        <Button variant="default" onClick={onUnblock}>
          <Trans>Unblock</Trans>
        </Button>
      )}
      {text.trim() !== '' && (
        <div className={classes.typed}>
          <label>
            <Trans>Unsent message</Trans>
            <textarea rows={2} readOnly dir="auto" lang={detectLang(text)} value={text} />
          </label>
          <Button variant="default" onClick={() => void copyMessage(i18n, text)}>
            <Trans>Copy text</Trans>
          </Button>
          <Button
            variant="default"
            onClick={() => {
              discard();
              onDeleted();
            }}
          >
            <Trans>Delete</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
