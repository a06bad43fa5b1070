import { useEffect, useLayoutEffect, useRef } from 'react';

/** The same as in the style sheet. */
const TWO_PANES = '(min-width: 48em)';

/** With one pane, going back restores the scroll position of the list and focuses the conversation that was open. */
export function useOnePane(threadId: string | undefined, isOpen: boolean): void {
  const previous = useRef({ threadId, isOpen });
  const scrollTop = useRef(0);

  useLayoutEffect(() => {
    if (previous.current.isOpen === isOpen || window.matchMedia(TWO_PANES).matches) return;
    if (isOpen) scrollTop.current = window.scrollY;
    window.scrollTo({ top: isOpen ? 0 : scrollTop.current, behavior: 'instant' });
  }, [isOpen]);

  useEffect(() => {
    const previousId = previous.current.threadId;
    previous.current = { threadId, isOpen };
    if (previousId === undefined || isOpen || document.activeElement !== document.body) return;
    const row = [...document.querySelectorAll<HTMLElement>('[data-thread]')].find(({ dataset }) => dataset.thread === previousId);
    (row ?? document.getElementById('content'))?.focus();
  }, [threadId, isOpen]);
}
