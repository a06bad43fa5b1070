import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { userTextDraft } from '#client/lib/drafts/draft.ts';
import { useDraft } from '#client/lib/drafts/use-draft.ts';
import { detectLang } from '#client/ui/detect-lang.ts';
import { lengthOf, visibleLength } from '#client/ui/text-length.ts';
import { textsOf, translated } from '#shared/domain/texts.ts';
import { tooLong, VALIDATION } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import classes from './composer.module.css';

/** From this many characters before the limit, those left are shown. */
const COUNTDOWN = 200;

export const messageDraft = (userId: string, threadId: string) => userTextDraft(userId, `message ${threadId}`);

export type ComposerHandle = {
  focus: () => void;
  prepend: (text: string) => void;
};

export type ComposerProps = {
  ref: Ref<ComposerHandle>;
  userId: string;
  threadId: string;
  label: string;
  /** What is typed stays in the field meanwhile. */
  isBusy?: boolean;
  onSend: (text: string) => void;
};

export function Composer({ ref, userId, threadId, label, isBusy = false, onSend }: ComposerProps) {
  const { t, i18n } = useLingui();
  const { value: text, set: setText } = useDraft(messageDraft(userId, threadId), '');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();
  const message = text.trim();
  const isEmpty = visibleLength(text) === 0;
  const left = LIMITS.message - lengthOf(text);
  const problem = left < 0 ? tooLong(t`Message`, LIMITS.message, textsOf(i18n)) : isMissing ? translated(i18n, VALIDATION.messageMissing) : null;
  const note = problem ?? (left <= COUNTDOWN ? t`${plural(left, { one: '# character left', other: '# characters left' })}` : null);

  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    prepend: (returned) => {
      setText(message ? `${returned}\n${text}` : returned);
      field.current?.focus();
    },
  }));

  function send(): void {
    field.current?.focus();
    setMissing(isEmpty);
    if (isBusy || problem !== null || isEmpty) return;
    onSend(message);
    setText('');
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    // A key that is held down would next send an empty message.
    if (!event.repeat) send();
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };

  return (
    <form className={classes.composer} noValidate onSubmit={onSubmit}>
      <div className={classes.line}>
        <div className={classes.growing} data-text={text}>
          <textarea
            ref={field}
            className={classes.field}
            rows={1}
            dir="auto"
            lang={detectLang(text)}
            value={text}
            placeholder={t`Write a message`}
            aria-label={label}
            aria-invalid={problem ? true : undefined}
            aria-describedby={note ? noteId : undefined}
            enterKeyHint="send"
            autoComplete="off"
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              setMissing(false);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        {/* A press must not take the focus, which would close the keyboard of a phone. */}
        <button
          type="submit"
          className={classes.send}
          data-ready={(!isEmpty && left >= 0) || undefined}
          onMouseDown={(event) => event.preventDefault()}
          // The second press of a double click would send an empty message.
          onClick={(event) => event.detail > 1 && isEmpty && event.preventDefault()}
        >
          <SendHorizontal size={20} aria-hidden="true" />
          <span className={classes.sendLabel}>
            <Trans>Send</Trans>
          </span>
        </button>
      </div>
      <p id={noteId} className={classes.note} data-problem={problem ? true : undefined} role={problem ? 'alert' : undefined}>
        {note}
      </p>
    </form>
  );
}
