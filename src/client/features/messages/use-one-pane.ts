import { useEffect, useLayoutEffect, useRef } from 'react';

/** As the style sheet has it. */
const TWO_PANES = '(min-width: 48em)';

/** Where there is room for one pane only, going there and back leads to the same place of the list, and the focus to the conversation that was left. */
export function useOnePane(threadId: string | undefined, isOpen: boolean): void {
  const before = useRef({ threadId, isOpen });
  const top = useRef(0);

  useLayoutEffect(() => {
    if (before.current.isOpen === isOpen || window.matchMedia(TWO_PANES).matches) return;
    if (isOpen) top.current = window.scrollY;
    window.scrollTo({ top: isOpen ? 0 : top.current, behavior: 'instant' });
  }, [isOpen]);

  useEffect(() => {
    const left = before.current.threadId;
    before.current = { threadId, isOpen };
    if (left === undefined || isOpen || document.activeElement !== document.body) return;
    const row = [...document.querySelectorAll<HTMLElement>('[data-thread]')].find(({ dataset }) => dataset.thread === left);
    (row ?? document.getElementById('content'))?.focus();
  }, [threadId, isOpen]);
}
