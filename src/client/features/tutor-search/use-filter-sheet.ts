import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    isFiltering?: boolean;
  }
}

export type FilterSheetState = { isOpen: boolean; open: () => void; close: () => void };

/** The sheet is a step of its own: Back closes it and takes back what was chosen in it. */
export function useFilterSheet(): FilterSheetState {
  const router = useRouter();
  const navigate = useNavigate();
  const isOpen = useLocation({ select: ({ state }) => state.isFiltering === true });
  const openedAt = useRef<string | null>(null);

  return {
    isOpen,
    open: () => {
      openedAt.current = router.latestLocation.href;
      void navigate({ to: '.', search: true, state: { isFiltering: true } });
    },
    // What was typed last may have been settled by this very click, and not be shown yet.
    close: () => {
      if (openedAt.current === router.latestLocation.href) router.history.back();
      else void navigate({ to: '.', search: true, replace: true, state: {} });
    },
  };
}
