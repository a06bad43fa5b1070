import { Copy, Ellipsis, Flag } from 'lucide-react';
import { usePopup } from '#client/ui/use-popup.ts';
import { copyMessage } from './copy-message.ts';
import classes from './message-menu.module.css';
import { usePlace } from './use-place.ts';

export type MessageMenuProps = { text: string; otherName: string; onReport: () => void };

/** What can be done with a message of the other side. */
export function MessageMenu({ text, otherName, onReport }: MessageMenuProps) {
  const { isOpen, close, rootRef, triggerProps, panelId } = usePopup();
  const panel = usePlace(isOpen);

  /** The focus comes back here from whatever follows. */
  const leave = () => {
    triggerProps.ref.current?.focus();
    close();
  };

  return (
    <div ref={rootRef} className={classes.menu}>
      <button {...triggerProps} className={classes.trigger} aria-label={`More about this message of ${otherName}`}>
        <Ellipsis size={18} aria-hidden="true" />
      </button>
      {isOpen && (
        <ul ref={panel} id={panelId} className={classes.panel}>
          <li>
            <button
              type="button"
              onClick={() => {
                leave();
                void copyMessage(text);
              }}
            >
              <Copy size={18} aria-hidden="true" />
              Copy text
            </button>
          </li>
          <li>
            <button
              type="button"
              onClick={() => {
                leave();
                onReport();
              }}
            >
              <Flag size={18} aria-hidden="true" />
              Report message
            </button>
          </li>
        </ul>
      )}
    </div>
  );
}
