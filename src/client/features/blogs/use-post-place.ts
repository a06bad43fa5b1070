import { type RefObject, useEffect, useRef } from 'react';
import { holdPlace, leavePlace } from './new-post-places.ts';

export type PostPlace = {
  /** Under which name this browser keeps the post. */
  post: RefObject<string>;
  isNew: boolean;
  /** What stands here is neither kept nor saved. */
  isLost: () => boolean;
  /** Saves at once what is due. */
  flush: () => void;
};

/** Holds the place of a post while its page is there, and loses nothing when it is left; answers whether it is still there. */
export function usePostPlace({ post, isNew, isLost, flush }: PostPlace): RefObject<boolean> {
  const isHere = useRef(true);

  useEffect(() => {
    isHere.current = true;
    if (isNew) holdPlace(post.current);
    const hide = () => {
      // What is kept here is found here; sent as well it would seem to be of another tab.
      if (isLost()) flush();
      leavePlace(post.current);
    };
    const warn = (event: BeforeUnloadEvent) => isLost() && event.preventDefault();
    window.addEventListener('pagehide', hide);
    window.addEventListener('beforeunload', warn);
    return () => {
      isHere.current = false;
      window.removeEventListener('pagehide', hide);
      window.removeEventListener('beforeunload', warn);
      flush();
      leavePlace(post.current);
    };
  }, [post, isNew, isLost, flush]);

  return isHere;
}
