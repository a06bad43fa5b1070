import { type RefObject, useEffect, useRef, useState } from 'react';

/** A place where a file can be dropped; whoever cannot drop needs another way beside it. */
export function useDrop(onFile: (file: File | undefined) => void): { ref: RefObject<HTMLDivElement | null>; isOver: boolean } {
  const ref = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const take = useRef(onFile);

  useEffect(() => {
    take.current = onFile;
  });

  useEffect(() => {
    const place = ref.current;
    if (!place) return;
    const listening = new AbortController();
    const on = (type: 'dragover' | 'dragleave' | 'drop', then: (event: DragEvent) => void) =>
      place.addEventListener(
        type,
        (event) => {
          event.preventDefault();
          setOver(type === 'dragover');
          then(event);
        },
        { signal: listening.signal },
      );
    on('dragover', () => {});
    on('dragleave', () => {});
    on('drop', ({ dataTransfer }) => take.current(dataTransfer?.files[0]));
    return () => listening.abort();
  }, []);

  return { ref, isOver };
}
