import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';

type Popup<T extends HTMLElement> = {
  isOpen: boolean;
  close: () => void;
  rootRef: RefObject<HTMLDivElement | null>;
  triggerProps: { ref: RefObject<T | null>; type: 'button'; 'aria-expanded': boolean; 'aria-controls': string; onClick: () => void };
  panelId: string;
};

export function usePopup<T extends HTMLElement = HTMLButtonElement>(): Popup<T> {
  const [isOpen, setOpen] = useState(false);
  const rootRef = useRef<HTMLDivElement>(null);
  const triggerRef = useRef<T>(null);
  const panelId = useId();
  const href = useLocation({ select: (location) => location.href });
  const shownFor = useRef(href);

  useEffect(() => {
    if (shownFor.current !== href) setOpen(false);
    shownFor.current = href;
  }, [href]);

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !rootRef.current?.contains(event.target)) setOpen(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      triggerRef.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [isOpen]);

  return {
    isOpen,
    close: () => setOpen(false),
    rootRef,
    triggerProps: { ref: triggerRef, type: 'button', 'aria-expanded': isOpen, 'aria-controls': panelId, onClick: () => setOpen((open) => !open) },
    panelId,
  };
}
