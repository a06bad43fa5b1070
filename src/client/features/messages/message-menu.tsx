import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Copy, Ellipsis, Flag } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { copyText } from '#client/ui/copy-text.ts';
import { toast } from '#client/ui/toasts.ts';
import { usePopup } from '#client/ui/use-popup.ts';
import classes from './message-menu.module.css';

export async function copyMessage(i18n: I18n, text: string): Promise<void> {
  if (await copyText(text)) toast.success(i18n._(msg`Message copied`));
  else toast.error(i18n._(msg`The message could not be copied. Please select it and copy it by hand.`));
}

export type MessageMenuProps = { text: string; otherName: string; onReport: () => void };

export function MessageMenu({ text, otherName, onReport }: MessageMenuProps) {
  const { t, i18n } = useLingui();
  const { isOpen, close, rootRef, triggerProps, panelId } = usePopup();
  const panel = usePanelPosition(isOpen);

  function closeWithFocus(): void {
    triggerProps.ref.current?.focus();
    close();
  }

  return (
    <div ref={rootRef} className={classes.menu}>
      <button {...triggerProps} className={classes.trigger} aria-label={t`More about this message of ${otherName}`}>
        <Ellipsis size={18} aria-hidden="true" />
      </button>
      {isOpen && (
        <ul ref={panel} id={panelId} className={classes.panel}>
          <li>
            <button
              type="button"
              onClick={() => {
                closeWithFocus();
                void copyMessage(i18n, text);
              }}
            >
              <Copy size={18} aria-hidden="true" />
              <Trans>Copy text</Trans>
            </button>
          </li>
          <li>
            <button
              type="button"
              onClick={() => {
                closeWithFocus();
                onReport();
              }}
            >
              <Flag size={18} aria-hidden="true" />
              <Trans>Report message</Trans>
            </button>
          </li>
        </ul>
      )}
    </div>
  );
}

/** Sets `data-up` or `data-start` where the scrolled box would cut the panel off. */
function usePanelPosition(isOpen: boolean): RefObject<HTMLUListElement | null> {
  const panel = useRef<HTMLUListElement>(null);

  useLayoutEffect(() => {
    const element = panel.current;
    if (!isOpen || !element) return;
    const bounds = (element.closest('[data-scrolled]') ?? document.documentElement).getBoundingClientRect();
    const { bottom, left } = element.getBoundingClientRect();
    element.toggleAttribute('data-up', bottom > bounds.bottom);
    element.toggleAttribute('data-start', left < bounds.left);
  }, [isOpen]);

  return panel;
}
