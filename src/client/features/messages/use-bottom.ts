import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** So near counts as being there. */
const NEAR_PX = 48;

export type Bottom = {
  box: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  isAtBottom: boolean;
  onScroll: () => void;
  toBottom: () => void;
};

/**
 * A box that stays at its end while it grows there, and where it is while it grows above; `first` names what it begins with.
 * Browsers would do the second by themselves, but not all of them.
 */
export function useBottom(first: string | undefined): Bottom {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const before = useRef({ first, height: 0, room: 0 });
  const isThere = useRef(true);
  const [isAtBottom, setAtBottom] = useState(true);

  const toBottom = useCallback(() => {
    isThere.current = true;
    setAtBottom(true);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, []);

  const onScroll = useCallback(() => {
    if (!box.current) return;
    const { scrollHeight, scrollTop, clientHeight } = box.current;
    // It was the box that changed, not the reader who has moved.
    const isOther = clientHeight !== before.current.room;
    before.current.room = clientHeight;
    if (isOther) return;
    isThere.current = scrollHeight - scrollTop - clientHeight <= NEAR_PX;
    setAtBottom(isThere.current);
  }, []);

  useLayoutEffect(() => {
    if (!box.current) return;
    const { scrollHeight, clientHeight } = box.current;
    if (isThere.current) box.current.scrollTop = scrollHeight;
    else if (before.current.first !== first) box.current.scrollTop += scrollHeight - before.current.height;
    before.current = { first, height: scrollHeight, room: clientHeight };
  });

  // The keyboard of a phone, a field that grows, a font that arrives.
  useEffect(() => {
    const watch = new ResizeObserver(() => {
      if (!box.current) return;
      if (isThere.current) box.current.scrollTop = box.current.scrollHeight;
      before.current = { ...before.current, height: box.current.scrollHeight, room: box.current.clientHeight };
    });
    for (const { current } of [box, content]) if (current) watch.observe(current);
    return () => watch.disconnect();
  }, []);

  return { box, content, isAtBottom, onScroll, toBottom };
}
