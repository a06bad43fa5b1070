import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

const NEAR_PX = 48;

export type StickToBottom = {
  box: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  isAtBottom: boolean;
  onScroll: () => void;
  scrollToBottom: () => void;
};

/**
 * Keeps a scrolled box at its bottom while it grows there, and in place while it grows above.
 * `firstKey` names the first entry. Not all browsers have scroll anchoring.
 */
export function useStickToBottom(firstKey: string | undefined): StickToBottom {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const previous = useRef({ firstKey, scrollHeight: 0, clientHeight: 0 });
  const sticks = useRef(true);
  const [isAtBottom, setAtBottom] = useState(true);

  const scrollToBottom = useCallback(() => {
    sticks.current = true;
    setAtBottom(true);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, []);

  const onScroll = useCallback(() => {
    if (!box.current) return;
    const { scrollHeight, scrollTop, clientHeight } = box.current;
    // The box has changed its size; the reader has not scrolled.
    const isResized = clientHeight !== previous.current.clientHeight;
    previous.current.clientHeight = clientHeight;
    if (isResized) return;
    sticks.current = scrollHeight - scrollTop - clientHeight <= NEAR_PX;
    setAtBottom(sticks.current);
  }, []);

  useLayoutEffect(() => {
    if (!box.current) return;
    const { scrollHeight, clientHeight } = box.current;
    if (sticks.current) box.current.scrollTop = scrollHeight;
    else if (previous.current.firstKey !== firstKey) box.current.scrollTop += scrollHeight - previous.current.scrollHeight;
    previous.current = { firstKey, scrollHeight, clientHeight };
  });

  // The size changes with the keyboard of a phone, a growing field or a late font.
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (!box.current) return;
      if (sticks.current) box.current.scrollTop = box.current.scrollHeight;
      previous.current = { ...previous.current, scrollHeight: box.current.scrollHeight, clientHeight: box.current.clientHeight };
    });
    for (const { current } of [box, content]) if (current) observer.observe(current);
    return () => observer.disconnect();
  }, []);

  return { box, content, isAtBottom, onScroll, scrollToBottom };
}
