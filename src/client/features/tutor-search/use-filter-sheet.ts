import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import type { TutorSearch } from './search-state.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    isFiltering?: boolean;
  }
}

export type FilterSheetState = { isOpen: boolean; open: () => void; close: () => void };

/** The sheet is a step of its own: Back closes it and takes back what was chosen in it. */
export function useFilterSheet(search: TutorSearch): FilterSheetState {
  const router = useRouter();
  const navigate = useNavigate();
  const isOpen = useLocation({ select: ({ state }) => state.isFiltering === true });
  const openedWith = useRef<TutorSearch | null>(null);

  return {
    isOpen,
    open: () => {
      openedWith.current = search;
      void navigate({ to: '.', search, state: { isFiltering: true } });
    },
    close: () => {
      if (openedWith.current === search) router.history.back();
      else void navigate({ to: '.', search, replace: true, state: {} });
    },
  };
}
