import { Button } from '@mantine/core';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import classes from './message-log.module.css';
import type { LoadedConversation } from './use-conversation.ts';

export type EarlierMessagesProps = {
  older: LoadedConversation['older'];
  /** Where they begin: with another one they can be wanted again. */
  cursor: string;
  box: RefObject<HTMLDivElement | null>;
  onWanted: () => void;
};

/** The upper end of a conversation; what stands above it comes when it comes near. */
export function EarlierMessages({ older, cursor, box, onWanted }: EarlierMessagesProps) {
  const end = useRef<HTMLDivElement>(null);
  const want = useEffectEvent(onWanted);
  const isReady = older === 'idle' ? cursor : null;

  useEffect(() => {
    if (isReady === null || !end.current) return;
    const watch = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && want(), {
      root: box.current,
      rootMargin: '300px 0px 0px 0px',
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [isReady, box]);

  return (
    <div ref={end} className={classes.beginning}>
      {older === 'failed' && <p role="alert">Earlier messages could not be loaded.</p>}
      <Button variant="subtle" loading={older === 'busy'} onClick={onWanted}>
        {older === 'failed' ? 'Try Again' : 'Earlier messages'}
      </Button>
    </div>
  );
}
