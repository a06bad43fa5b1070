import { type RefObject, useEffect, useRef, useState } from 'react';

/** A place where files can be dropped; whoever cannot drop needs another way beside it. */
export function useFileDrop(onFiles: (files: File[]) => void): { ref: RefObject<HTMLDivElement | null>; isOver: boolean } {
  const ref = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);

  useEffect(() => {
    take.current = onFiles;
  });

  useEffect(() => {
    const place = ref.current;
    if (!place) return;
    const listening = new AbortController();
    for (const type of ['dragover', 'dragleave', 'drop'] as const) {
      const hear = (event: DragEvent) => {
        event.preventDefault();
        setOver(type === 'dragover');
        const files = type === 'drop' ? [...(event.dataTransfer?.files ?? [])] : [];
        if (files.length > 0) take.current(files);
      };
      place.addEventListener(type, hear, { signal: listening.signal });
    }
    return () => listening.abort();
  }, []);

  return { ref, isOver };
}
