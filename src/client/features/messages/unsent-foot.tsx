import { CircleAlert, Clock3 } from 'lucide-react';
import { copyMessage } from './copy-message.ts';
import classes from './message-log.module.css';
import type { Unsent } from './unsent-store.ts';

const SENDING = 'Sending…';
const WAITING = 'Not sent yet. We keep trying.';
/** Of those before, which go with the last. */
const HELD = 'Not sent yet.';
const REFUSED = 'This message could not be sent.';

export type UnsentFootProps = {
  unsent: Unsent;
  isLast: boolean;
  onRetry: (unsent: Unsent) => void;
  /** Its words go back to where they were typed; undefined where there is no such place. */
  onEdit?: (unsent: Unsent) => void;
  onRemove: (unsent: Unsent) => void;
};

/** What has become of a message that the server has not got. */
export function UnsentFoot({ unsent, isLast, onRetry, onEdit, onRemove }: UnsentFootProps) {
  const { state, refusal } = unsent;
  if (state === 'sending') {
    return isLast ? (
      <p className={classes.foot}>
        <Clock3 size={14} aria-hidden="true" />
        {SENDING}
      </p>
    ) : null;
  }
  const isRefused = state === 'refused';
  return (
    <div className={classes.trouble} data-refused={isRefused || undefined}>
      <p role={isRefused || isLast ? 'alert' : undefined}>
        <CircleAlert size={16} aria-hidden="true" />
        {isRefused ? refusal || REFUSED : isLast ? WAITING : HELD}
      </p>
      <div className={classes.ways}>
        {(isRefused || isLast) && (
          <button type="button" onClick={() => onRetry(unsent)}>
            Try again
          </button>
        )}
        {isRefused && (
          <button type="button" onClick={() => (onEdit ? onEdit(unsent) : void copyMessage(unsent.text))}>
            {onEdit ? 'Edit' : 'Copy text'}
          </button>
        )}
        <button type="button" onClick={() => onRemove(unsent)}>
          Delete
        </button>
      </div>
    </div>
  );
}
